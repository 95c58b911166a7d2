"""String formats as forms: times and ids by the base rules, addresses by patterns of our own.

The careful patterns are narrower than their formats: what they match is valid for every reader. The wide
ones are for schemas from outside, and take what the RFCs allow, but for rare forms.
"""

from __future__ import annotations

from agent.grammar.expression import Expression
from agent.grammar.form import Form, Format, FormatName, Pattern, one_of
from agent.grammar.regex import translate

_LABEL = "[a-z0-9]{1,20}"
_HOST = rf"{_LABEL}(-{_LABEL})?(\.{_LABEL}(-{_LABEL})?){{0,2}}\.[a-z]{{2,10}}"
_OCTET = r"(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_PATH = r"(/[A-Za-z0-9._~-]{0,40}){0,8}(\?[A-Za-z0-9._~=&-]{1,120})?(#[A-Za-z0-9._~-]{1,40})?"
_UUID = "^[0-9a-f]{{8}}-[0-9a-f]{{4}}-{version}[0-9a-f]{{3}}-[89ab][0-9a-f]{{3}}-[0-9a-f]{{12}}$"
_SCHEMES = frozenset({"http", "https", "ws", "wss", "ftp"})

_BASE: dict[tuple[str, str | None], FormatName] = {
    ("date", None): "date",
    ("time", None): "time",
    ("time", "naive"): "local-time",
    ("time", "aware"): "zoned-time",
    ("date-time", None): "date-time",
    ("date-time", "naive"): "local-date-time",
    ("date-time", "aware"): "zoned-date-time",
    ("duration", None): "duration",
    ("uuid", None): "uuid",
}
_PATTERNS = {
    "email": rf"^[a-z0-9]{{1,20}}([._+-][a-z0-9]{{1,20}}){{0,2}}@{_HOST}$",
    "hostname": rf"^{_HOST}$",
    "ipv4": rf"^{_OCTET}(\.{_OCTET}){{3}}$",
    "ipv6": r"^([0-9a-f]{1,4}:){7}[0-9a-f]{1,4}$",
    "uri-reference": rf"^https?://{_HOST}{_PATH}$",
    "json-pointer": r"^(/[A-Za-z0-9_-]{1,40}){0,8}$",
    **{f"uuid{version}": _UUID.format(version=version) for version in "12345678"},
}
_ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,64}"
_WIDE_LABEL = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_WIDE_HOST = rf"{_WIDE_LABEL}(\.{_WIDE_LABEL}){{0,8}}"
_REFERENCE = "([A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2}){0,1000}"
_TEMPLATE_TEXT = r"([!#$&(-;=?-\[\]_a-z~\u00a0-\ud7ff]|%[0-9A-Fa-f]{2}){0,400}"
_VARIABLE = (
    r"([A-Za-z0-9_]|%[0-9A-Fa-f]{2}){1,40}(\.([A-Za-z0-9_]|%[0-9A-Fa-f]{2}){1,40}){0,4}(:[1-9][0-9]{0,3}|\*)?"
)
_EXPANSION = rf"\{{[+#./;?&]?{_VARIABLE}(,{_VARIABLE}){{0,8}}\}}"
_GROUP = "[0-9A-Fa-f]{1,4}"
_COMPRESSED = "|".join(f"({_GROUP}:){{1,{left}}}(:{_GROUP}){{1,{7 - left}}}" for left in range(1, 7))
_WIDE = {
    "email": rf"^{_ATOM}(\.{_ATOM}){{0,4}}@{_WIDE_HOST}$",
    "hostname": rf"^{_WIDE_HOST}$",
    "ipv6": rf"^(({_GROUP}:){{7}}{_GROUP}|({_GROUP}:){{1,7}}:|{_COMPRESSED}|:(:{_GROUP}){{1,7}}|::)$",
    "uri": rf"^[A-Za-z][A-Za-z0-9+.-]{{0,20}}:{_REFERENCE}(#{_REFERENCE})?$",
    "uri-reference": rf"^{_REFERENCE}(#{_REFERENCE})?$",
    "uri-template": rf"^{_TEMPLATE_TEXT}({_EXPANSION}{_TEMPLATE_TEXT}){{0,8}}$",
    "json-pointer": r"^(/([^/~]|~[01]){0,60}){0,16}$",
}
_ALIASES = {
    "idn-email": "email",
    "idn-hostname": "hostname",
    "ipvanyaddress": "ipv4",
    "iri": "uri",
    "url": "uri",
    "iri-reference": "uri-reference",
}
_TIMES_AND_IDS = frozenset({"date", "time", "date-time", "duration", "uuid", "regex"})
_ADDRESSES = frozenset({"email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6"})
_REFERENCES = frozenset({"uri", "uri-reference", "iri", "iri-reference", "uri-template"})
_POINTERS = frozenset({"json-pointer", "relative-json-pointer"})
STANDARD = _TIMES_AND_IDS | _ADDRESSES | _REFERENCES | _POINTERS
"""What JSON Schema defines; elsewhere a format is a remark."""

UNCHECKED = frozenset({"path", "file-path", "directory-path", "password", "binary"})
"""Formats that any text has."""

UNSURE = frozenset({"email", "idn-email", "file-path", "directory-path"})
"""Formats whose check looks beyond the text: reserved domains, files that exist."""


def format_form(
    name: str, timezone: str | None, schemes: list[str] | None, *, wide: bool = False
) -> Form | None:
    """The form of a format, or None where it has no rule."""
    base = _BASE.get((name, timezone)) or _BASE.get((name, None))
    if base is not None:
        return Format(base)
    plain = _ALIASES.get(name, name)
    if wide and plain in _WIDE:
        return Pattern(_content(_WIDE[plain]))
    if plain == "uri":
        return _address(schemes or ["http", "https"])
    pattern = _PATTERNS.get(plain)
    return Pattern(_content(pattern)) if pattern else None


def _address(schemes: list[str]) -> Form | None:
    known = [scheme for scheme in schemes if scheme in _SCHEMES]
    return one_of(*(Pattern(_content(f"^{scheme}://{_HOST}{_PATH}$")) for scheme in known)) if known else None


def _content(pattern: str) -> Expression:
    return translate(pattern, minimum=0, maximum=None, repetitions=64).content
