//! The catalogue of an invented company, for the first minute with the program.

use toolsift::catalog::{Author, CatalogError, Entry, parse};

/// The host's own tools.
const OWN: (&str, &str) = ("sample/own.json", include_str!("../sample/own.json"));

/// One file for each third-party server.
const SERVERS: [(&str, &str); 10] = [
    ("sample/calendium.json", include_str!("../sample/calendium.json")),
    ("sample/chattergull.json", include_str!("../sample/chattergull.json")),
    ("sample/dealflow.json", include_str!("../sample/dealflow.json")),
    ("sample/ledgerly.json", include_str!("../sample/ledgerly.json")),
    ("sample/pagewright.json", include_str!("../sample/pagewright.json")),
    ("sample/routegrove.json", include_str!("../sample/routegrove.json")),
    ("sample/signwharf.json", include_str!("../sample/signwharf.json")),
    ("sample/snagboard.json", include_str!("../sample/snagboard.json")),
    ("sample/staffhearth.json", include_str!("../sample/staffhearth.json")),
    ("sample/tariffold.json", include_str!("../sample/tariffold.json")),
];

/// Reads the sample like any other catalogue.
pub(crate) fn entries() -> Result<Vec<Entry>, CatalogError> {
    let mut entries = parse(OWN.1.as_bytes(), OWN.0, Author::Host)?;
    for (name, text) in SERVERS {
        entries.append(&mut parse(text.as_bytes(), name, Author::ThirdParty)?);
    }
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;
    use toolsift::catalog::Catalog;

    #[test]
    fn the_sample_is_large_enough_to_need_a_search() {
        let mut catalog = Catalog::new();
        catalog.add(entries().unwrap()).unwrap();
        assert!(catalog.len() >= 80, "{} tools", catalog.len());
        let charge = catalog.get("charge_invoice").unwrap();
        assert!(charge.origin.is_none() && charge.aliases.iter().any(|alias| alias == "bill the customer"));
        assert!(catalog.get("dealflow__smart_assistant").unwrap().origin.is_some());
    }
}
