"""The official Python client on the gateway, over HTTP: search, describe, call, and what is refused."""

import asyncio
import json
import sys

from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client


def read(result):
    text = json.loads(result.content[0].text)
    assert result.is_error or result.structured_content == text, result
    return text


async def work(session):
    listed = [tool.name for tool in (await session.list_tools()).tools]
    assert listed == ["search_tools", "describe_tools", "call_tool"], listed
    page = read(await session.call_tool("search_tools", {"query": "create an issue"}))
    assert page["tools"][0]["id"] == "hub__create_issue", page
    described = read(await session.call_tool("describe_tools", {"ids": ["hub__create_issue"], "handle": page["handle"]}))
    assert described["tools"][0]["inputSchema"]["required"] == ["title"], described
    wrong = await session.call_tool("call_tool", {"id": "hub__create_issue", "arguments": {"name": "x"}})
    assert wrong.is_error and read(wrong)["error"]["code"] == "invalid_arguments", wrong
    asked = {"id": "hub__create_issue", "arguments": {"title": "x"}, "handle": page["handle"]}
    called = await session.call_tool("call_tool", asked)
    assert read(called)["arguments"] == {"title": "x"} and called.content[1].mime_type == "image/png", called


async def main():
    async with streamable_http_client(sys.argv[1]) as streams:
        async with ClientSession(streams[0], streams[1]) as session:
            await session.initialize()
            await work(session)


asyncio.run(main())
