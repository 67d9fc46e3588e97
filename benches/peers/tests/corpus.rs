//! The documents and queries are the same on every machine, and like those of real tools.

use peers::corpus::{Corpus, FUNCTION_WORDS, Queries};
use peers::plan::Length;
use sha2::{Digest, Sha256};

/// Fails where a change of the generator makes figures of another day incomparable.
#[test]
fn a_thousand_documents_are_these() {
    let corpus = Corpus::new(1_000);
    let mut digest = Sha256::new();
    for (doc, words) in corpus.written.iter().zip(&corpus.documents) {
        let text = doc.description.as_deref().unwrap_or_default();
        digest.update(format!("{}\n{text}\n{:?}\n{}\n", doc.id, doc.parameters, words.merged));
    }
    let queries = Queries::new(&corpus, 100);
    for length in Length::ALL {
        for query in queries.of(length) {
            digest.update(format!("{length} {} {:?}\n", query.text, query.target));
        }
    }
    let digest: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(digest, "2b2cd7600eddc8eba20d8051047f25c15e53528b5b6cb8acff8c3c474caab646");
}

#[test]
fn a_document_has_the_size_of_a_real_one() {
    for n in [100, 10_000] {
        let corpus = Corpus::new(n);
        let mean = corpus.text_bytes() / n;
        assert!((160..=180).contains(&mean), "{mean} bytes");
        let frequent = |word: &str| {
            corpus.documents.iter().filter(|document| document.merged.split(' ').any(|other| other == word)).count()
        };
        assert_eq!(frequent("the"), n);
        assert!((n / 16..n / 2).contains(&frequent("file")), "{}", frequent("file"));
    }
}

/// What is written and what the peers read are the same words.
#[test]
fn written_and_plain_words_are_the_same() {
    let corpus = Corpus::new(300);
    for (doc, plain) in corpus.written.iter().zip(&corpus.documents) {
        let labels = |labels: &[String]| labels.join(" ");
        let written = [
            doc.id.as_str().to_owned(),
            labels(&doc.aliases),
            labels(&doc.tags),
            doc.description.clone().unwrap_or_default(),
            labels(&doc.parameters),
        ];
        for (written, plain) in written.iter().zip(&plain.fields) {
            let words: Vec<String> = written
                .split(|c: char| !c.is_ascii_alphanumeric())
                .filter(|word| !word.is_empty())
                .map(str::to_ascii_lowercase)
                .collect();
            assert_eq!(words.join(" "), *plain);
        }
    }
}

#[test]
fn a_query_has_its_length_and_the_words_of_its_document() {
    let corpus = Corpus::new(1_000);
    let queries = Queries::new(&corpus, 50);
    for (length, terms, own) in
        [(Length::Terms(1), 1, 1), (Length::Terms(3), 3, 3), (Length::Terms(8), 8, 6), (Length::Terms(16), 16, 6)]
    {
        assert_eq!(queries.of(length).len(), 50);
        for query in queries.of(length) {
            let mut words: Vec<&str> = query.text.split(' ').collect();
            let target = &corpus.documents[query.target.unwrap() as usize];
            let of_target = words.iter().filter(|&&word| target.merged.split(' ').any(|other| other == word)).count();
            assert!(of_target >= own, "{}: {of_target} of {}", query.text, target.merged);
            words.sort_unstable();
            words.dedup();
            assert_eq!(words.len(), terms, "{}", query.text);
            assert!(!words.iter().any(|word| FUNCTION_WORDS.contains(word)), "{}", query.text);
        }
    }
    assert_eq!(queries.of(Length::Worst).len(), 16);
    assert!(queries.of(Length::Worst).iter().all(|query| query.text.split(' ').count() == 16));
}
