//! Text and its terms, by hand.

use toolsift_tokenizer::{MAX_FIELD_CHARS, MAX_TERM_CHARS, terms};

fn check(rows: &[(&str, &[&str])]) {
    for (text, expected) in rows {
        assert_eq!(terms(text, MAX_FIELD_CHARS), *expected, "{text:?}");
    }
}

/// ADR-052, ADR-053, ADR-054, C2-24: identifiers of every style.
#[test]
fn identifiers() {
    check(&[
        ("createPullRequest", &["create", "pull", "request"]),
        ("create_pull_request", &["create", "pull", "request"]),
        ("create-pull-request", &["create", "pull", "request"]),
        ("github:create_pr", &["github", "create", "pr"]),
        ("math.hypot/v2", &["math", "hypot", "v2"]),
        ("HTTPServer", &["http", "server"]),
        ("getURLForID", &["get", "url", "for", "id"]),
        ("IPv4Addr", &["i", "pv4", "addr"]),
        ("uart0", &["uart0"]),
        ("s3Bucket", &["s3", "bucket"]),
        ("oauth2", &["oauth2"]),
        ("base64", &["base64"]),
        ("OAuth2Token", &["o", "auth2", "token"]),
        ("a1B2", &["a1", "b2"]),
        ("URLs", &["url"]),
        ("listAPIs", &["list", "api"]),
        ("PRs,IDs", &["prs", "ids"]),
        ("APIsList", &["api", "list"]),
        ("IPsec", &["i", "psec"]),
        ("PDFs2", &["pd", "fs2"]),
        ("A", &["a"]),
        ("ABC", &["abc"]),
        ("aBC", &["a", "bc"]),
        ("ABc", &["a", "bc"]),
        ("__x__", &["x"]),
    ]);
}

/// ADR-050, C2-28: one form for what looks alike, and no look-alike of another alphabet.
#[test]
fn compatibility_forms() {
    check(&[
        ("ＲＥＡＤ＿ＦＩＬＥ", &["read", "file"]),
        ("𝐫𝐞𝐚𝐝", &["read"]),
        ("Ⓡⓔⓐⓓ", &["read"]),
        ("ⓡⓔⓐⓓ", &["read"]),
        ("ﬁle", &["file"]),
        ("①②", &["12"]),
        ("ＪＳＯＮ", &["json"]),
        ("rеad_file", &["rеad", "file"]),
        ("e\u{301}te\u{301}", &["été"]),
        ("½", &["1", "2"]),
    ]);
    assert_ne!(terms("rеad", 10), terms("read", 10), "a Cyrillic letter is another letter");
}

/// ADR-051, C2-18, C2-19: full case folding, the same in every locale and position.
#[test]
fn case() {
    for spellings in [
        ["STRASSE", "Straße", "straße", "STRAẞE"].as_slice(),
        &["ΟΔΥΣΣΕΥΣ", "οδυσσευς", "οδυσσευσ"],
        &["ПЕРСПЕКТИВА", "перспектива"],
        &["İstanbul", "i\u{307}stanbul"],
    ] {
        for spelling in spellings {
            assert_eq!(terms(spelling, 100), terms(spellings[0], 100), "{spelling}");
        }
    }
    check(&[("ΟΔΥΣΣΕΥΣ", &["οδυσσευσ"]), ("STRAẞE", &["strass"]), ("İ", &["i\u{307}"])]);
}

/// ADR-056, S19, S20, S21, C2-23: other scripts, without a panic and without shredding.
#[test]
fn scripts() {
    check(&[
        ("тЦ", &["т", "ц"]),
        ("ПЕРСПЕКТИВА24", &["перспектива24"]),
        ("покажи мой портфель", &["покажи", "мой", "портфель"]),
        ("tạo ảnh", &["tạo", "ảnh"]),
        ("हिन्दी", &["हिन्दी"]),
        ("公众号", &["公众", "众号"]),
        ("查", &["查"]),
        ("用于三灯头", &["用于", "于三", "三灯", "灯头"]),
        ("PDF文件v2", &["pdf", "文件", "v2"]),
        ("買い物リスト", &["買い", "い物", "物リ", "リス", "スト"]),
        ("ﾘｽﾄ", &["リス", "スト"]),
        ("데이터", &["데이", "이터"]),
        ("ข้อมูล", &["ข\u{e49}", "\u{e49}อ", "อม", "ม\u{e39}", "\u{e39}ล"]),
        ("日本X", &["日本", "x"]),
        ("文 件", &["文", "件"]),
    ]);
}

/// C2-26, C2-27: hidden characters neither split a word nor hide in it; a flag's tag text is gone.
#[test]
fn hidden_characters() {
    check(&[
        ("re\u{200B}ad", &["read"]),
        ("re\u{AD}ad", &["read"]),
        ("\u{202E}read\u{202C}", &["read"]),
        ("re\u{3164}ad", &["read"]),
        ("\u{1F3F4}\u{E0067}\u{E0062}\u{E007F}", &[]),
        ("read\u{E0020}\u{E0069}\u{E0067}", &["read"]),
    ]);
}

/// ADR-067: the 33rd character of a term is dropped.
#[test]
fn a_long_term_is_cut() {
    assert_eq!(terms(&"x".repeat(40), 100), ["x".repeat(MAX_TERM_CHARS)]);
    assert_eq!(terms(&"é".repeat(40), 100), ["é".repeat(MAX_TERM_CHARS)]);
    // The plural folds first: of 34 characters two go, one letter is replaced, and the term is as long as allowed.
    assert_eq!(terms(&format!("{}ies", "x".repeat(31)), 100), [format!("{}y", "x".repeat(31))]);
}

/// ADR-068, C2-13, C2-15: expansion and floods of marks are cut, before and after normalising.
#[test]
fn expansion_is_bounded() {
    let fdfa = terms("ﷺ", MAX_FIELD_CHARS);
    assert_eq!(fdfa, ["صلى", "الله", "عليه", "وسلم"]);
    assert_eq!(terms("(ﷺ)(ﷺ)(ﷺ)(ﷺ)", MAX_FIELD_CHARS), [fdfa.as_slice(); 4].concat());
    assert_eq!(
        terms("㎞㌻㌵㍑㍑", MAX_FIELD_CHARS),
        ["km", "ペー", "ージ", "ジフ", "フラ", "ラン", "ンリ", "リッ", "ット", "トル", "ルリ", "リッ", "ット", "トル"]
    );
    // 2,000 of them would be 36,000 characters; at 18 each, three of them spaces, 111 whole ones and a piece remain.
    assert_eq!(terms(&"ﷺ".repeat(2_000), MAX_FIELD_CHARS).len(), 111 * 3 + 1);
    let marks = format!("a{}", "\u{301}\u{327}".repeat(512 * 1024));
    assert_eq!(terms(&marks, MAX_FIELD_CHARS).len(), 1);
    let late = format!("{} late", "x ".repeat(1_000));
    assert!(!terms(&late, MAX_FIELD_CHARS).contains(&"late".to_owned()));
    assert!(terms(&late, MAX_FIELD_CHARS + 5).contains(&"late".to_owned()));
}
