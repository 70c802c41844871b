"""The codes that the reader gives: what each is about, one sentence in three languages, and how a case is worded."""

from collections.abc import Mapping
from dataclasses import dataclass

from audit.schema import AMOUNT_LIMIT, GAMES

# Words that exports use for games of other regulations; "Stud Poker" is a house game of its own in Macau.
OTHER_GAMES = {
    "stud_poker": "Stud Poker, a house game with 52 cards under its own regulation",
    "stud": "Stud Poker, a house game with 52 cards under its own regulation",
    "baccarat": "baccarat",
    "fan_tan": "fan-tan",
    "cussec": "cussec (sic bo)",
    "sic_bo": "cussec (sic bo)",
    "blackjack": "blackjack",
    "roulette": "roulette",
    "three_card_poker": "three-card poker",
    "texas_holdem": "Texas hold'em poker",
    "caribbean_stud": "Caribbean stud poker",
    "pai_gow_poker": "pai gow poker, which is played with cards",
}


@dataclass(frozen=True)
class LogCode:
    """A code of the reader: what it is about (``file``, ``row`` or ``hand``), its sentence, the words of a case.

    ``case`` is English and may hold ``{found}``; ``sentence`` is given in en, zh-Hant and pt.
    """

    code: str
    about: str
    case: str
    sentence: Mapping[str, str]


def _code(code: str, about: str, case: str, en: str, zh: str, pt: str) -> LogCode:
    return LogCode(f"LOG-{code}", about, case, {"en": en, "zh-Hant": zh, "pt": pt})


_FILE_CODES = (
    _code(
        "unreadable",
        "file",
        "the file cannot be read",
        "The file cannot be opened or read.",
        "檔案無法開啟或讀取。",
        "O ficheiro não pode ser aberto ou lido.",
    ),
    _code(
        "changed",
        "file",
        "the file has changed while it was read",
        "The file was written to while it was read.",
        "檔案在讀取期間曾被寫入。",
        "O ficheiro foi alterado enquanto era lido.",
    ),
    _code(
        "empty",
        "file",
        "the file is empty",
        "The file is empty and has not even a header.",
        "檔案是空的，連標題行也沒有。",
        "O ficheiro está vazio e nem cabeçalho tem.",
    ),
    _code(
        "encoding",
        "file",
        "the file is not UTF-8",
        "The file is written in an encoding other than UTF-8.",
        "檔案所用的編碼不是 UTF-8。",
        "O ficheiro está numa codificação que não é UTF-8.",
    ),
    _code(
        "line-ends",
        "file",
        "the lines end in a lone CR",
        "The lines of the file end in a lone carriage return.",
        "檔案各行只以歸位字元（CR）結尾。",
        "As linhas do ficheiro terminam apenas com CR.",
    ),
    _code(
        "header",
        "file",
        "the header lacks required columns",
        "The header lacks columns that every log must have.",
        "標題行欠缺每份紀錄必備的欄。",
        "Faltam no cabeçalho colunas que todo o registo deve ter.",
    ),
    _code(
        "header-repeated",
        "file",
        "a column stands more than once",
        "A column of the log stands more than once in the header.",
        "標題行中同一欄出現多於一次。",
        "Uma coluna do registo aparece mais de uma vez no cabeçalho.",
    ),
    _code(
        "column-type",
        "file",
        "a column has a type that cannot be read exactly",
        "A Parquet column has a type that cannot be read exactly, such as money as a float.",
        "Parquet 的某欄類型無法準確讀取，例如以浮點數記錄金額。",
        "Uma coluna Parquet tem um tipo que não se lê com exactidão, como dinheiro em vírgula flutuante.",
    ),
    _code(
        "corrupt",
        "file",
        "the file is damaged",
        "The file is damaged: it cannot be decompressed or is no Parquet file.",
        "檔案已損壞：無法解壓，或不是 Parquet 檔案。",
        "O ficheiro está danificado: não se descomprime ou não é Parquet.",
    ),
    _code(
        "unfolds",
        "file",
        "the file unfolds to more than may be held in memory",
        "A page of a Parquet file, or a hand of a log, takes more than may be held in memory.",
        "Parquet 檔案的某頁或紀錄中的某局，超出記憶體可容納的上限。",
        "Uma página de um ficheiro Parquet, ou uma mão de um registo, excede o que pode caber na memória.",
    ),
    _code(
        "truncated",
        "file",
        "the compressed file breaks off",
        "The compressed file ends before its content does.",
        "壓縮檔在內容完結之前已中斷。",
        "O ficheiro comprimido acaba antes do seu conteúdo.",
    ),
    _code(
        "header-only",
        "file",
        "the file has a header and no rows",
        "The file has a header and no rows.",
        "檔案只有標題行，沒有資料行。",
        "O ficheiro tem cabeçalho e nenhuma linha de dados.",
    ),
    _code(
        "column-unknown",
        "file",
        "column {found} is not of the log and is not read",
        "A column that the log does not know is not read.",
        "不屬紀錄格式的欄不予讀取。",
        "Uma coluna que o registo não conhece não é lida.",
    ),
    _code(
        "column-missing",
        "file",
        "column {found} is missing and reads as empty",
        "An optional column is missing and reads as empty.",
        "缺少一個可省略的欄，視為空白。",
        "Falta uma coluna facultativa, que se lê como vazia.",
    ),
    _code(
        "blank-line",
        "file",
        "the file holds blank lines",
        "The file holds blank lines, which are no rows.",
        "檔案含有空行；空行不算資料行。",
        "O ficheiro contém linhas em branco, que não contam como linhas de dados.",
    ),
    _code(
        "file-repeated",
        "file",
        "the file is byte for byte the same as {found}",
        "The file is byte for byte the same as another; its rows are duplicates.",
        "檔案與另一檔案逐位元組相同，其資料行均屬重複。",
        "O ficheiro é igual a outro, byte a byte; as suas linhas são duplicados.",
    ),
)

_RECORD_CODES = (
    _code(
        "fields",
        "row",
        "the row has another number of fields than the header ({found})",
        "The row has another number of fields than the header.",
        "資料行的欄數與標題行不同。",
        "A linha tem um número de campos diferente do cabeçalho.",
    ),
    _code(
        "quote",
        "row",
        "a quotation mark does not close, or stands inside a field",
        "A quotation mark does not close, or stands where none may.",
        "引號沒有收結，或出現在不應有的位置。",
        "Uma aspa não fecha, ou está onde não pode estar.",
    ),
    _code(
        "record-size",
        "row",
        "the row is longer than 1 MiB; its first 1 MiB is kept",
        "The row is longer than one mebibyte; only its head is kept.",
        "資料行長逾 1 MiB，只保留開首部分。",
        "A linha excede 1 MiB; só se guarda o seu início.",
    ),
    _code(
        "text-size",
        "row",
        "{found} is longer than 128 KiB",
        "A field is longer than any name or word: over 128 KiB.",
        "欄位長逾 128 KiB，非任何名稱或字詞可及。",
        "Um campo excede 128 KiB, mais do que qualquer nome ou palavra.",
    ),
    _code(
        "carriage-return",
        "row",
        "a carriage return stands outside quotes and before no line feed",
        "A lone carriage return stands in the row.",
        "資料行中有單獨的歸位字元（CR）。",
        "Há um CR isolado na linha.",
    ),
    _code(
        "nul",
        "row",
        "the row holds a NUL",
        "The row holds a NUL byte.",
        "資料行含有 NUL 位元組。",
        "A linha contém um byte NUL.",
    ),
    _code(
        "utf8",
        "row",
        "the row is not UTF-8; it may be Big5, GB18030 or Windows-1252; save the log as CSV UTF-8",
        "The row is not valid UTF-8.",
        "資料行不是有效的 UTF-8。",
        "A linha não é UTF-8 válido.",
    ),
    _code(
        "replacement",
        "row",
        "{found} holds the character that stands for what somebody could not read",
        "A field holds the replacement character: what it said has been lost.",
        "欄位含有替代字元（U+FFFD），原文已失。",
        "Um campo contém o carácter de substituição: perdeu-se o que dizia.",
    ),
)

_ROW_CODES = (
    _code(
        "missing",
        "row",
        "a value that every row must have is missing",
        "A value that every row must have is missing.",
        "缺少每行必備的值。",
        "Falta um valor que toda a linha deve ter.",
    ),
    _code(
        "event",
        "row",
        "{found} is no event of the game (docs/log_format.md lists them)",
        "The event is none that the log knows for the game.",
        "該事件不屬此遊戲紀錄所知的事件。",
        "O evento não é dos que o registo conhece para o jogo.",
    ),
    _code(
        "seat",
        "row",
        "{found} is no seat of the game (1 to 8, at mahjong 1 to 4)",
        "The seat is none that the game has: 1 to 8, at mahjong 1 to 4.",
        "該座位不屬此遊戲所有：應為 1 至 8，麻雀為 1 至 4。",
        "O lugar não existe no jogo: vai de 1 a 8, no mahjong de 1 a 4.",
    ),
    _code(
        "actor",
        "row",
        "{found} is none of player, banker, dealer and house",
        "The actor is none of player, banker, dealer and house.",
        "行為人不是閒家、莊家、莊荷或場方。",
        "O autor não é jogador, banqueiro, croupier nem casa.",
    ),
    _code(
        "pieces",
        "row",
        "{found} is no notation of pieces",
        "The pieces are not written in the notation of the game.",
        "牌張的寫法不符此遊戲的記法。",
        "As peças não estão na notação do jogo.",
    ),
    _code(
        "seq",
        "row",
        "{found} is no place in a hand: 1, 2, 3 ...",
        "The row's place in the hand is no whole number from 1.",
        "行在該局中的次序不是由 1 起的整數。",
        "A ordem da linha na mão não é um número inteiro a partir de 1.",
    ),
    _code(
        "number",
        "row",
        "{found} is no whole number of 32 bits",
        "The number is no whole number.",
        "該數不是整數。",
        "O número não é inteiro.",
    ),
    _code(
        "amount",
        "row",
        "{found} is no amount such as 1480.50 (no mark for thousands, no sign of a currency)",
        "The amount is not an exact decimal with at most two places.",
        "金額不是最多兩位小數的準確十進數。",
        "O montante não é um decimal exacto com o máximo de duas casas.",
    ),
    _code(
        "amount-negative",
        "row",
        "{found} is below nothing: an amount is what was laid, paid or held; only a payout may be negative",
        "The amount is negative.",
        "金額為負數。",
        "O montante é negativo.",
    ),
    _code(
        "amount-size",
        "row",
        f"{{found}} is over the limit of {AMOUNT_LIMIT // 100:,}",
        "The amount is greater than the log can hold.",
        "金額超出紀錄所能容納的上限。",
        "O montante é maior do que o registo comporta.",
    ),
    _code(
        "time",
        "row",
        "{found} is no time such as 2026-10-03T21:14:05.250+08:00",
        "The time is not ISO 8601 with an offset.",
        "時間不是帶時差的 ISO 8601 格式。",
        "A hora não está em ISO 8601 com desvio.",
    ),
    _code(
        "time-naive",
        "row",
        "{found} has no offset; add it, such as +08:00",
        "The time does not say of which zone it is.",
        "時間沒有註明時區。",
        "A hora não diz de que fuso é.",
    ),
    _code(
        "time-range",
        "row",
        "{found} lies outside the years 1985 to 2100",
        "The time lies outside the years 1985 to 2100.",
        "時間不在 1985 年至 2100 年之間。",
        "A hora está fora dos anos 1985 a 2100.",
    ),
    _code(
        "offset",
        "row",
        "{found} minutes is no offset of a time zone",
        "The offset is none that a time zone has.",
        "時差不屬任何時區所有。",
        "O desvio não é de nenhum fuso horário.",
    ),
    _code(
        "day",
        "row",
        "{found} is no gaming day such as 2026-10-03, from 1985 to 2100",
        "The gaming day is no ISO date from 1985 to 2100.",
        "博彩日不是 1985 年至 2100 年間的 ISO 日期。",
        "O dia de jogo não é uma data ISO de 1985 a 2100.",
    ),
    _code(
        "currency",
        "row",
        "{found} is no currency of three capital letters, such as HKD",
        "The currency is no ISO 4217 code.",
        "貨幣不是 ISO 4217 代碼。",
        "A moeda não é um código ISO 4217.",
    ),
    _code(
        "game",
        "row",
        "{found} is no game that is judged here",
        "The game is none of those that are judged; the row is out of scope.",
        "該遊戲不在審核之列，資料行不屬範圍。",
        "O jogo não é dos julgados; a linha está fora do âmbito.",
    ),
    _code(
        "row-repeated",
        "row",
        "the row repeats another of its hand",
        "The row says the same as another of the same hand and seq.",
        "該行與同一局同一次序的另一行內容相同。",
        "A linha diz o mesmo que outra da mesma mão e ordem.",
    ),
    _code(
        "seq-reused",
        "row",
        "rows of one hand contradict each other at seq {found}; none of them can be told to be true",
        "Rows of one hand and seq contradict each other; none is believed.",
        "同一局同一次序的各行互相矛盾，一概不採信。",
        "Linhas da mesma mão e ordem contradizem-se; nenhuma é aceite.",
    ),
)

_HAND_CODES = (
    _code(
        "hand-reused",
        "hand",
        "the id was given to another hand first ({found}); the rows of this one are not judged",
        "One hand id was given to two hands; only the earlier is judged.",
        "同一牌局編號用於兩局，只審核較早的一局。",
        "O mesmo número de mão foi dado a duas mãos; só a primeira é julgada.",
    ),
    _code(
        "seq-gap",
        "hand",
        "rows are missing before seq {found}",
        "Rows of the hand are missing; what came after cannot be judged whole.",
        "該局缺少資料行，其後部分不能完整審核。",
        "Faltam linhas da mão; o que vem depois não se julga por inteiro.",
    ),
    _code(
        "hand-without-start",
        "hand",
        "the first row is no hand_start",
        "The hand does not begin with its start.",
        "該局不是以開局事件起首。",
        "A mão não começa pelo seu início.",
    ),
    _code(
        "hand-started-twice",
        "hand",
        "a second hand_start stands at seq {found}",
        "The hand starts a second time.",
        "該局出現第二次開局。",
        "A mão começa uma segunda vez.",
    ),
    _code(
        "rows-after-end",
        "hand",
        "rows follow the hand_end, from seq {found} on",
        "Rows follow the end of the hand.",
        "該局完結後仍有資料行。",
        "Há linhas depois do fim da mão.",
    ),
    _code(
        "hand-without-end",
        "hand",
        "the last row, seq {found}, is no hand_end",
        "The hand has no end.",
        "該局沒有完結事件。",
        "A mão não tem fim.",
    ),
    _code(
        "two-currencies",
        "hand",
        "a second currency stands at seq {found}",
        "The hand is kept in two currencies.",
        "該局以兩種貨幣記錄。",
        "A mão está em duas moedas.",
    ),
    _code(
        "time-backwards",
        "hand",
        "the clock runs back at seq {found}",
        "The clock of the hand runs against the order of its rows.",
        "該局的時間與行次序相反。",
        "O relógio da mão anda contra a ordem das suas linhas.",
    ),
)

CODES: Mapping[str, LogCode] = {code.code: code for code in (*_FILE_CODES, *_RECORD_CODES, *_ROW_CODES, *_HAND_CODES)}

_LONGEST_FOUND = 60
_COLUMN_UNNAMED = "a column without a name is not of the log and is not read"
MEND = "; write "  # before what a field is to say


def quote(found: str) -> str:
    """What stands in a field, in quotes, short, and without a character that a terminal or spreadsheet could obey."""
    short = found if len(found) <= _LONGEST_FOUND else found[:_LONGEST_FOUND] + "..."
    return "'" + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in short) + "'"


def explain(code: str, found: str = "") -> str:
    """The English reason of a code in a case; ``found`` is a field's text or a short word of our own."""
    if code == "LOG-column-unknown" and not found.strip():
        return _COLUMN_UNNAMED
    return CODES[code].case.replace("{found}", found)


def with_mend(reason: str, right: str) -> str:
    """An English reason with what the field is to say in its place; the reason alone where that is not known."""
    return f"{reason}{MEND}{quote(right)}" if right else reason


def sentence(code: str, language: str) -> str:
    """The sentence of a code in en, zh-Hant or pt; KeyError for another language."""
    return CODES[code].sentence[language]


def game_hint(word: str) -> str:
    """What a game word that is out of scope may stand for, or which words are known."""
    known = OTHER_GAMES.get(word.strip().lower().replace(" ", "_").replace("-", "_"))
    if known:
        return f"{quote(word)} is {known}; it is not judged here"
    return f"{quote(word)} is none of {', '.join(GAMES)}"
