"""Dates, zones, names and characters: each by values worked out by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import BadData, NotFound
from domain.resolving import Ambiguous, fold, likely, resolve
from domain.table.dates import (
    is_date,
    later,
    minutes_between,
    read_date,
    read_span,
    span_spelled,
    spelled,
)
from domain.text import (
    check_all_visible,
    check_names,
    escaped_json,
    headed,
    hidden_in,
    slug,
    value_said,
    visible,
)
from domain.time_zone import local, zone_of, zone_words

# --- dates of a scenario --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("6 June 2031", "2031-06-06"),
        ("06-Jun-2031 0400", "2031-06-06T04:00"),
        ("June 6, 2031, 04:05", "2031-06-06T04:05"),
        ("2031-6-6", "2031-06-06"),
        ("2031-06-06T23:59", "2031-06-06T23:59"),
        (" 6  Dec.  2031  7:30 hrs", "2031-12-06T07:30"),
        ("1 may 2031", "2031-05-01"),
    ],
)
def test_a_date_is_read_as_people_write_it(text: str, held: str) -> None:
    assert read_date(text) == held
    assert is_date(held)


@pytest.mark.parametrize(
    "text", ["", "31 June 2031", "6 Ju 2031", "6 Jux 2031", "2031-13-01", "2031-06-06 24:00", "soon"]
)
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(BadData, match="Write a date such as"):
        read_date(text)
    assert not is_date(text)


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("6h", 360),
        ("2d", 2_880),
        ("1d 12h", 2_160),
        ("3 weeks", 30_240),
        ("1w1d1h1m", 11_581),
        ("90 min", 90),
        ("3660d", 5_270_400),
    ],
)
def test_a_span_is_read(text: str, minutes: int) -> None:
    assert read_span(text) == minutes


@pytest.mark.parametrize("text", ["", "6", "0h", "3660d 1m", "h", "-1d"])
def test_what_is_no_span_is_refused(text: str) -> None:
    with pytest.raises(BadData):
        read_span(text)


def test_time_goes_on_and_a_day_stays_a_day() -> None:
    assert later("2031-06-06", 0) == "2031-06-06"
    assert later("2031-06-06", 2 * 1_440) == "2031-06-08"
    assert later("2031-06-06", 61) == "2031-06-06T01:01"
    assert later("2031-06-06T23:30", 1_440) == "2031-06-07T23:30"
    assert later("9999-12-31", 1_440) == "9999-12-31"
    assert later("soon", 5) == "soon"
    assert minutes_between("2031-06-06", "2031-06-07T01:30") == 1_530
    assert minutes_between("2031-06-07T01:30", "2031-06-06") == -1_530
    assert minutes_between("", "2031-06-06") == 0


def test_dates_and_spans_are_spelled() -> None:
    assert spelled("2031-06-06T04:00") == "6 June 2031, 04:00"
    assert (spelled("2031-12-31"), spelled("2031-01-01")) == ("31 December 2031", "1 January 2031")
    assert (spelled(""), spelled("soon")) == ("", "soon")
    assert span_spelled(2 * 1_440 + 61) == "2 days 1 hour 1 minute"
    assert span_spelled(-1_440 - 120) == "1 day 2 hours"
    assert (span_spelled(0), span_spelled(2)) == ("no time", "2 minutes")


@given(st.integers(1, 5_270_400))
def test_what_was_spelled_is_read_again(minutes: int) -> None:
    assert read_span(span_spelled(minutes)) == minutes
    assert minutes_between("2031-06-06", later("2031-06-06", minutes)) == minutes


# --- zones ----------------------------------------------------------------------------------------


def test_local_time_is_that_of_its_zone() -> None:
    time = "2026-03-03T23:05:59Z"
    assert local(time, "") == local(time, "No/Where") == "2026-03-03 23:05"
    assert local(time, "+02:30") == "2026-03-04 01:35"
    assert local(time, "-02:30") == "2026-03-03 20:35"
    assert local(time, "Europe/Oslo") == "2026-03-04 00:05"
    assert (local("", "+02:00"), local("soon", "+02:00")) == ("", "soon")
    assert [zone_words(zone) for zone in ("", "No/Where", "+02:00", "-02:00", "Europe/Oslo")] == [
        "UTC",
        "UTC",
        "UTC+02:00",
        "UTC-02:00",
        "Europe/Oslo time",
    ]
    assert zone_of("+ab:cd") is None


# --- names ----------------------------------------------------------------------------------------


KNOWN = [("b1", "Alpha company"), ("b2", "Bravo company"), ("r1", "Älpha"), ("hill-1", "")]


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("b1", "b1"),
        ("Bravo company", "b2"),
        ("bravo  COMPANY", "b2"),
        ("alpha", "r1"),  # the whole name, without its accent
        ("bra", "b2"),
        ("alpha c", "b1"),
        ("hill", "hill-1"),
        ("1", "hill-1"),
    ],
)
def test_a_name_means_what_it_fits_best(text: str, id: str) -> None:
    assert resolve(KNOWN, text, "piece") == id


def test_a_name_that_means_several_or_none_is_refused() -> None:
    with pytest.raises(
        Ambiguous, match=r"'comp' may mean b1 \(Alpha company\), b2 \(Bravo company\)\. Say which\."
    ):
        resolve(KNOWN, "comp", "piece")
    with pytest.raises(NotFound, match=r"no piece 'bravoo company'; perhaps b2 \(Bravo company\)"):
        resolve(KNOWN, "bravoo company", "piece")
    for text in ("zzzz", " "):
        with pytest.raises(NotFound, match=r"there are: b1 .*, hill-1"):
            resolve(KNOWN, text, "piece")
    many = [(f"unit-{n:02}", "") for n in range(13)]
    with pytest.raises(Ambiguous, match=r"unit-11 and 1 more\. Say"):
        resolve(many, "unit", "piece")
    with pytest.raises(Ambiguous, match=r"unit-11\. Say"):
        resolve(many[:12], "unit", "piece")
    assert (fold("ÄrGer"), likely(KNOWN, "qqqq")) == ("arger", "")
    with pytest.raises(NotFound, match="there are: none"):
        resolve([], "x", "piece")


def test_characters_that_deceive_are_shown_or_refused() -> None:
    assert visible("a\tb\x1bc\u202ed\xa0e") == "a b\\x1bc\\u202ed e"
    assert visible("a\tb\nc", keep="\n") == "a b\nc"
    assert (hidden_in("plain"), hidden_in("a\u200bb"), hidden_in("a\nb", keep="\n")) == ("", "\\u200b", "")
    assert hidden_in("\U000e0041") == "\\U000e0041"
    check_all_visible({"a": ["b\n", {"c": 3}]}, "It")
    for bad in ({"a\x1b": 1}, {"a": ["b\u202e"]}, [("x", "\x00")]):
        with pytest.raises(BadData, match="It has an invisible or control character"):
            check_all_visible(bad, "It")
    check_names({"text": "a\nb", "inner": [{"id": "x"}]})
    for named in ({"name": "a\nb"}, {"inner": [{"tags": ["a\tb"]}]}, {"x": {"by": "a\nb"}}):
        with pytest.raises(BadData, match="A name or id"):
            check_names(named)
    assert escaped_json("a\x7fb\u202ec\U000e0041é") == "a\\u007fb\\u202ec\\udb40\\udc41é"
    assert escaped_json("plain") == "plain"


def test_words_of_small_things() -> None:
    assert [slug(name) for name in ("Día 1: the Hill!", "__a__", "--", "ÄB")] == [
        "dia-1-the-hill",
        "__a__",
        "",
        "ab",
    ]
    assert [headed(text) for text in ("Which?", "Which? ", "D6: hits")] == ["Which?", "Which? ", "D6: hits:"]
    assert [value_said(value) for value in (True, False, "", 0, "x")] == ["on", "off", "none", "0", "x"]
