// Engines in JavaScript over what `peers-export` wrote: others.mjs EXPORTED
//
// Prints a line for each size, length and number of hits; progress goes to stderr. The method is that of `src/measure.rs`:
// several rounds, each query twice a round where the time allows, and of each query the best.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

// An engine answers so many queries of a kind, however slow it is.
const FEWEST = 10;

// A kind that takes so many budgets is asked in one round alone.
const MOST_BUDGETS = 2;

const ENGINE = "minisearch (JavaScript)";

const folder = process.argv[2];
const now = () => performance.now();
const progress = (text) => process.stderr.write(`${text}\n`);
const show = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const read = (name) => readFileSync(join(folder, name), "utf8");
const lines = (name) => read(name).trimEnd().split("\n").map((line) => JSON.parse(line));
const rounded = (value, digits) => Number(value.toFixed(digits));

// One field with the default tokenizer; ids are the documents' numbers. It hands out everything that it finds.
function build(MiniSearch, documents) {
  const index = new MiniSearch({ fields: ["text"] });
  index.addAll(documents);
  return (query, top) => index.search(query).slice(0, top);
}

// Builds until the time is up, at most ten times; the first ones, which find no compiled code, are small and do not count.
function bestBuild(MiniSearch, documents, budget) {
  for (let builds = 0; builds < 5; builds += 1) build(MiniSearch, documents.slice(0, 1_000));
  const began = now();
  let best = Infinity;
  for (let builds = 1; ; builds += 1) {
    const start = now();
    const search = build(MiniSearch, documents);
    best = Math.min(best, now() - start);
    if (builds === 10 || now() - began > budget) return [search, best];
  }
}

// Asks each query once, up to the one after which the time is up: the later ones are left out from then on.
function ask(search, kind, empty, until) {
  for (let at = 0; at < kind.queries.length; at += 1) {
    const { text } = kind.queries[at];
    const start = now();
    search(text, kind.top);
    const taken = Math.max(now() - start - empty, 0);
    kind.best[at] = Math.min(kind.best[at], taken);
    if (at + 1 >= FEWEST && now() > until) {
      kind.queries.length = at + 1;
      kind.best.length = at + 1;
    }
  }
}

function round(search, kind, empty, budget) {
  if (kind.isClosed) return;
  const began = now();
  ask(search, kind, empty, began + budget);
  const taken = now() - began;
  kind.isClosed = taken > MOST_BUDGETS * budget;
  if (taken < budget / 2) ask(search, kind, empty, Infinity);
}

// In microseconds.
function percentile(kind, percent) {
  const best = [...kind.best].sort((a, b) => a - b);
  return best[Math.max(Math.ceil((best.length * percent) / 100), 1) - 1] * 1000;
}

function emptyMeasurement() {
  let least = Infinity;
  for (let times = 0; times < 10_000; times += 1) {
    const start = now();
    least = Math.min(least, now() - start);
  }
  return least;
}

function hitAt5(search, kinds) {
  const { queries } = kinds.find((kind) => kind.length === "3 terms" && kind.top === 5);
  const hits = queries.filter(({ text, target }) => search(text, 5).some(({ id }) => id === target));
  return hits.length / queries.length;
}

function measure(MiniSearch, plan, n) {
  const documents = lines(`documents-${n}.jsonl`).map(({ text }, id) => ({ id, text }));
  const queries = lines(`queries-${n}.jsonl`);
  const lengths = [...new Set(queries.map(({ length }) => length))];
  progress(`${n} documents, build: ${ENGINE}`);
  const [search, buildTime] = bestBuild(MiniSearch, documents, plan.build_budget_ms);
  const kinds = plan.tops.flatMap((top) =>
    lengths.map((length) => {
      const own = queries.filter((query) => query.length === length);
      return { length, top, queries: own, best: own.map(() => Infinity), isClosed: false };
    }),
  );
  const empty = emptyMeasurement();
  for (let turn = 1; turn <= plan.rounds; turn += 1) {
    progress(`${n} documents, round ${turn} of ${plan.rounds}: ${ENGINE}`);
    for (const kind of kinds) round(search, kind, empty, plan.budget_ms);
  }
  const hits = hitAt5(search, kinds);
  for (const kind of kinds) {
    show({
      engine: ENGINE,
      documents: n,
      build_ms: rounded(buildTime, 4),
      hit_at_5: rounded(hits, 4),
      length: kind.length,
      top: kind.top,
      queries: kind.queries.length,
      p50: rounded(percentile(kind, 50), 3),
      p99: rounded(percentile(kind, 99), 3),
    });
  }
}

// The package is found through NODE_PATH: nothing is installed beside this file.
function load() {
  try {
    return createRequire(import.meta.url)("minisearch");
  } catch (error) {
    progress(`${ENGINE} is left out: ${error.message}`);
    show({ engine: ENGINE, missing: error.message.split("\n")[0] });
    return undefined;
  }
}

const MiniSearch = load();
if (MiniSearch) {
  const plan = JSON.parse(read("plan.json"));
  for (const n of plan.sizes) measure(MiniSearch, plan, n);
}
