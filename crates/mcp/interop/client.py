"""The official Python client on the gateway: search, describe, call, for tools of six servers."""

import asyncio
import json
import os
import sys

from mcp import ClientSession

# What is asked for, the tool that must be found, and arguments that it takes.
TASKS = [
    ("echo a message", "everything__echo", {"message": "hello"}, "hello"),
    ("read a text file", "files__read_text_file", {"path": os.path.abspath("files/note.txt")}, "a line"),
    ("read the whole knowledge graph", "memory__read_graph", {}, "entities"),
    ("show the working tree status of a repository", "git__git_status", {"repo_path": os.path.abspath("repository")}, "branch"),
    ("current time in a timezone", "time__get_current_time", {"timezone": "UTC"}, "UTC"),
]


def read(result):
    return json.loads(result.content[0].text)


async def work(session):
    listed = [tool.name for tool in (await session.list_tools()).tools]
    assert listed == ["search_tools", "describe_tools", "call_tool"], listed
    for query, tool, arguments, answer in TASKS:
        page = read(await session.call_tool("search_tools", {"query": query}))
        # Servers in Python take their time, and the page says which are missing.
        while tool not in [hit["id"] for hit in page["tools"]] and page.get("servers"):
            await asyncio.sleep(1)
            page = read(await session.call_tool("search_tools", {"query": query, "handle": page["handle"]}))
        found = [hit["id"] for hit in page["tools"]]
        assert tool in found, (query, found)
        described = read(await session.call_tool("describe_tools", {"ids": [tool]}))
        assert described["tools"][0]["inputSchema"]["type"] == "object", described
        result = await session.call_tool("call_tool", {"id": tool, "arguments": arguments, "handle": page["handle"]})
        text = " ".join(block.text for block in result.content if block.type == "text")
        assert answer in text, (tool, text)
        print(f"{query!r}: {tool}, place {found.index(tool) + 1}")
    refused = await session.call_tool("call_tool", {"id": "everything__echo", "arguments": {}})
    error = read(refused)["error"]
    assert error["code"] == "invalid_arguments" and "inputSchema" in error, error


async def main():
    if sys.argv[1] == "stdio":
        from mcp import StdioServerParameters
        from mcp.client.stdio import stdio_client

        transport = stdio_client(StdioServerParameters(command=sys.argv[2], args=["serve", "--config", sys.argv[3]]))
    else:
        from mcp.client.streamable_http import streamable_http_client

        transport = streamable_http_client(sys.argv[2])
    async with transport as streams:
        async with ClientSession(streams[0], streams[1]) as session:
            await session.initialize()
            await work(session)


asyncio.run(main())
