"""HTML to one PDF that is both PDF/A-3a and PDF/UA-1, from sealed sources, the same byte for byte."""

import contextlib
import datetime
import gc
import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from audit.errors import RenderError
from audit.report.fonts import FACES, FAMILIES, font_bytes

APT_LINE = "apt-get install -y --no-install-recommends libpangoft2-1.0-0 libharfbuzz-subset0"

# PDF/UA's mark in the metadata, and the extension schema without which PDF/A does not let it stand.
_UA_METADATA = b"""<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>Part of PDF/UA that the file conforms to</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>
</rdf:RDF>"""


@dataclass(frozen=True)
class Attached:
    """A file to lie inside the PDF: its ASCII name there, its bytes' place, and what it is."""

    name: str
    source: Path | bytes
    description: str


class _Errors(logging.Handler):
    """Collects what the renderer would only write to a log: a missing picture or anchor makes a wrong report."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def _weasyprint() -> Any:
    """The renderer; RenderError with the one line that installs its system libraries where they are missing."""
    try:
        import weasyprint  # noqa: PLC0415 - it loads system libraries that a machine may lack
    except OSError as error:
        raise RenderError(f"the PDF renderer lacks a system library ({error}); install it with: {APT_LINE}") from error
    return weasyprint


def renderer_versions() -> tuple[tuple[str, str], ...]:
    """The libraries that the bytes of a report depend on, by name with version; RenderError where one is missing."""
    _weasyprint()
    from weasyprint.text.ffi import pango  # noqa: PLC0415

    number = int(pango.pango_version())
    wheels = ((name, version(name.lower())) for name in ("WeasyPrint", "pydyf", "fontTools", "matplotlib"))
    return (*wheels, ("Pango", f"{number // 10000}.{number // 100 % 100}.{number % 100}"))


def _sealed_fetcher(resources: Mapping[str, tuple[str, bytes]]) -> Any:
    """A fetcher that knows our own resources by ``app:`` names and stops the report at any other address."""
    from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse  # noqa: PLC0415

    class Sealed(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: Any = None) -> Any:
            found = resources.get(url)
            if found is None:
                raise FatalURLFetchingError(f"the report asks for {url[:200]!r}, which is none of its own resources")
            mime, data = found
            return URLFetcherResponse(url, data, {"Content-Type": mime})

    return Sealed(allowed_protocols=("app",), allow_redirects=False)


def font_rules() -> str:
    """The stylesheet's rules for the report's own fonts."""
    return "\n".join(
        f'@font-face {{ font-family: "{family}"; font-weight: {weight}; src: url(app:font/{name}); }}'
        for family, weight, name in FACES
    )


def _font_resources(folder: Path) -> dict[str, tuple[str, bytes]]:
    return {f"app:font/{name}": ("font/ttf", font_bytes(folder, name)) for _, _, name in FACES}


def _scope_headers(pdf: Any) -> None:
    """Say of every header cell what it heads: in a table's head its column, elsewhere its row."""
    for cell in pdf.objects:
        if isinstance(cell, dict) and cell.get("S") == "/TH":
            row = pdf.objects[int(cell["P"].split()[0])]
            group = pdf.objects[int(row["P"].split()[0])]
            cell["A"]["Scope"] = "/Column" if group["S"] == "/THead" else "/Row"


def _finisher(document: Any, pdf: Any) -> None:
    """Mark the file as PDF/UA, list each attachment once, scope header cells; no foreign font may have slipped in."""
    foreign = {font.family for font in document.fonts.values()} - FAMILIES
    if foreign:
        raise RenderError(f"the report was set with a font that is not its own: {', '.join(sorted(foreign))}")
    metadata = pdf.objects[int(pdf.catalog["Metadata"].split()[0])]
    metadata.stream[0] = metadata.stream[0].replace(b"</x:xmpmeta>", _UA_METADATA + b"\n</x:xmpmeta>")
    _scope_headers(pdf)
    if "AF" in pdf.catalog:
        pdf.catalog["AF"][:] = list(dict.fromkeys(pdf.catalog["AF"]))


@contextlib.contextmanager
def _watched() -> Iterator[None]:
    """Let no error of the renderer pass; leave out collecting garbage meanwhile, which costs it a third of its time."""
    handler, logger = _Errors(), logging.getLogger("weasyprint")
    silent = logging.NullHandler()  # without any handler of its own it would print warnings of ours
    logger.addHandler(handler)
    logger.addHandler(silent)
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
        logger.removeHandler(handler)
        logger.removeHandler(silent)
    if handler.lines:
        raise RenderError("the PDF is not as it should be: " + "; ".join(handler.lines[:5]))


def _attachments(weasyprint: Any, files: Sequence[Attached], day: datetime.date, fetcher: Any) -> list[Any]:
    moment = datetime.datetime.combine(day, datetime.time())
    made = []
    for file in sorted(files, key=lambda file: file.name):
        content = {"filename": str(file.source)} if isinstance(file.source, Path) else {"string": file.source}
        made.append(
            weasyprint.Attachment(
                **content,
                url_fetcher=fetcher,
                name=file.name,
                description=file.description,
                created=moment,
                modified=moment,
                relationship="Data",
            )
        )
    return made


def write_pdf(
    html: str,
    css: str,
    pictures: Mapping[str, tuple[str, bytes]],
    files: Sequence[Attached],
    day: datetime.date,
    folder: Path,
    target: Path,
) -> int:
    """Set the HTML into ``target`` and return the number of pages.

    ``pictures`` are the resources that the HTML names, MIME type and bytes by ``app:`` address; ``day`` dates the
    attachments.
    RenderError where a resource is missing, a foreign font was used, or the renderer met any error.
    """
    weasyprint = _weasyprint()
    from weasyprint.urls import FatalURLFetchingError  # noqa: PLC0415

    fetcher = _sealed_fetcher({**_font_resources(folder), **pictures})
    try:
        with _watched():
            fonts = weasyprint.text.fonts.FontConfiguration()
            sheet = weasyprint.CSS(string=font_rules() + css, font_config=fonts, url_fetcher=fetcher)
            source = weasyprint.HTML(string=html, url_fetcher=fetcher, base_url=None)
            document = source.render(font_config=fonts, stylesheets=[sheet], pdf_variant="pdf/a-3a")
            document.metadata.attachments = _attachments(weasyprint, files, day, fetcher)
            pages = len(document.pages)
            document.write_pdf(target, finisher=_finisher, pdf_variant="pdf/a-3a")
    except FatalURLFetchingError as error:
        raise RenderError(str(error)) from error
    return pages
