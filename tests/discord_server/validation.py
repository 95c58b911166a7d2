"""What Discord refuses in a message: lengths, embeds and components, each with its 50035 path.

Lengths are counted in Unicode code points. Sources: Discord reference, "Create Message", "Embed Limits",
"Component Reference".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .errors import ApiError, invalid_form
from .state import Json, Nonce

CONTENT_LIMIT = 2000
CONTENT_LIMIT_NAMED_BEYOND_IT = 4000
NONCE_LIMIT = 25
EMBED_COUNT = 10
EMBED_LIMITS = {"title": 256, "description": 4096}
EMBED_FIELD_COUNT = 25
EMBED_FIELD_LIMITS = {"name": 256, "value": 1024}
EMBED_FOOTER_LIMIT = 2048
EMBED_AUTHOR_LIMIT = 256
EMBED_TOTAL = 6000
ROWS = 5
BUTTONS_PER_ROW = 5
BUTTON_LABEL = 80
CUSTOM_ID = 100
SELECT_OPTIONS = 25
COMPONENTS_V2 = 1 << 15
COMPONENTS_V2_COUNT = 40
MODAL_TITLE = 45

ACTION_ROW, BUTTON, STRING_SELECT, TEXT_INPUT, LABEL = 1, 2, 3, 4, 18
SELECTS = {3, 5, 6, 7, 8}
LINK_STYLE, PREMIUM_STYLE = 5, 6


def too_long(path: str, limit: int) -> ApiError:
    return invalid_form(path, "BASE_TYPE_MAX_LENGTH", f"Must be {limit} or fewer in length.")


def required(path: str) -> ApiError:
    return invalid_form(path, "BASE_TYPE_REQUIRED", "This field is required")


def check_length(path: str, value: object, limit: int, minimum: int = 0) -> None:
    if value is None:
        return
    if not isinstance(value, str):
        raise invalid_form(path, "STRING_TYPE_CONVERT", f"Could not interpret {value!r} as string.")
    if len(value) > limit:
        raise too_long(path, limit)
    if len(value) < minimum:
        message = f"Must be between {minimum} and {limit} in length."
        raise invalid_form(path, "BASE_TYPE_BAD_LENGTH", message)


def check_content(content: str) -> None:
    if len(content) > CONTENT_LIMIT_NAMED_BEYOND_IT:
        raise too_long("content", CONTENT_LIMIT_NAMED_BEYOND_IT)
    check_length("content", content, CONTENT_LIMIT)


def check_nonce(nonce: Nonce) -> None:
    if nonce is not None and len(str(nonce)) > NONCE_LIMIT:
        raise too_long("nonce", NONCE_LIMIT)


def check_embeds(embeds: Sequence[Json]) -> None:
    if len(embeds) > EMBED_COUNT:
        raise too_long("embeds", EMBED_COUNT)
    for index, embed in enumerate(embeds):
        _check_embed(f"embeds.{index}", embed)
    if sum(len(text) for embed in embeds for text in _embed_texts(embed)) > EMBED_TOTAL:
        message = f"Embed size exceeds maximum size of {EMBED_TOTAL}"
        raise invalid_form("embeds", "MAX_EMBED_SIZE_EXCEEDED", message)


def _check_embed(path: str, embed: Json) -> None:
    for name, limit in EMBED_LIMITS.items():
        check_length(f"{path}.{name}", embed.get(name), limit)
    check_length(f"{path}.footer.text", (embed.get("footer") or {}).get("text"), EMBED_FOOTER_LIMIT)
    check_length(f"{path}.author.name", (embed.get("author") or {}).get("name"), EMBED_AUTHOR_LIMIT)
    fields = embed.get("fields") or ()
    if len(fields) > EMBED_FIELD_COUNT:
        raise too_long(f"{path}.fields", EMBED_FIELD_COUNT)
    for number, item in enumerate(fields):
        for name, limit in EMBED_FIELD_LIMITS.items():
            if not item.get(name):
                raise required(f"{path}.fields.{number}.{name}")
            check_length(f"{path}.fields.{number}.{name}", item[name], limit)


def _embed_texts(embed: Json) -> Iterator[str]:
    yield embed.get("title") or ""
    yield embed.get("description") or ""
    yield (embed.get("footer") or {}).get("text") or ""
    yield (embed.get("author") or {}).get("name") or ""
    for item in embed.get("fields") or ():
        yield item.get("name") or ""
        yield item.get("value") or ""


def check_components(components: Sequence[Json], flags: int) -> None:
    if flags & COMPONENTS_V2:
        if sum(1 for _ in walk(components)) > COMPONENTS_V2_COUNT:
            raise too_long("components", COMPONENTS_V2_COUNT)
    else:
        _check_rows(components)
    seen: set[str] = set()
    for path, component in _walk(components, "components"):
        _check_component(path, component, seen)


def _check_rows(components: Sequence[Json]) -> None:
    if len(components) > ROWS:
        raise too_long("components", ROWS)
    for index, row in enumerate(components):
        if row.get("type") != ACTION_ROW:
            message = 'Value of field "type" must be one of (1,).'
            raise invalid_form(f"components.{index}.type", "UNION_TYPE_CHOICES", message)


def _check_component(path: str, component: Json, seen: set[str]) -> None:
    kind = component.get("type")
    if kind == ACTION_ROW and not 1 <= len(component.get("components") or ()) <= BUTTONS_PER_ROW:
        message = f"Must be between 1 and {BUTTONS_PER_ROW} in length."
        raise invalid_form(f"{path}.components", "BASE_TYPE_BAD_LENGTH", message)
    if kind == BUTTON:
        _check_button(path, component)
    if kind in SELECTS | {TEXT_INPUT} and not component.get("custom_id"):
        raise required(f"{path}.custom_id")
    if kind == STRING_SELECT:
        _check_select(path, component)
    _check_custom_id(path, component.get("custom_id"), seen)


def _check_button(path: str, button: Json) -> None:
    check_length(f"{path}.label", button.get("label"), BUTTON_LABEL)
    style = button.get("style")
    if style == LINK_STYLE and not button.get("url"):
        raise required(f"{path}.url")
    if style not in {LINK_STYLE, PREMIUM_STYLE} and not button.get("custom_id"):
        raise required(f"{path}.custom_id")
    if not button.get("label") and not button.get("emoji") and style != PREMIUM_STYLE:
        message = "A button must have a label or an emoji."
        raise invalid_form(path, "BUTTON_COMPONENT_INVALID", message)


def _check_select(path: str, select: Json) -> None:
    options = select.get("options") or ()
    if not 1 <= len(options) <= SELECT_OPTIONS:
        message = f"Must be between 1 and {SELECT_OPTIONS} in length."
        raise invalid_form(f"{path}.options", "BASE_TYPE_BAD_LENGTH", message)
    for index, option in enumerate(options):
        check_length(f"{path}.options.{index}.label", option.get("label"), CUSTOM_ID, 1)
        check_length(f"{path}.options.{index}.value", option.get("value"), CUSTOM_ID, 1)
        check_length(f"{path}.options.{index}.description", option.get("description"), CUSTOM_ID)


def _check_custom_id(path: str, custom_id: str | None, seen: set[str]) -> None:
    if custom_id is None:
        return
    check_length(f"{path}.custom_id", custom_id, CUSTOM_ID, 1)
    if custom_id in seen:
        message = "Component custom id cannot be duplicated"
        raise invalid_form(f"{path}.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", message)
    seen.add(custom_id)


def walk(components: Sequence[Json]) -> Iterator[Json]:
    """Every component, nested ones included."""
    return (component for _, component in _walk(components, "components"))


def _walk(components: Sequence[Json], path: str) -> Iterator[tuple[str, Json]]:
    for index, component in enumerate(components):
        here = f"{path}.{index}"
        yield here, component
        yield from _walk(component.get("components") or (), f"{here}.components")
        if isinstance(component.get("component"), dict):
            yield f"{here}.component", component["component"]
        if isinstance(component.get("accessory"), dict):
            yield f"{here}.accessory", component["accessory"]


def check_modal(modal: Json) -> None:
    check_length("data.title", modal.get("title"), MODAL_TITLE, 1)
    check_length("data.custom_id", modal.get("custom_id"), CUSTOM_ID, 1)
    if not 1 <= len(modal.get("components") or ()) <= ROWS:
        message = f"Must be between 1 and {ROWS} in length."
        raise invalid_form("data.components", "BASE_TYPE_BAD_LENGTH", message)
    seen: set[str] = set()
    for path, component in _walk(modal["components"], "data.components"):
        _check_component(path, component, seen)
