"""A client that others wrote, on the gateway: `client.py fixed|growing mcp|fastmcp|inspector TARGET...`.

The target is a URL, or the gateway's program and its configuration.
"""

import asyncio
import contextlib
import json
import sys

from tasks import grow, work


def texts(result):
    return "".join(block.text for block in result.content if block.type == "text")


@contextlib.asynccontextmanager
async def mcp(target):
    """The official Python library, in the era of the handshake."""
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client
    from mcp.client.streamable_http import streamable_http_client

    if len(target) == 1:
        transport = streamable_http_client(target[0])
    else:
        transport = stdio_client(StdioServerParameters(command=target[0], args=["serve", "--config", target[1]]))
    async with transport as streams, ClientSession(streams[0], streams[1]) as session:
        version = (await session.initialize()).protocol_version
        assert version == "2025-11-25", version

        async def list_tools():
            return [tool.name for tool in (await session.list_tools()).tools]

        async def call(tool, arguments):
            result = await session.call_tool(tool, arguments)
            return texts(result), bool(result.is_error)

        yield list_tools, call


@contextlib.asynccontextmanager
async def fastmcp(target, version="2026-07-28"):
    """The client of the framework of many servers in Python, in the newer era, which it prefers, or in the older where the gateway refuses that."""
    from fastmcp import Client
    from fastmcp.client.transports import StdioTransport

    place = target[0] if len(target) == 1 else StdioTransport(target[0], ["serve", "--config", target[1]])
    async with Client(place) as client:
        assert client.protocol_version == version, client.protocol_version

        async def list_tools():
            return [tool.name for tool in await client.list_tools()]

        async def call(tool, arguments):
            result = await client.call_tool(tool, arguments, raise_on_error=False)
            return texts(result), result.is_error

        yield list_tools, call


@contextlib.asynccontextmanager
async def inspector(target):
    """The command line of the inspector, a process for each request, in the newer era. Node 22 runs it."""
    [url] = target
    command = ["node_modules/node/bin/node", "node_modules/.bin/mcp-inspector", "--cli", url, "--transport", "http", "--protocol-era", "modern"]

    async def ask(*arguments):
        process = await asyncio.create_subprocess_exec(*command, *arguments, stdout=asyncio.subprocess.PIPE)
        answer, _ = await process.communicate()
        return json.loads(answer)

    async def list_tools():
        return [tool["name"] for tool in (await ask("--method", "tools/list"))["tools"]]

    async def call(tool, arguments):
        pairs = [f"{name}={value if isinstance(value, str) else json.dumps(value)}" for name, value in arguments.items()]
        result = await ask("--method", "tools/call", "--tool-name", tool, "--tool-arg", *pairs)
        text = "".join(block["text"] for block in result["content"] if block["type"] == "text")
        return text, result.get("isError", False)

    yield list_tools, call


async def main(mode, name, *target):
    growing = {"mcp": mcp, "fastmcp": lambda target: fastmcp(target, "2025-11-25")}
    clients = growing if mode == "growing" else {"mcp": mcp, "fastmcp": fastmcp, "inspector": inspector}
    async with clients[name](target) as (list_tools, call):
        do = grow if mode == "growing" else work
        await do(f"{name}, {'HTTP' if len(target) == 1 else 'stdio'}", list_tools, call)


asyncio.run(main(*sys.argv[1:]))
