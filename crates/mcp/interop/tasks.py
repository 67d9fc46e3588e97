"""What every client does on the gateway: search, describe and call, for a tool of each of six servers, with answers known by hand."""

import asyncio
import json
import os

# What is asked for, the tool that must be found, the arguments it takes, and what its answer must be.
TASKS = [
    ("echo a message", "everything__echo", {"message": "hello"}, lambda text: text == "Echo: hello"),
    ("read a text file", "files__read_text_file", {"path": os.path.abspath("files/note.txt")}, lambda text: text == "a line\n"),
    (
        "read the whole knowledge graph",
        "memory__read_graph",
        {},
        lambda text: json.loads(text)["entities"] == [{"name": "lamp", "entityType": "thing", "observations": ["it is lit"]}],
    ),
    (
        "show the working tree status of a repository",
        "git__git_status",
        {"repo_path": os.path.abspath("repository")},
        lambda text: "On branch main" in text and "No commits yet" in text,
    ),
    # Tokyo is nine hours ahead, all year.
    (
        "convert a time between timezones",
        "time__convert_time",
        {"source_timezone": "Asia/Tokyo", "time": "12:00", "target_timezone": "UTC"},
        lambda text: json.loads(text)["target"]["datetime"].endswith("T03:00:00+00:00"),
    ),
    ("greatest common divisor", "sympy__sympy_gcd", {"a": "84", "b": "36"}, lambda text: text == "12"),
]


async def grow(client, list_tools, call):
    """The same on a menu that grows: search, and call by name what joined the list."""
    # Until a server is there, nothing can be searched.
    while not (listed := await list_tools()):
        await asyncio.sleep(1)
    assert listed == ["search_tools"], listed
    for query, tool, arguments, right in TASKS:
        text, failed = await call("search_tools", {"query": query})
        while not failed and tool not in await list_tools() and json.loads(text).get("servers"):
            await asyncio.sleep(1)
            text, failed = await call("search_tools", {"query": query})
        assert not failed, text
        before, listed = listed, await list_tools()
        assert tool in listed and listed[: len(before)] == before, (query, before, listed)
        text, failed = await call(tool, arguments)
        assert not failed and right(text), (tool, text)
        print(f"{client}, growing: {query!r} loaded {tool}, called, right answer")
    text, failed = await call("everything__echo", {})
    assert failed and json.loads(text)["error"]["code"] == "invalid_arguments", text


async def work(client, list_tools, call):
    """`call` takes a tool and its arguments, and gives the text of its result and whether it is an error."""

    async def ask(tool, arguments):
        text, failed = await call(tool, arguments)
        assert not failed, (tool, text)
        return text

    listed = await list_tools()
    assert listed == ["search_tools", "describe_tools", "call_tool"], listed
    for query, tool, arguments, right in TASKS:
        page = json.loads(await ask("search_tools", {"query": query}))
        # Servers in Python take their time, and the page says which are missing.
        while tool not in [hit["id"] for hit in page["tools"]] and page.get("servers"):
            await asyncio.sleep(1)
            page = json.loads(await ask("search_tools", {"query": query, "handle": page["handle"]}))
        found = [hit["id"] for hit in page["tools"]]
        assert tool in found, (query, found)
        [described] = json.loads(await ask("describe_tools", {"ids": [tool]}))["tools"]
        properties = described["inputSchema"].get("properties", {})
        assert described["id"] == tool and set(arguments) <= set(properties), described
        text = await ask("call_tool", {"id": tool, "arguments": arguments, "handle": page["handle"]})
        assert right(text), (tool, text)
        print(f"{client}: {query!r} found {tool} in place {found.index(tool) + 1}, described, called, right answer")
    text, failed = await call("call_tool", {"id": "everything__echo", "arguments": {}})
    error = json.loads(text)["error"]
    assert failed and error["code"] == "invalid_arguments" and "inputSchema" in error, error
