//! Words that the tools of real servers use, the frequent ones first.

/// Servers, the first half of an id.
pub(super) const SERVERS: &str = "\
     github slack notion stripe jira gitlab linear figma asana trello hubspot airtable zendesk shopify discord \
     telegram gmail outlook dropbox salesforce confluence postgres mongodb redis kafka grafana prometheus datadog \
     sentry cloudflare vercel netlify docker kubernetes terraform azure twilio sendgrid mailchimp intercom spotify \
     youtube reddit puppeteer playwright filesystem chrome obsidian";

/// What tools do.
pub(super) const VERBS: &str = "\
     get list create update delete search find add remove send read write fetch query set run check generate \
     retrieve upload download export import open start stop cancel publish archive restore move copy rename merge \
     convert validate verify analyze summarize translate extract compare count calculate estimate render preview \
     inspect describe explain assign approve reject resolve reopen invite enable disable configure connect \
     disconnect subscribe schedule trigger execute deploy rollback scale restart monitor track log sync replicate \
     encrypt decrypt sign revoke rotate refund charge capture transfer reserve book click scroll navigate";

/// What tools are about.
pub(super) const THINGS: &str = "\
     file user data message issue page document project record task name text event comment team channel image \
     report repository branch table database request field item customer account order invoice payment contact \
     email calendar folder path content result key value type date time label tag link url version release workflow \
     job build pipeline test commit pull review board card member group organization workspace role permission \
     token session webhook template form sheet column row cell chart dashboard metric alert incident ticket status \
     priority deadline milestone sprint backlog notification subscription product price catalog inventory cart \
     shipment address country city location map route weather forecast temperature article post thread reply \
     reaction attachment photo video audio playlist album artist song transcript subtitle caption summary \
     translation language sentence keyword index collection schema migration snapshot backup cluster node server \
     container service volume network domain certificate secret variable environment configuration setting feature \
     flag experiment model prompt embedding vector dataset notebook filter cursor limit offset range sort format \
     encoding header body response error exception stack trace span profile benchmark memory disk cpu threadpool \
     queue topic partition consumer producer stream batch cache lock transaction ledger balance currency exchange \
     stock portfolio trade quote budget expense receipt tax payroll employee candidate interview resume department \
     manager vacation meeting agenda attendee room reminder note bookmark highlight outline chapter author \
     publisher library package dependency vulnerability patch license policy audit compliance contract signature \
     approval draft revision history diff conflict fork mirror gist snippet module function method symbol reference \
     definition diagram shape layer component color font icon theme layout viewport screenshot element selector \
     button input cookie browser tab window proxy socket port protocol packet device sensor camera battery firmware \
     recipe ingredient nutrition flight hotel passenger ticketing seat campaign audience segment funnel conversion \
     lead deal";

/// The endings of parameters.
pub(super) const PARAMETERS: [&str; 12] =
    ["id", "name", "type", "limit", "path", "date", "format", "filter", "cursor", "mode", "count", "text"];

/// Words that carry no topic. Queries have none: some engines leave them out.
pub const FUNCTION_WORDS: [&str; 12] = ["the", "a", "of", "to", "for", "in", "by", "with", "and", "from", "on", "an"];
