//! `${VAR}` in values.

/// Longest value after its variables were replaced, in bytes: what Linux takes for one argument of a process (`MAX_ARG_STRLEN`, 32 pages).
pub(super) const MAX_VALUE_BYTES: usize = 131_072;

/// A value with its variables replaced: `${VAR}` and `${env:VAR}` (VS Code, Cursor), `${VAR:-default}` (Claude). What a variable holds is not looked at again, and a `$` without `{` stands for itself.
///
/// The error is a problem without the value: it names the variable only.
pub(super) fn expand(value: &str, variable: &dyn Fn(&str) -> Option<String>) -> Result<String, String> {
    let mut out = String::with_capacity(value.len());
    let mut rest = value;
    while let Some((before, after)) = rest.split_once("${") {
        out.push_str(before);
        let (inside, behind) = after.split_once('}').ok_or("has a `${` without a `}`")?;
        let (name, default) = match inside.split_once(":-") {
            Some((name, default)) => (name, Some(default)),
            None => (inside, None),
        };
        let name = name.strip_prefix("env:").unwrap_or(name);
        let is_name = |name: &str| {
            let mut bytes = name.bytes();
            bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
                && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        };
        if !is_name(name) {
            return Err("has a `${…}` that is no environment variable".to_owned());
        }
        match (variable(name), default) {
            (Some(text), _) if !text.is_empty() || default.is_none() => out.push_str(&text),
            (_, Some(default)) => out.push_str(default),
            (_, None) => return Err(format!("needs the environment variable {name}, which is not set")),
        }
        rest = behind;
    }
    out.push_str(rest);
    if out.len() > MAX_VALUE_BYTES {
        return Err(format!("comes to more than {MAX_VALUE_BYTES} bytes"));
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_replaced_once() {
        let variable = |name: &str| match name {
            "A" => Some("one".to_owned()),
            "NESTED" => Some("${A}".to_owned()),
            "EMPTY" => Some(String::new()),
            _ => None,
        };
        for (value, expected) in [
            ("", Ok("")),
            ("plain $A $", Ok("plain $A $")),
            ("${A}", Ok("one")),
            ("x${A}y${env:A}", Ok("xoneyone")),
            ("${NESTED}", Ok("${A}")),
            ("${EMPTY}", Ok("")),
            ("${EMPTY:-d}", Ok("d")),
            ("${NO:-d:-e}", Ok("d:-e")),
            ("${NO:-}", Ok("")),
            ("${A:-d}", Ok("one")),
            ("${NO}", Err("needs the environment variable NO, which is not set")),
            ("${A", Err("has a `${` without a `}`")),
            ("${input:token}", Err("has a `${…}` that is no environment variable")),
            ("${}", Err("has a `${…}` that is no environment variable")),
            ("${9}", Err("has a `${…}` that is no environment variable")),
        ] {
            assert_eq!(expand(value, &variable).as_deref().map_err(String::as_str), expected, "{value}");
        }
        let long = |_: &str| Some("x".repeat(MAX_VALUE_BYTES));
        assert!(expand("${A}", &long).is_ok() && expand("${A}.", &long).is_err());
    }
}
