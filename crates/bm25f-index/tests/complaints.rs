//! What users of other tool searches complained about, as tests of the index. The ids are those of the acceptance list.

#[cfg(test)]
mod common;

#[cfg(test)]
mod peers {
    use std::sync::Arc;

    use toolsift_bm25f_index::{Bm25fRanker, EXACT_SCORE, Strength};
    use toolsift_core::{SearchDoc, ToolRanker};
    use toolsift_tokenizer::Stopwords;

    use crate::common::{With, doc, found, ids, index};

    /// A prefix that a gateway gives, in front of a local name.
    fn mcp(server: &str, tool: &str) -> SearchDoc {
        let mut doc = doc(&format!("mcp__{server}__{tool}"));
        doc.namespace = Some(format!("mcp__{server}"));
        doc
    }

    fn exact(index: &toolsift_bm25f_index::Index, query: &str) -> Vec<String> {
        let answer = index.search(query, &Stopwords::default(), usize::MAX);
        answer.hits.iter().filter(|hit| hit.exact).map(|hit| hit.id.to_string()).collect()
    }

    /// S1: six names written out, among five hundred tools of the same words: all six come first, as far as the limit reaches.
    #[test]
    fn six_exact_names() {
        let six = ["create_issue", "list_issues", "get_issue", "close_issue", "lock_issue", "label_issue"];
        let mut docs: Vec<SearchDoc> = six.iter().map(|id| doc(id)).collect();
        let text = "create list get close lock label issue issues";
        docs.extend((0..500).map(|i| doc(&format!("issue_tool_{i}")).described(text).tagged(&[text]).called(&[text])));
        let index = index(&docs);
        let query = format!("I need {}", six.join(", "));
        assert_eq!(found(&index, &query)[..6], six, "in the order of the query");
        assert_eq!(exact(&index, &query), six);
        for limit in [1, 5, 6] {
            let answer = index.search(&query, &Stopwords::default(), limit);
            assert_eq!(answer.hits.iter().map(|hit| hit.id.as_str()).collect::<Vec<_>>(), six[..limit]);
        }
    }

    /// S1: an id in quotes, brackets, at the end of a sentence or glued to another is still the id.
    #[test]
    fn an_id_in_a_sentence() {
        let index = index(&[doc("create_issue"), doc("ns:read.file"), doc("send-mail"), doc("issue_create_form")]);
        for query in
            ["`create_issue`", "(create_issue)", "call create_issue.", "\"create_issue\"?", "create_issue,send_x"]
        {
            assert_eq!(exact(&index, query), ["create_issue"], "{query}");
        }
        assert_eq!(exact(&index, "use <ns:read.file>; then send-mail: done"), ["ns:read.file", "send-mail"]);
        assert_eq!(exact(&index, "create issue_create"), [""; 0], "a piece of an id is none");
        assert_eq!(exact(&index, "CREATE_ISSUE now"), [""; 0], "ids are compared byte for byte");
    }

    /// S3, S4: whole terms match, never parts of words, and `me` is not erased from a name.
    #[test]
    fn get_me_is_not_comment() {
        let mut docs = vec![
            doc("github_get_me").described("Details of the user."),
            doc("github_add_comment"),
            doc("get_team_members"),
        ];
        docs.push(doc("add_issue_comment").described("Comments on documents."));
        let index = index(&docs);
        assert_eq!(found(&index, "get me"), ["get_team_members", "github_get_me"], "without its stopword, a tie");
        assert_eq!(found(&index, "me"), ["github_get_me"]);
        assert_eq!(ids(&index, "me", &Stopwords::none()), ["github_get_me"]);
        docs[0].namespace = Some("github".to_owned());
        let declared = self::index(&docs);
        assert_eq!(exact(&declared, "get me"), ["github_get_me"], "the local name, with the stopword in it");
        assert_eq!(exact(&declared, "please call get_me for me"), ["github_get_me"]);
    }

    /// S5: a local name finds its tool behind a long prefix, ahead of tools that only share its words.
    #[test]
    fn a_long_server_prefix() {
        let ask = "mcp__plugin_oh-my-claudecode_x__ask_codex";
        let index = index(&[mcp("plugin_oh-my-claudecode_x", "ask_codex"), doc("ask_user"), doc("codex_ask_help")]);
        for query in ["ask_codex", "ask codex", "please ask_codex about it"] {
            assert_eq!(found(&index, query)[0], ask, "{query}");
            assert_eq!(exact(&index, query), [ask], "{query}");
        }
    }

    /// S8: an exact name finds its tool, wherever it came from and whatever separators its id has.
    #[test]
    fn every_kind_is_found_by_its_name() {
        let docs = [
            doc("host_tool"),
            mcp("files", "read_text"),
            doc("math.hypot_of"),
            doc("skill/pdf-forms"),
            doc("a:b_c").untrusted(),
        ];
        let index = index(&docs);
        for doc in &docs {
            assert_eq!(found(&index, doc.id.as_str())[0], doc.id.as_str());
            assert_eq!(exact(&index, doc.id.as_str())[0], doc.id.as_str());
        }
    }

    /// S11: the telling word is named as unmatched; what shares only the common verb is weak.
    #[test]
    fn a_word_that_no_tool_has() {
        let docs: Vec<SearchDoc> = (0..20).map(|i| doc(&format!("create_thing{i}"))).collect();
        let index = index(&docs);
        let answer = index.search("create a podcast", &Stopwords::default(), 5);
        assert_eq!(answer.unmatched, ["podcast"]);
        assert!(answer.hits.iter().all(|hit| hit.strength == Strength::Weak));
        let none = index.search("podcast", &Stopwords::default(), 5);
        assert!(none.hits.is_empty());
        assert_eq!(none.unmatched, ["podcast"]);
    }

    /// S12: every word exists, no tool has two of them: all hits are weak, and each says what it has.
    #[test]
    fn scattered_words() {
        let words = ["calendar", "invoice", "deploy", "translate", "weather"];
        let docs = words.map(|word| doc(&format!("{word}_{word}x")));
        let index = index(&docs);
        let query = words.join(" then ");
        let answer = index.search(&query, &Stopwords::default(), 9);
        assert_eq!(answer.hits.len(), 5);
        assert!(answer.hits.iter().all(|hit| hit.strength == Strength::Weak && !hit.exact));
        for (doc, word) in docs.iter().zip(words) {
            let why = index.explain(&query, &Stopwords::default(), doc).unwrap();
            let matched: Vec<&str> =
                why.terms.iter().filter(|term| !term.fields.is_empty()).map(|term| term.term.as_str()).collect();
            assert_eq!(matched, [word]);
        }
    }

    /// S13: two words rank the one that has both first, and their order or the catalogue's is of no matter.
    #[test]
    fn two_words() {
        let mut docs = vec![
            doc("archive").described("Packs a document."),
            doc("docx").described("Reads and writes a Word document."),
            doc("pptx").described("Reads and writes slides."),
            doc("xlsx").described("Reads and writes a sheet document."),
        ];
        for _ in 0..docs.len() {
            for query in ["docx document", "document docx", "a DOCX for documents"] {
                assert_eq!(found(&index(&docs), query), ["docx", "archive", "xlsx"], "{query}");
            }
            docs.rotate_left(1);
        }
    }

    /// S14: the name of a provider finds its tools, in the id, as a declared namespace in front of it or beside it.
    #[test]
    fn the_name_of_a_server() {
        let mut declared = doc("scrape_page");
        declared.namespace = Some("Firecrawl".to_owned());
        let mut full = doc("crawl_site");
        full.namespace = Some("firecrawl".to_owned());
        full.tags = (0..16).map(|i| format!("tag {i}")).collect();
        let index = index(&[declared, full, mcp("firecrawl", "map"), doc("other_tool")]);
        let mut hits = found(&index, "firecrawl");
        hits.sort_unstable();
        assert_eq!(hits, ["crawl_site", "mcp__firecrawl__map", "scrape_page"]);
    }

    /// An operator's keyword ranks its tool first, ahead of tools that have the words in their names and descriptions.
    #[test]
    fn an_alias_of_the_operator() {
        let docs = [
            doc("web_search_advanced_exa").called(&["deep search"]),
            doc("image_search_tool").described("Search for deep images."),
            doc("deep_copy"),
            doc("create_case").called(&["file a ticket"]),
            doc("create_file"),
        ];
        let index = index(&docs);
        assert_eq!(found(&index, "deep search")[0], "web_search_advanced_exa");
        assert_eq!(found(&index, "file a ticket")[0], "create_case");
    }

    /// S18: a plural finds the singular; an id is its own first hit.
    #[test]
    fn plurals_and_ids() {
        let index = index(&[doc("create_issue"), doc("issues_report").described("issues issues"), doc("list")]);
        assert!(found(&index, "issues").contains(&"create_issue".to_owned()));
        assert_eq!(found(&index, "issue"), found(&index, "issues"));
        for id in ["create_issue", "issues_report", "list"] {
            assert_eq!(exact(&index, id), [id]);
            assert_eq!(found(&index, &format!("  {id}\n"))[0], id);
        }
        assert_eq!(exact(&index, "list the issues"), [""; 0], "a plain word inside a longer query names nothing");
    }

    /// S19, S20, S21: scripts without spaces, letters with marks, and another alphabet.
    #[test]
    fn other_languages() {
        let index = index(&[
            doc("wechat_reader").described("读取公众号的文章"),
            doc("image_generate").called(&["tạo ảnh"]),
            doc("portfolio").described("покажи мой портфель"),
            doc("portfolio_en").described("Shows the user's holdings."),
        ]);
        for (query, id) in [("公众号", "wechat_reader"), ("tạo ảnh", "image_generate"), ("Портфель", "portfolio")]
        {
            assert_eq!(found(&index, query), [id], "{query}");
        }
        assert_eq!(found(&index, "t o nh"), [""; 0], "nothing is shredded");
    }

    /// S57: a hit carries the id as it was written, though its words are folded.
    #[test]
    fn ids_come_back_as_written() {
        let written = ["GitHub__Create_ISSUES", "Ｆｕｌｌ_width", "a b", "z\u{ad}ero", "STRASSE_Straße"];
        let index = index(&written.map(doc));
        for (query, id) in [("create issue", 0), ("full", 1), ("zero", 3), ("straße", 4)] {
            assert_eq!(found(&index, query), [written[id]], "{query}");
        }
    }

    /// S61: a description that names another tool gets a bounded score and never comes before that tool.
    #[test]
    fn a_description_that_names_another_tool() {
        let mut docs: Vec<SearchDoc> =
            (0..50).map(|i| doc(&format!("filler_tool{i}")).described("some other words")).collect();
        docs.push(doc("create_invoice").described("Creates an invoice."));
        docs.push(doc("evil").described(&"create_invoice create invoice ".repeat(40)));
        let index = index(&docs);
        for query in ["create_invoice", "create invoice", "an invoice to create", "create", "invoice"] {
            let answer = index.search(query, &Stopwords::default(), 9);
            assert_eq!(answer.hits[0].id.as_str(), "create_invoice", "{query}");
            let evil = answer.hits.iter().find(|hit| hit.id.as_str() == "evil").unwrap();
            assert!(!evil.exact && evil.score < answer.hits[0].score, "{query}");
        }
    }

    /// S68: five words, none of them required: tools are ranked by how many they have.
    #[test]
    fn partial_matches_rank() {
        let index = index(&[doc("create_class_map"), doc("update_package_map"), doc("class_create_slots"), doc("map")]);
        assert_eq!(
            found(&index, "class create slots update package"),
            ["class_create_slots", "update_package_map", "create_class_map"]
        );
    }

    /// S78, S79: whatever is asked, ids are those of the documents; without a hit the answer is empty and no error.
    #[test]
    fn only_documents_are_found() {
        let docs = [doc("send_mail"), doc("get_me")];
        let ranker = Bm25fRanker::new(Arc::new(index(&docs)), Stopwords::default());
        for query in ["send_mail get_me no_such_tool", "no_such_tool", "", "?!", "the", "mail"] {
            let hits = ranker.rank(query, usize::MAX).unwrap();
            assert!(hits.iter().all(|hit| docs.iter().any(|doc| doc.id == hit.id)), "{query:?}");
        }
        assert!(ranker.rank("no such tool", 5).unwrap().is_empty());
        assert_eq!(ranker.rank("send_mail", 5).unwrap()[0].score.to_bits(), EXACT_SCORE.to_bits());
    }

    /// S5, S8: an un-vouched tool is named by its full id alone: not by its local name, nor by the words of its id.
    #[test]
    fn a_squatter_is_not_named() {
        let trusted = mcp("bank", "send_money");
        let squatters = [mcp("evil", "send_money").untrusted(), doc("evil__send-money").untrusted()];
        let index = index(&[vec![trusted], squatters.to_vec()].concat());
        for query in ["send_money", "send money", "please send_money now"] {
            assert_eq!(exact(&index, query), ["mcp__bank__send_money"], "{query}");
        }
        for query in ["evil send money", "mcp evil send money", "send-money"] {
            assert!(!exact(&index, query).iter().any(|id| id.contains("evil")), "{query}");
        }
        assert_eq!(exact(&index, "call mcp__evil__send_money"), ["mcp__evil__send_money"]);
        let alone = self::index(&squatters);
        assert_eq!(exact(&alone, "send_money"), [""; 0], "not even where nobody else has the name");
        assert_eq!(exact(&alone, "evil send money"), [""; 0]);
    }

    /// S8: a local name of two trusted tools names neither; their words rank as ever.
    #[test]
    fn a_shared_local_name_names_nobody() {
        let index = index(&[mcp("github", "create_issue"), mcp("gitlab", "create_issue"), doc("close_issue")]);
        for query in ["create_issue", "create issue"] {
            assert_eq!(exact(&index, query), [""; 0], "{query}");
            assert_eq!(
                found(&index, query)[..2],
                ["mcp__github__create_issue", "mcp__gitlab__create_issue"],
                "{query}"
            );
        }
        assert_eq!(exact(&index, "mcp gitlab create issue"), ["mcp__gitlab__create_issue"]);
    }
}
