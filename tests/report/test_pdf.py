"""The finished PDF: what an archive and a screen reader ask of it, fonts, attachments, seals."""

import datetime
import hashlib
import logging
import re
import sys

import pikepdf
import pytest

from audit.errors import RenderError
from audit.places import templates_folder
from audit.report import pdf as pdf_module
from audit.report.fonts import FAMILIES
from audit.report.pdf import APT_LINE, Attached, write_pdf
from audit.report.words import LANGUAGES, load_words

FOLDER = templates_folder()
DAY = datetime.date(2026, 10, 31)
HEAD = '<html lang="en"><head><title>Test</title></head><body style="font-family: Audit TC, Audit SC">'


def _write(tmp_path, body, css="", files=(), pictures=None):
    target = tmp_path / "out.pdf"
    page = "html { font-family: 'Audit TC', 'Audit SC' }"
    write_pdf(HEAD + body, page + css, pictures or {}, files, DAY, FOLDER, target)
    return target


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_claims_to_be_pdf_a_3a_and_pdf_ua_1(reports, lang):
    with pikepdf.open(reports[lang].pdf) as pdf:
        root = pdf.Root
        assert root.OutputIntents[0].S == "/GTS_PDFA1"
        assert root.OutputIntents[0].DestOutputProfile.read_bytes()
        xmp = root.Metadata.read_bytes().decode()
        assert re.search(r'pdfaid:part(="|>)3', xmp)
        assert re.search(r'pdfaid:conformance(="|>)A', xmp)
        assert re.search(r'pdfuaid:part(="|>)1', xmp)
        assert "pdfaExtension:schemas" in xmp
        assert "2026-10-04" in xmp
        assert pdf.trailer.ID
        assert root.MarkInfo.Marked
        assert root.Lang == lang
        assert root.ViewerPreferences.DisplayDocTitle
        assert load_words(lang)("title") in str(pdf.docinfo["/Title"])
        assert "/Encrypt" not in pdf.trailer
        assert "/OpenAction" not in root
        assert "/JavaScript" not in root.get("/Names", {})


@pytest.mark.parametrize("lang", LANGUAGES)
def test_only_our_fonts_and_all_embedded(reports, lang):
    with pikepdf.open(reports[lang].pdf) as pdf:
        fonts = [obj for obj in pdf.objects if isinstance(obj, pikepdf.Dictionary) and obj.get("/Type") == "/Font"]
        assert fonts
        for font in fonts:
            name = str(font.BaseFont)
            assert any(family.replace(" ", "-") in name for family in FAMILIES), name
            if font.Subtype == "/Type0":
                assert font.ToUnicode.read_bytes()
            else:
                assert "/FontFile2" in font.FontDescriptor or "/FontFile3" in font.FontDescriptor


def test_attachments_are_dated_listed_once_and_the_stored_bytes(reports, mixed_run):
    with pikepdf.open(reports["en"].pdf) as pdf:
        listed = [str(file.UF) for file in pdf.Root.AF]
        assert (
            listed
            == sorted(set(listed))
            == ["coverage.csv", "findings.csv", "manifest.json", "rejects.csv", "rules.json"]
        )
        for file in pdf.Root.AF:
            stream = file.EF.F
            assert file.AFRelationship == "/Data"
            assert stream.Subtype
            assert str(stream.Params.ModDate) == str(stream.Params.CreationDate) == "D:20261004000000Z"
            stored = (mixed_run / str(file.UF)).read_bytes()
            assert hashlib.sha256(stream.read_bytes()).digest() == hashlib.sha256(stored).digest()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_figure_has_words_and_every_annotation_prints(reports, lang):
    with pikepdf.open(reports[lang].pdf) as pdf:
        figures = [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/S") == "/Figure"]
        assert len(figures) > 50
        assert all(str(figure.Alt).strip() for figure in figures)
        for page in pdf.pages:
            assert all(annotation.F == 4 for annotation in page.get("/Annots", []))
        headers = [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/S") == "/TH"]
        assert headers
        assert {str(header.A.Scope) for header in headers} == {"/Column", "/Row"}
        assert all(str(header.A.Scope) == "/Column" for header in headers if header.P.P.S == "/THead")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_link_belongs_to_a_link_of_the_structure(reports, lang):
    with pikepdf.open(reports[lang].pdf) as pdf:
        numbers = list(pdf.Root.StructTreeRoot.ParentTree.Nums)
        parents = dict(zip(map(int, numbers[::2]), numbers[1::2], strict=True))
        links = [annotation for page in pdf.pages for annotation in page.get("/Annots", [])]
        assert len(links) > 13
        assert {str(parents[int(link.StructParent)].S) for link in links} == {"/Link"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_bookmarks_name_every_section_and_card(reports, lang):
    words = load_words(lang)
    with pikepdf.open(reports[lang].pdf) as pdf, pdf.open_outline() as outline:
        titles = [item.title for item in outline.root]
        assert len(titles) == 14
        assert any(title.endswith(words("section.evidence")) for title in titles)
        evidence = next(item for item in outline.root if item.title.endswith(words("section.evidence")))
        assert len(evidence.children) == reports[lang].shown == 6


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_but_the_cover_carries_number_and_page(reports, lang, page_texts):
    texts = page_texts(reports[lang].pdf)
    words = load_words(lang)
    assert len(texts) == reports[lang].pages
    number = re.findall(r"HA-20261004-[0-9A-F]{8}", texts[0])[0]
    for place, text in enumerate(texts[1:], 2):
        assert f"{words('title')} | {number}" in text
        assert words("classification") in text
        assert f"{place} / {len(texts)}" in text


def test_a_foreign_address_stops_the_report(tmp_path):
    for body in ('<img src="file:///etc/passwd" alt="x">', '<img src="http://127.0.0.1/x" alt="x">',
                 '<link rel="stylesheet" href="data:text/css,a{}">', '<img src="app:piece/none" alt="x">',
                 '<object data="ftp://127.0.0.1/a">x</object>'):  # fmt: skip
        with pytest.raises(RenderError, match="none of its own resources"):
            _write(tmp_path, body)
    with pytest.raises(RenderError, match="none of its own resources"):
        _write(tmp_path, "<p>x</p>", css="p { background: url(http://127.0.0.1/) }")


def test_a_foreign_font_stops_the_report(tmp_path):
    with pytest.raises(RenderError, match="font that is not its own"):
        _write(tmp_path, '<p style="font-family: DejaVu Sans, monospace">\u05d0 x</p>')


def test_an_error_of_the_renderer_stops_the_report(tmp_path):
    with pytest.raises(RenderError, match="not as it should be"):
        _write(tmp_path, '<p><a href="#nowhere">x</a></p>')
    assert not any(type(handler).__name__ == "_Errors" for handler in logging.getLogger("weasyprint").handlers)


def test_equal_files_and_names_in_any_order(tmp_path):
    files = [Attached("b.csv", b"same", "b"), Attached("a.csv", b"same", "a")]
    with pikepdf.open(_write(tmp_path, "<p>x</p>", files=files)) as pdf:
        assert [str(file.UF) for file in pdf.Root.AF] == ["a.csv", "b.csv"]


def test_a_missing_system_library_names_the_line_that_installs_it(monkeypatch):
    class Lacking:
        def find_spec(self, name, path=None, target=None):
            if name == "weasyprint":
                raise OSError("cannot load library 'libgobject-2.0-0'")

    monkeypatch.delitem(sys.modules, "weasyprint", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Lacking(), *sys.meta_path])
    with pytest.raises(RenderError, match=re.escape(APT_LINE)):
        pdf_module._weasyprint()
