"""What a gateway adds to a call, and what a search through it takes: toolsift beside the proxy of fastmcp, on one catalogue.

    overhead.py measure PROGRAM SERVERS [CALLS [RUNS]]

One client, the `ClientSession` of the official Python library over standard input and output, asks in turn a server itself, toolsift, and fastmcp's proxy
with its BM25 search and without, each in a process of its own with the same six servers behind it. What is timed is what the client waits for: its own
work, one process hop of a direct call and of a search that asks no server, two of a call through a gateway, and JSON read and written at every hop.
"""

import asyncio
import contextlib
import json
import os
import statistics
import sys
import time

QUERIES = ["echo a message", "read a text file", "current time in a timezone", "greatest common divisor", "show the working tree status"]
MESSAGE = {"message": "hello"}


def config(file):
    with open(file) as opened:
        return json.load(opened)


async def proxy(file, search):
    """Fastmcp's proxy as it is fastest: the servers are connected once, and each is mounted under its name. With its BM25 search or without."""
    from fastmcp import Client, FastMCP
    from fastmcp.client.transports import StdioTransport
    from fastmcp.server import create_proxy
    from fastmcp.server.transforms.search import BM25SearchTransform

    async with contextlib.AsyncExitStack() as stack:
        server = FastMCP("proxy", transforms=[BM25SearchTransform()] if search == "bm25" else [])
        for name, entry in config(file)["mcpServers"].items():
            transport = StdioTransport(entry["command"], entry.get("args", []), env={**os.environ, **entry.get("env", {})})
            client = await stack.enter_async_context(Client(transport))
            server.mount(create_proxy(client), namespace=name)
        await server.run_stdio_async(show_banner=False)


@contextlib.asynccontextmanager
async def connected(command, *args, env=None):
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    with open("overhead.log", "a") as log:
        async with stdio_client(StdioServerParameters(command=command, args=list(args), env=env), errlog=log) as streams:
            async with ClientSession(streams[0], streams[1]) as session:
                await session.initialize()
                yield session


def read(result):
    assert not result.is_error, result
    return "".join(block.text for block in result.content)


async def listed(name, session):
    """How many tools the first list has, and their bytes. A client that has not listed would do so after its first call, to check the result."""
    tools = (await session.list_tools()).tools
    size = len(json.dumps([tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools], separators=(",", ":")))
    return len(tools), size


async def settled(session):
    """Waits until toolsift has listed all servers."""
    while json.loads(read(await session.call_tool("search_tools", {"query": QUERIES[0]}))).get("servers"):
        await asyncio.sleep(1)


async def run(kinds, calls):
    """Medians and 95th percentiles in milliseconds, the kinds interleaved."""
    times = {kind: [] for kind in kinds}
    for turn in range(calls + 10):
        query = QUERIES[turn % len(QUERIES)]
        for kind, (ask, right) in kinds.items():
            began = time.perf_counter()
            text = read(await ask(query))
            took = time.perf_counter() - began
            assert right(text), (kind, query, text)
            # The first ten warm up.
            if turn >= 10:
                times[kind].append(1000 * took)
    return {kind: (statistics.median(taken), statistics.quantiles(taken, n=20)[-1]) for kind, taken in times.items()}


async def measure(program, file, calls=200, runs=1):
    servers = config(file)
    servers["toolsift"]["limits"] = {"handlesPerMinute": 100_000}
    with open("overhead.json", "w") as written:
        json.dump(servers, written)
    everything = servers["mcpServers"]["everything"]
    async with (
        connected(everything["command"], *everything["args"]) as direct,
        connected(program, "serve", "--config", "overhead.json") as toolsift,
        connected(sys.executable, __file__, "proxy", file, "bm25") as fastmcp,
        connected(sys.executable, __file__, "proxy", file, "none") as plain,
    ):
        await settled(toolsift)
        behind = 0
        for name, entry in servers["mcpServers"].items():
            async with connected(entry["command"], *entry.get("args", []), env=entry.get("env")) as session:
                count, size = await listed(name, session)
            behind += count
            print(f"first list of {name}: {count} tools, {size:,} bytes")
        await listed("everything", direct)
        for name, session in (("toolsift", toolsift), ("fastmcp", fastmcp), ("fastmcp without a search", plain)):
            count, size = await listed(name, session)
            print(f"first list of {name}, {behind} tools behind it: {count} tools, {size:,} bytes")
        echo = lambda text: text == "Echo: hello"
        found = lambda name: lambda text: name in text
        kinds = {
            "direct call": (lambda _: direct.call_tool("echo", MESSAGE), echo),
            "call, toolsift": (lambda _: toolsift.call_tool("call_tool", {"id": "everything__echo", "arguments": MESSAGE}), echo),
            "call, fastmcp": (lambda _: fastmcp.call_tool("call_tool", {"name": "everything_echo", "arguments": MESSAGE}), echo),
            "call, fastmcp without a search": (lambda _: plain.call_tool("everything_echo", MESSAGE), echo),
            "search, toolsift": (lambda query: toolsift.call_tool("search_tools", {"query": query}), found('"tools":[{')),
            "describe, toolsift": (lambda _: toolsift.call_tool("describe_tools", {"ids": ["everything__echo"]}), found("inputSchema")),
            "search, fastmcp": (lambda query: fastmcp.call_tool("search_tools", {"query": query}), found("inputSchema")),
        }
        taken = [await run(kinds, int(calls)) for _ in range(int(runs))]
        print(f"\n{calls} of each, {runs} runs; medians of the runs; a ratio is taken within each run\n")
        print("| | median, ms | 95 % below, ms | of a direct call | from run to run |\n| --- | ---: | ---: | ---: | ---: |")
        for kind in kinds:
            middle = statistics.median(run[kind][0] for run in taken)
            high = statistics.median(run[kind][1] for run in taken)
            ratios = [run[kind][0] / run["direct call"][0] for run in taken]
            print(f"| {kind} | {middle:.2f} | {high:.2f} | {statistics.median(ratios):.2f} | {min(ratios):.2f} to {max(ratios):.2f} |")


asyncio.run({"measure": measure, "proxy": proxy}[sys.argv[1]](*sys.argv[2:]))
