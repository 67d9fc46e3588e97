"""Engines in Python over what `peers-export` wrote: others.py EXPORTED

Prints a line for each engine, size, length and number of hits; progress goes to stderr. The method is that of `src/measure.rs`:
engine by engine in turn, several rounds, each query twice a round where the time allows, and of each query the best.
"""

import gc
import json
import sys
import time
from pathlib import Path

# An engine answers so many queries of a kind, however slow it is.
FEWEST = 10

# A kind that takes so many budgets is asked in one round alone.
MOST_BUDGETS = 2


class Engine:
    """What an engine must offer: a build from what it is given, a search, and the numbers of the documents found, which are not timed."""

    @staticmethod
    def given(documents):
        """What there is before the index is built."""
        return documents


class Bm25s(Engine):
    """bm25s with numpy: words split at blanks, the answer as numbers."""

    NAME = "bm25s (Python)"
    BACKEND = "numpy"

    def __init__(self, documents):
        import bm25s

        self.retriever = bm25s.BM25(backend=self.BACKEND)
        self.retriever.index([document["text"].split() for document in documents], show_progress=False)
        self.accelerate()

    def accelerate(self):
        pass

    def search(self, query, top):
        return self.retriever.retrieve([query.split()], k=top, show_progress=False, return_as="documents")

    def numbers(self, answer):
        return answer[0].tolist()


class Bm25sNumba(Bm25s):
    """The same with compiled loops."""

    NAME = "bm25s with numba (Python)"
    BACKEND = "numba"

    def accelerate(self):
        self.retriever.activate_numba_scorer()


class RankBm25(Engine):
    """rank-bm25's default formula: words split at blanks, the answer as numbers."""

    NAME = "rank-bm25 (Python)"

    def __init__(self, documents):
        from rank_bm25 import BM25Okapi

        self.index = BM25Okapi([document["text"].split() for document in documents])
        self.everything = range(len(documents))

    def search(self, query, top):
        return self.index.get_top_n(query.split(), self.everything, n=top)

    def numbers(self, answer):
        return answer


class FastMcpIndex(Engine):
    """The index inside FastMCP's transform, with its own tokenizer."""

    NAME = "FastMCP, index alone (Python)"

    def __init__(self, documents):
        from fastmcp.server.transforms.search.bm25 import _BM25Index

        self.index = _BM25Index()
        self.index.build([document["text"] for document in documents])

    def search(self, query, top):
        return self.index.query(query, top)

    def numbers(self, answer):
        return answer


class FastMcp(Engine):
    """FastMCP's transform: what its search tool does between the list of tools and the tools found.

    Every search hashes the text of all tools, to see whether the index is still theirs. The server's own part (listing, permissions,
    the answer as JSON) is left out. A tool has its id as its name and the rest of the text as its description: the same words.
    """

    NAME = "FastMCP, transform (Python)"

    @staticmethod
    def given(documents):
        return [tool(document) for document in documents]

    def __init__(self, tools):
        from fastmcp.server.transforms.search import BM25SearchTransform

        self.tools = tools
        self.transform = BM25SearchTransform
        self.transforms = {}
        self.search("", 5)

    def of(self, top):
        """The number of hits belongs to the transform, so there is one for each. It makes its index in its first search."""
        if top not in self.transforms:
            self.transforms[top] = self.transform(max_results=top)
        return self.transforms[top]

    def search(self, query, top):
        # A coroutine that waits for nothing is run without a loop.
        try:
            self.of(top)._search(self.tools, query).send(None)
        except StopIteration as found:
            return found.value
        raise RuntimeError("the search waits for something")

    def numbers(self, answer):
        places = {id(tool): number for number, tool in enumerate(self.tools)}
        return [places[id(tool)] for tool in answer]


def tool(document):
    """A tool with the words of a document and no parameters."""
    from fastmcp.tools.base import Tool

    name = " ".join(document["id"].replace("_", " ").split())
    text = document["text"]
    assert text.startswith(name + " "), f"{document['id']} does not begin {text}"
    return Tool(name=document["id"], description=text[len(name) + 1 :], parameters={})


ENGINES = [Bm25s, Bm25sNumba, RankBm25, FastMcpIndex, FastMcp]


def read(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def best_build(engine, given, budget_ns):
    """Builds until the time is up, at most ten times."""
    began, best = time.perf_counter_ns(), None
    for builds in range(1, 11):
        start = time.perf_counter_ns()
        built = engine(given)
        taken = time.perf_counter_ns() - start
        best = taken if best is None else min(best, taken)
        if builds == 10 or time.perf_counter_ns() - began > budget_ns:
            return built, best


class Kind:
    """One kind of query."""

    def __init__(self, length, top, queries):
        self.length, self.top, self.queries = length, top, queries
        self.best = [None] * len(queries)
        self.is_closed = False

    def ask(self, search, empty, until):
        """Asks each query once, up to the one after which the time is up: the later ones are left out from then on."""
        clock, top = time.perf_counter_ns, self.top
        for at, query in enumerate(self.queries):
            text = query["text"]
            start = clock()
            search(text, top)
            taken = max(clock() - start - empty, 0)
            self.best[at] = taken if self.best[at] is None else min(self.best[at], taken)
            if at + 1 >= FEWEST and clock() > until:
                del self.queries[at + 1 :], self.best[at + 1 :]
                break

    def round(self, search, empty, budget):
        if self.is_closed:
            return
        began = time.perf_counter_ns()
        self.ask(search, empty, began + budget)
        taken = time.perf_counter_ns() - began
        self.is_closed = taken > MOST_BUDGETS * budget
        if taken < budget / 2:
            self.ask(search, empty, float("inf"))

    def percentile(self, percent):
        best = sorted(self.best)
        return best[max(-(-len(best) * percent // 100), 1) - 1] / 1_000


def empty_measurement():
    def one():
        start = time.perf_counter_ns()
        return time.perf_counter_ns() - start

    return min(one() for _ in range(10_000))


def hit_at_5(engine, kinds):
    queries = next(kind.queries for kind in kinds if (kind.length, kind.top) == ("3 terms", 5))
    hits = sum(query["target"] in engine.numbers(engine.search(query["text"], 5)) for query in queries)
    return hits / len(queries)


def measure(plan, folder, n, engines):
    documents, queries = read(folder / f"documents-{n}.jsonl"), read(folder / f"queries-{n}.jsonl")
    lengths = list(dict.fromkeys(query["length"] for query in queries))
    budget, build_budget = plan["budget_ms"] * 1_000_000, plan["build_budget_ms"] * 1_000_000
    runners = []
    for engine in engines:
        progress(f"{n} documents, build: {engine.NAME}")
        built, build = best_build(engine, engine.given(documents), build_budget)
        kinds = [
            Kind(length, top, [query for query in queries if query["length"] == length])
            for top in plan["tops"]
            for length in lengths
        ]
        # The first search compiles loops and makes what is made when it is needed.
        for kind in kinds:
            built.search(kind.queries[0]["text"], kind.top)
        runners.append((built, build, kinds))
    empty = empty_measurement()
    gc.collect()
    gc.freeze()
    gc.disable()
    for turn in range(1, plan["rounds"] + 1):
        for engine, _, kinds in runners:
            progress(f"{n} documents, round {turn} of {plan['rounds']}: {engine.NAME}")
            for kind in kinds:
                kind.round(engine.search, empty, budget)
    gc.enable()
    gc.unfreeze()
    for engine, build, kinds in runners:
        hits = hit_at_5(engine, kinds)
        for kind in kinds:
            show(
                engine=engine.NAME,
                documents=n,
                build_ms=round(build / 1_000_000, 4),
                hit_at_5=round(hits, 4),
                length=kind.length,
                top=kind.top,
                queries=len(kind.queries),
                p50=round(kind.percentile(50), 3),
                p99=round(kind.percentile(99), 3),
            )


def show(**line):
    print(json.dumps(line), flush=True)


def progress(text):
    print(text, file=sys.stderr, flush=True)


def usable(engine):
    """Whether an engine is there and finds something; where not, a line says why."""
    documents = [{"id": f"a__{word}", "text": f"a {word} text"} for word in ("one", "two", "three", "four", "five")]
    try:
        built = engine(engine.given(documents))
        if 1 not in built.numbers(built.search("two", 2)):
            raise LookupError("it does not find a document by its only word")
    except Exception as error:
        progress(f"{engine.NAME} is left out: {type(error).__name__}: {error}")
        show(engine=engine.NAME, missing=f"{type(error).__name__}: {error}")
        return False
    return True


def main():
    folder = Path(sys.argv[1])
    plan = json.loads((folder / "plan.json").read_text(encoding="utf-8"))
    engines = [engine for engine in ENGINES if usable(engine)]
    for n in plan["sizes"]:
        measure(plan, folder, n, engines)


main()
