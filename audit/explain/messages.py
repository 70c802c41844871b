"""What a finding says, in the reader's language."""

from collections.abc import Iterable, Mapping, Sequence
from string import Formatter


def filled(template: str, named: Mapping[str, str]) -> str:
    """A message with its placeholders filled in; one without a value stays as it is, in sight.

    Names are looked up whole and never followed into values: a pack's text is data from outside.
    """
    try:
        parts = list(Formatter().parse(template))
    except ValueError:
        return template
    return "".join(text + ("" if name is None else named.get(name, f"{{{name}}}")) for text, name, _, _ in parts)


def spoken(
    texts: Sequence[Mapping[str, str]], stored: str, lang: str, as_stored: Mapping[str, str], named: Mapping[str, str]
) -> tuple[str, str]:
    """A finding's message in a language, and the language that it is in.

    ``texts`` are those that the rule may speak with, those of its checks before its own; the finding spoke with the
    one whose English, filled with the values ``as_stored``, is the ``stored`` message. ``named`` are the values in
    the reader's words. Where the language lacks that text, the stored English one is given.
    """
    own = [text for text in texts if filled(str(text.get("en", "")), as_stored) == stored]
    if not own and lang != "en":
        own = list(texts[-1:])
    if not own or not own[0].get(lang):
        return stored, "en"
    return filled(str(own[0][lang]), named), lang


def texts_of(messages: Iterable[object]) -> list[Mapping[str, str]]:
    """Those of some messages that are texts by language and say something."""
    return [message for message in messages if isinstance(message, Mapping) and message]
