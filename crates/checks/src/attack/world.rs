//! The catalogue that is attacked: tools of twenty servers, made of word lists, and requests that mean them.

use toolsift::prelude::*;

use super::random::Random;
use super::realistic;

/// Hits of a page.
pub(super) const PAGE: usize = 5;

/// What is done, first as names say it, then as people do.
const VERBS: [[&str; 4]; 10] = [
    ["create", "make", "add", "set up"],
    ["list", "show all", "enumerate", "give me every"],
    ["get", "fetch", "look up", "read"],
    ["update", "change", "edit", "modify"],
    ["delete", "remove", "drop", "get rid of"],
    ["search", "find", "look for", "locate"],
    ["export", "download", "dump", "save"],
    ["assign", "hand over", "give", "allocate"],
    ["archive", "put away", "retire", "store"],
    ["validate", "verify", "check", "test"],
];

/// To what, in the same way.
const OBJECTS: [[&str; 3]; 50] = [
    ["invoice", "bill", "payment request"],
    ["payment", "transaction", "transfer"],
    ["customer", "client", "buyer"],
    ["order", "purchase", "basket"],
    ["report", "summary", "statement"],
    ["calendar", "agenda", "schedule"],
    ["branch", "fork", "line of development"],
    ["comment", "remark", "reply"],
    ["label", "tag", "marker"],
    ["project", "programme", "initiative"],
    ["task", "todo", "piece of work"],
    ["board", "kanban", "wall"],
    ["channel", "room", "chat"],
    ["attachment", "enclosure", "upload"],
    ["folder", "directory", "binder"],
    ["permission", "right", "access"],
    ["token", "credential", "key"],
    ["webhook", "callback", "notification url"],
    ["deployment", "rollout", "release"],
    ["pipeline", "build", "workflow"],
    ["artifact", "package", "binary"],
    ["container", "box", "pod"],
    ["cluster", "fleet", "group of nodes"],
    ["volume", "disk", "drive"],
    ["snapshot", "backup", "image"],
    ["metric", "measurement", "gauge"],
    ["alert", "alarm", "warning"],
    ["dashboard", "overview", "cockpit"],
    ["table", "relation", "sheet"],
    ["migration", "schema change", "conversion"],
    ["contract", "agreement", "deal"],
    ["tender", "bid", "offer"],
    ["payroll", "salary run", "wages"],
    ["employee", "colleague", "worker"],
    ["vacation", "holiday", "leave"],
    ["shipment", "delivery", "parcel"],
    ["route", "itinerary", "way"],
    ["warehouse", "depot", "stockroom"],
    ["supplier", "vendor", "seller"],
    ["refund", "reimbursement", "money back"],
    ["subscription", "membership", "plan"],
    ["coupon", "voucher", "discount"],
    ["ledger", "journal", "books"],
    ["account", "profile", "login"],
    ["budget", "allowance", "spending limit"],
    ["receipt", "proof of purchase", "slip"],
    ["signature", "sign-off", "autograph"],
    ["meeting", "call", "appointment"],
    ["flight", "plane trip", "air travel"],
    ["incident", "outage", "disruption"],
];

/// Of which kind.
const QUALIFIERS: [&str; 16] = [
    "draft",
    "overdue",
    "recurring",
    "internal",
    "public",
    "weekly",
    "archived",
    "shared",
    "pending",
    "regional",
    "temporary",
    "external",
    "primary",
    "historic",
    "sandbox",
    "priority",
];

const SERVERS: [&str; 20] = [
    "atlas", "birch", "cobalt", "delta", "ember", "fjord", "garnet", "harbor", "indigo", "juniper", "kestrel", "lumen",
    "mosaic", "nimbus", "onyx", "prairie", "quartz", "raven", "sierra", "tundra",
];

/// A catalogue and its requests.
#[derive(Debug, Clone)]
pub(super) struct World {
    /// Vouched for, every one.
    pub(super) tools: Vec<ToolDefinition>,
    /// By tool, the requests that mean it.
    pub(super) queries: Vec<Vec<String>>,
}

impl World {
    /// A thousand tools with five requests each.
    pub(super) fn generated() -> Self {
        let mut random = Random::new(41);
        let mut world = Self { tools: Vec::new(), queries: Vec::new() };
        for (place, object) in OBJECTS.iter().enumerate() {
            // Each object is done twenty things to: each verb plain and with a qualifier, on servers of its own.
            for (number, verb) in VERBS.iter().chain(&VERBS).enumerate() {
                let qualifier =
                    QUALIFIERS.get((place * 7 + number * 3) % QUALIFIERS.len()).filter(|_| number >= VERBS.len());
                let server = SERVERS.get((place + number) % SERVERS.len()).copied().unwrap_or_default();
                let [name, said @ ..] = verb;
                let [thing, things @ ..] = object;
                let kind = qualifier.map(|qualifier| format!("{qualifier}_")).unwrap_or_default();
                let spoken = qualifier.map(|qualifier| format!("{qualifier} ")).unwrap_or_default();
                let Ok(id) = ToolId::new(format!("{server}__{name}_{kind}{thing}")) else { continue };
                let mut tool = vouched(id);
                let synonym = random.one(things).copied().unwrap_or_default();
                let doing = random.one(said).copied().unwrap_or_default();
                tool.description =
                    Some(format!("Lets you {doing} a {spoken}{thing}, that is a {synonym}, in {server}.").into());
                let say = |verb: &str, thing: &str| format!("please {verb} the {spoken}{thing} for me");
                let queries = [
                    say(name, thing),
                    say(said.first().copied().unwrap_or_default(), thing),
                    say(said.get(1).copied().unwrap_or_default(), thing),
                    say(name, things.first().copied().unwrap_or_default()),
                    say(doing, synonym),
                ];
                world.tools.push(tool);
                world.queries.push(queries.to_vec());
            }
        }
        world
    }

    /// Sixty tools with one request each.
    pub(super) fn realistic() -> Self {
        let mut world = Self { tools: Vec::new(), queries: Vec::new() };
        for (id, description, query) in realistic::TOOLS {
            let Ok(id) = ToolId::new(id) else { continue };
            let mut tool = vouched(id);
            tool.description = Some(description.into());
            world.tools.push(tool);
            world.queries.push(vec![query.to_owned()]);
        }
        world
    }

    /// A search over these tools and some more.
    pub(super) fn searcher<'t>(
        &'t self,
        ranking: Ranking,
        more: impl IntoIterator<Item = &'t ToolDefinition>,
    ) -> Result<Searcher, toolsift::bm25f_index::IndexError> {
        searcher(ranking, self.tools.iter().chain(more))
    }
}

/// A search over some tools.
pub(super) fn searcher<'t>(
    ranking: Ranking,
    tools: impl IntoIterator<Item = &'t ToolDefinition>,
) -> Result<Searcher, toolsift::bm25f_index::IndexError> {
    let docs = tool_search_docs(tools, &Annotations::new());
    Searcher::build(&docs, &Params::default().with_ranking(ranking), Stopwords::default())
}

/// A third party's tool that the operator vouches for.
fn vouched(id: ToolId) -> ToolDefinition {
    let mut tool = remote(id);
    tool.trust_json_schema_text = true;
    tool
}

/// A third party's tool that nobody vouches for.
pub(super) fn remote(id: ToolId) -> ToolDefinition {
    let mut tool = ToolDefinition::new(id);
    tool.origin = Some(toolsift::contracts::Origin::Remote);
    tool
}

/// The best ids of a page.
pub(super) fn page(searcher: &Searcher, query: &str, limit: usize) -> Vec<ToolId> {
    searcher.search(query, limit).hits.into_iter().map(|hit| hit.id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_tools_as_promised() {
        for (world, tools, queries) in [(World::generated(), 1_000, 5), (World::realistic(), 60, 1)] {
            assert_eq!((world.tools.len(), world.queries.len()), (tools, tools));
            assert!(world.queries.iter().all(|of_one| of_one.len() == queries));
            assert!(world.searcher(Ranking::Plain, []).is_ok(), "each id once");
        }
    }
}
