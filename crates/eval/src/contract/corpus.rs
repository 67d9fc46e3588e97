//! The documents and the questions of the suite.

use toolsift_core::limits::MAX_ID_CHARS;
use toolsift_core::{SearchDoc, Standing, ToolId};

/// Longer than any ranker of the family reads a field (2 000 characters, ADR 0125, D6).
const LONG_TEXT_CHARS: usize = 4_000;

/// A question, and what a violation calls it.
pub(super) struct Question {
    pub(super) name: &'static str,
    pub(super) text: String,
}

/// Ids, descriptions and aliases. Several documents differ in nothing but their id, so that ties are certain.
const DOCUMENTS: [(&str, Option<&str>, &[&str]); 34] = [
    ("github__create_issue", Some("Create an issue in a repository."), &["open a ticket", "file a bug"]),
    ("gitlab__create_issue", Some("Create an issue in a repository."), &["open a ticket", "file a bug"]),
    ("gitea__create_issue", Some("Create an issue in a repository."), &["open a ticket", "file a bug"]),
    ("github__list_issues", Some("List the issues of a repository."), &[]),
    ("github__close_issue", Some("Close an issue."), &[]),
    ("jira.create_issue", Some("Create an issue in a project of the tracker."), &[]),
    ("linear/create_issue", Some("Create an issue for a team."), &[]),
    ("slack:send_message", Some("Send a message to a channel."), &["post in chat"]),
    ("teams:send_message", Some("Send a message to a channel."), &["post in chat"]),
    ("discord:send_message", Some("Send a message to a channel."), &["post in chat"]),
    ("matrix:send_message", Some("Send a message to a channel."), &["post in chat"]),
    ("send_message", None, &[]),
    ("sendMessage", None, &[]),
    ("SEND_MESSAGE", None, &[]),
    ("send-mail", Some("Send a mail to one or more people."), &["email somebody"]),
    ("charge_invoice", Some("Charges an open invoice."), &["bill the customer"]),
    ("refund_invoice", Some("Refunds a paid invoice."), &[]),
    ("facture_créer", Some("Créer une facture pour un client."), &["établir une facture"]),
    ("facture_cre\u{301}er", Some("Cre\u{301}er une facture pour un client."), &["e\u{301}tablir une facture"]),
    ("請求書を作成", Some("顧客の請求書を作成する。"), &["インボイス"]),
    ("创建发票", Some("为客户创建发票。"), &["开票"]),
    ("인보이스_만들기", Some("고객을 위한 인보이스를 만듭니다."), &[]),
    ("счёт_создать", Some("Создать счёт для клиента."), &[]),
    ("إنشاء_فاتورة", Some("إنشاء فاتورة للعميل."), &[]),
    ("İstanbul_straße", Some("ﬁnd a ﬂight to İSTANBUL from the Straße"), &["ＦＬＩＧＨＴ"]),
    // In UTF-16 the second of these sorts before the first.
    ("id_\u{ff5e}", Some("Send a message to a channel."), &[]),
    ("id_\u{1f600}", Some("Send a message to a channel."), &[]),
    ("empty", Some(""), &[""]),
    ("blank", Some(" \t\n"), &["  "]),
    ("punctuation", Some("?!... --- ###"), &["***"]),
    ("stopwords", Some("the of and to a in is it"), &["to be or not to be"]),
    ("control", Some("create\u{0}issue \u{1b}[31mred\u{7f} \u{202e}desrever"), &["\u{0}"]),
    ("the", None, &[]),
    ("_", None, &[]),
];

/// Every document of the suite.
pub(super) fn documents() -> Vec<SearchDoc> {
    let mut docs: Vec<SearchDoc> =
        DOCUMENTS.iter().filter_map(|(id, description, aliases)| document(id, *description, aliases)).collect();

    // Longer than any cap: of a field, of an id, of the number of terms.
    let sentence = "Create an issue and send a message about the invoice. ";
    let long = sentence.repeat(LONG_TEXT_CHARS / sentence.len() + 1);
    docs.extend(document("long_text", Some(&long), &[&long]));
    docs.extend(document("long_word", Some(&"é".repeat(LONG_TEXT_CHARS)), &[]));
    docs.extend(document(&"x".repeat(MAX_ID_CHARS), Some("Send a message to a channel."), &[]));

    let many = |word: &str| -> Vec<String> { (0..300).map(|n| format!("{word}{n} issue")).collect() };
    if let Some(mut doc) = document("many_entries", Some("Create an issue in a repository."), &[]) {
        doc.tags = many("tag");
        doc.aliases = many("alias");
        doc.parameters = many("parameter");
        docs.push(doc);
    }
    for (id, namespace) in [("notion_create_page", "notion"), ("other_create_page", "not in the id")] {
        if let Some(mut doc) = document(id, Some("Create a page."), &[]) {
            doc.namespace = Some(namespace.to_owned());
            doc.tags = vec!["wiki".to_owned()];
            doc.parameters = vec!["title".to_owned(), "The title of the page.".to_owned()];
            docs.push(doc);
        }
    }
    if let Some(mut doc) = document("untrusted__create_issue", None, &[]) {
        doc.standing = Standing::Untrusted;
        docs.push(doc);
    }
    docs
}

/// A document, unless the id is none: a test counts them.
fn document(id: &str, description: Option<&str>, aliases: &[&str]) -> Option<SearchDoc> {
    let mut doc = SearchDoc::new(ToolId::new(id).ok()?);
    doc.description = description.map(str::to_owned);
    doc.aliases = aliases.iter().map(|alias| (*alias).to_owned()).collect();
    Some(doc)
}

/// Every question of the suite.
pub(super) fn questions() -> Vec<Question> {
    const MEBIBYTE: usize = 1 << 20;
    let mut words = String::new();
    for n in 0.. {
        if words.len() >= MEBIBYTE {
            break;
        }
        words.push_str(&format!("w{n} "));
    }
    let texts: [(&'static str, &str); 18] = [
        ("an empty query", ""),
        ("a blank query", " \t\r\n\u{a0}\u{3000}"),
        ("punctuation only", "?!... --- ### \u{3001}\u{3002}"),
        ("stopwords only", "the of and to a in is it"),
        ("an ordinary query", "create an issue in the tracker"),
        ("a query with many ties", "send a message"),
        ("the id of a tool", "github__create_issue"),
        ("upper case", "CREATE ISSUE İSTANBUL STRASSE"),
        ("unknown words", "zyzzyva qwertyuiop zyzzyva"),
        ("known and unknown words", "create zyzzyva issue"),
        ("a repeated word", "issue issue issue issue issue issue"),
        ("another script", "請求書を作成する"),
        ("accents", "cre\u{301}er une facture pour l'été"),
        ("control characters", "create\u{0}issue \u{0}\u{1}\u{1b}[31m\u{7f}\u{85}"),
        ("invisible characters", "cre\u{200b}ate \u{202e}eussi\u{feff} \u{301}\u{301}"),
        ("the longest compatibility mapping", &"\u{fdfa}".repeat(600)),
        ("one word of 1 MiB", &"a".repeat(MEBIBYTE)),
        ("different words of 1 MiB", &words),
    ];
    texts.iter().map(|(name, text)| Question { name, text: (*text).to_owned() }).collect()
}

/// The documents in other orders, each with its name.
pub(super) fn permutations(docs: &[SearchDoc]) -> [(&'static str, Vec<SearchDoc>); 4] {
    let reversed = docs.iter().rev().cloned().collect();
    let mut rotated = docs.to_vec();
    rotated.rotate_left(docs.len() / 2);
    let dealt = (0..5).flat_map(|pile| docs.iter().skip(pile).step_by(5)).cloned().collect();
    let mut sorted = docs.to_vec();
    sorted.sort_by(|one, other| one.id.cmp(&other.id));
    [
        ("the documents in reverse", reversed),
        ("the documents cut in the middle", rotated),
        ("the documents dealt into five piles", dealt),
        ("the documents by id", sorted),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_document_is_lost_and_no_id_comes_twice() {
        let docs = documents();
        assert_eq!(docs.len(), 41);
        let mut ids: Vec<_> = docs.iter().map(|doc| doc.id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), 41);
    }

    #[test]
    fn every_permutation_is_another_order_of_the_same_documents() {
        let ids = |docs: &[SearchDoc]| docs.iter().map(|doc| doc.id.as_str().to_owned()).collect::<Vec<_>>();
        let mut orders = vec![ids(&documents())];
        for (name, docs) in permutations(&documents()) {
            let order = ids(&docs);
            assert!(!orders.contains(&order), "{name}");
            let (mut one, mut other) = (order.clone(), orders[0].clone());
            one.sort_unstable();
            other.sort_unstable();
            assert_eq!(one, other, "{name}");
            orders.push(order);
        }
    }

    #[test]
    fn the_long_questions_are_long() {
        let long = questions().iter().filter(|question| question.text.len() >= 1_048_576).count();
        assert_eq!(long, 2);
    }
}
