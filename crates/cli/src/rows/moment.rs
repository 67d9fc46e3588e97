//! Dates and times of the command line, as seconds since 1970 in UTC.

use super::Refusal;

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// An offset from UTC, in seconds. East is positive.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Zone(i64);

impl Zone {
    /// Reads `UTC`, `Z`, or an offset such as `+02:00`. Names of places are refused: what they mean changes.
    pub(super) fn read(text: Option<&str>) -> Result<Self, Refusal> {
        match text {
            None | Some("UTC" | "Z") => Ok(Self::default()),
            Some(text) => offset(text).map(Self).ok_or(Refusal::BadZone),
        }
    }
}

/// A second, or the day that a date is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Moment {
    start: i64,
    is_day: bool,
}

impl Moment {
    /// Reads `2026-03-01`, or `2026-03-01T09:30` with or without seconds and with or without an offset of its own; the zone is meant where it has none.
    pub(super) fn read(text: Option<&str>, zone: Zone) -> Result<Option<Self>, Refusal> {
        text.map(|text| parse(text, zone).ok_or(Refusal::BadTime)).transpose()
    }

    /// The first second.
    pub(super) const fn first(self) -> i64 {
        self.start
    }

    /// The last second: a date lasts for its whole day.
    pub(super) const fn last(self) -> i64 {
        if self.is_day { self.start + DAY - 1 } else { self.start }
    }
}

fn parse(text: &str, zone: Zone) -> Option<Moment> {
    let (date, time) = match text.split_once('T') {
        Some((date, time)) => (date, Some(time)),
        None => (text, None),
    };
    let midnight = days(date)? * DAY;
    let Some(time) = time else { return Some(Moment { start: midnight - zone.0, is_day: true }) };
    let (time, zone) = match time.find(['Z', '+', '-']) {
        Some(at) => {
            let (time, zone) = time.split_at_checked(at)?;
            (time, if zone == "Z" { 0 } else { offset(zone)? })
        }
        None => (time, zone.0),
    };
    Some(Moment { start: midnight + seconds(time)? - zone, is_day: false })
}

/// The days from 1970-01-01 to a date of the years 1900 to 2999.
fn days(date: &str) -> Option<i64> {
    let mut parts = date.split('-');
    let (year, month, day) = (number(parts.next()?, 4)?, number(parts.next()?, 2)?, number(parts.next()?, 2)?);
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        _ => return None,
    };
    if parts.next().is_some() || !(1900..=2999).contains(&year) || !(1..=length).contains(&day) {
        return None;
    }
    // Years begin with March, so that the day that a leap year has more comes last.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    Some(365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 719_469)
}

/// The seconds of `09:30` or `09:30:15` since midnight.
fn seconds(time: &str) -> Option<i64> {
    let mut parts = time.split(':');
    let (hour, minute) = (number(parts.next()?, 2)?, number(parts.next()?, 2)?);
    let second = parts.next().map_or(Some(0), |second| number(second, 2))?;
    let is_time = hour < 24 && minute < 60 && second < 60 && parts.next().is_none();
    is_time.then_some(hour * HOUR + minute * MINUTE + second)
}

/// The seconds of `+02:00` or `-05:30`.
fn offset(text: &str) -> Option<i64> {
    let (sign, time) = match text.split_at_checked(1)? {
        ("+", time) => (1, time),
        ("-", time) => (-1, time),
        _ => return None,
    };
    (time.len() == 5).then(|| seconds(time))?.map(|seconds| sign * seconds)
}

fn number(text: &str, digits: usize) -> Option<i64> {
    let is_number = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, zone: &str) -> Option<(i64, i64)> {
        let moment = Moment::read(Some(text), Zone::read(Some(zone)).unwrap()).ok()??;
        Some((moment.first(), moment.last()))
    }

    /// The seconds are those of `date -u -d … +%s`.
    #[test]
    fn dates_and_times() {
        for (text, zone, expected) in [
            ("1970-01-01", "UTC", (0, 86_399)),
            ("1969-12-31", "UTC", (-86_400, -1)),
            ("2026-03-01", "UTC", (1_772_323_200, 1_772_409_599)),
            ("2026-03-01", "+02:00", (1_772_316_000, 1_772_402_399)),
            ("2024-02-29T23:59:59", "UTC", (1_709_251_199, 1_709_251_199)),
            ("2024-02-29T23:59", "-05:30", (1_709_270_940, 1_709_270_940)),
            ("2024-02-29T23:59:59Z", "-05:30", (1_709_251_199, 1_709_251_199)),
            ("2000-03-01T00:00+01:00", "UTC", (951_865_200, 951_865_200)),
            ("2100-03-01", "Z", (4_107_542_400, 4_107_628_799)),
        ] {
            assert_eq!(check(text, zone), Some(expected), "{text} {zone}");
        }
    }

    #[test]
    fn what_is_no_time() {
        for text in [
            "",
            "yesterday",
            "-1d",
            "now",
            "2460000.5",
            "2026-3-1",
            "2026-02-29",
            "2100-02-29",
            "2026-04-31",
            "2026-13-01",
            "2026-00-10",
            "2026-01-00",
            "1899-12-31",
            "3000-01-01",
            "2026-03-01T",
            "2026-03-01T24:00",
            "2026-03-01T09",
            "2026-03-01T09:60",
            "2026-03-01T09:30:60",
            "2026-03-01T09:30:15:00",
            "2026-03-01T09:30+2",
            "2026-03-01T09:30+24:00",
            "2026-03-01 09:30",
            "+026-03-01",
            "2026-03-01-",
            "٢٠٢٦-03-01",
        ] {
            assert_eq!(check(text, "UTC"), None, "{text}");
        }
        for zone in ["", "Europe/Berlin", "+2", "02:00", "+02:00:00", "+24:00", "±02:00"] {
            assert_eq!(Zone::read(Some(zone)), Err(Refusal::BadZone), "{zone}");
        }
    }
}
