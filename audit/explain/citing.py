"""Citations and the reader's reasons in the reader's language; what has no form of ours stays as the pack wrote it."""

import re

from audit.logs.codes import CODES, MEND, sentence

_ARTICLES = re.compile(r"\barts?\. (\d+(?:\([0-9a-z]+\))?(?:, \d+(?:\([0-9a-z]+\))?(?![/\d]))*)")
_ARTICLE = re.compile(r"(\d+)(?:\((?:(\d+)|([a-z]))\))?")
_OTHERS = {
    "zh-Hant": (
        (re.compile(r"\bsole article\b"), "獨一條"),
        (re.compile(r"\bTable (\d+)"), r"表\1"),
        (re.compile(r"\brows (\d+)-(\d+)"), r"第\1至\2行"),
        (re.compile(r"\bno\. (\d+)"), r"第\1號"),
        (re.compile(r"(?<=[條款項]), "), "、"),
        (re.compile(r"; "), "；"),
    ),
    "pt": (
        (re.compile(r"\bsole article\b"), "artigo único"),
        (re.compile(r"\bTable (\d+)"), r"Tabela \1"),
        (re.compile(r"\brows (\d+)-(\d+)"), r"linhas \1-\2"),
        (re.compile(r"\bno\. (\d+)"), r"n.º \1"),
    ),
}
_COLON = {"en": ": ", "zh-Hant": "：", "pt": ": "}
_FOUND = "{found}"
_WRITE = {"zh-Hant": "；應寫作 {right}", "pt": "; escreva {right}"}
# What the reader puts into a case in English words, and those around what it puts there.
_HERE_THERE = re.compile(r"(\d+) here, (\d+) there")
_AT_TABLE = re.compile(r"at table (.*)", re.DOTALL)
_TABLE = {"zh-Hant": r"賭枱 \1", "pt": r"mesa \1"}
_AT_SEQ = re.compile(r"\bseq $")


def cited(citation: str, lang: str) -> str:
    """A citation as the language writes it: ``art. 4(2)`` is ``第4條第2款`` and ``art. 4.º, n.º 2``.

    Of several places of one instrument only the first names it.
    """
    citation = _merged(citation)
    if lang not in _OTHERS:
        return citation
    citation = _ARTICLES.sub(lambda found: _articles(found[1], lang), citation)
    for form, written in _OTHERS[lang]:
        citation = form.sub(written, citation)
    return citation


def log_sentence(code: str, lang: str) -> str:
    """What a code of the reader says, in the language; nothing where the code is not known.

    A code may carry the word that it is about, as ``LOG-game:stud`` does.
    """
    code, _, word = code.partition(":")
    if code not in CODES:
        return word
    said = sentence(code, lang)
    return f"{said.rstrip('.。')}{_COLON[lang]}{word}" if word else said


def _articles(listed: str, lang: str) -> str:
    """The articles of a list such as ``3(1), 4``, each written out."""
    parts = []
    for article in _ARTICLE.finditer(listed):
        number, paragraph, letter = article.groups()
        if lang == "zh-Hant":
            parts.append(f"第{number}條" + (f"第{paragraph}款" if paragraph else f"{letter}項" if letter else ""))
        else:
            inside = f", n.º {paragraph}" if paragraph else f", al. {letter})" if letter else ""
            parts.append(f"art. {number}.º{inside}")
    return ("、" if lang == "zh-Hant" else "; ").join(parts)


def _merged(citation: str) -> str:
    parts, last = [], None
    for part in citation.split("; "):
        instrument, _, place = part.partition(" ")
        parts.append(place if place and instrument == last else part)
        last = instrument
    return "; ".join(parts)


def log_reason(code: str, reason: str, lang: str) -> tuple[str, str]:
    """Why a row or a hand was faulted, in the language, and the language that the text is in.

    ``reason`` is the reader's English wording of the case. Another language gets the code's sentence and what stood
    there; a code or a wording that is not known keeps the English.
    """
    known = CODES.get(code)
    if lang == "en" or known is None:
        return reason, "en"
    before, has_found, after = known.case.partition(_FOUND)
    said = sentence(code, lang)
    if not has_found:
        return said, lang
    mend = rf"(?:{re.escape(MEND)}('[^']*'))?"
    whole = re.fullmatch(f"{re.escape(before)}(.*){re.escape(after)}{mend}", reason, re.DOTALL)
    if whole is None:
        return reason, "en"
    found = whole[1]
    if told := _HERE_THERE.fullmatch(found):
        found = f"{told[1]} / {told[2]}"
    elif told := _AT_TABLE.fullmatch(found):
        found = told.expand(_TABLE[lang])
    elif _AT_SEQ.search(before):
        found = f"seq {found}"
    right = _WRITE[lang].format(right=whole[2]) if whole[2] else ""
    return f"{said.rstrip('.。')}{_COLON[lang]}{found}{right}", lang
