"""Reading: CSV and Parquet to canonical batches of whole hands."""

from audit.logs.account import Account, AccountError, DataFinding, FileAccount
from audit.logs.batch import Batch, TableKey
from audit.logs.continuity import OutOfOrder
from audit.logs.reading import LogSet, open_logs
from audit.logs.sharing import ReachesBeyondError, ShareRead

__all__ = [
    "Account",
    "AccountError",
    "Batch",
    "DataFinding",
    "FileAccount",
    "LogSet",
    "OutOfOrder",
    "ReachesBeyondError",
    "ShareRead",
    "TableKey",
    "open_logs",
]
