"""What the use cases need from the outside, as narrow Protocols. `app/adapters` has the real ones.

Every method may raise `StoreUnavailable`. Deadlines are the adapters' own: no call here waits without end.
"""

from app.service.ports.archive import Archive, ArchiveBatch, ArchiveOutcome, MemoryRow, PieceRow
from app.service.ports.embedding import Embedder, EmbedQueue, SummaryVectors, UnembeddedPiece, UnembeddedSummary
from app.service.ports.extraction import DueSession, ExtractPacing, ExtractStore, FactsLearned, Heard, SessionRead
from app.service.ports.finetune import SaidTurn, TurnReader
from app.service.ports.forgetting import ForgetOutcome, ForgetSelection, Forgetting
from app.service.ports.graph import GraphStore
from app.service.ports.jobs import FailedWork, JobRecord, JobStore
from app.service.ports.memories import FactStore, MemoryStore
from app.service.ports.operations import (
    ApiKey,
    KeyRole,
    KeyStore,
    KnowledgeDocument,
    KnowledgeStore,
    OwnerStamp,
    StatsStore,
    UserTransfer,
)
from app.service.ports.rerank import Reranker
from app.service.ports.search import (
    NO_SUMMARIES,
    CodeReading,
    IndexDelta,
    NearQuestion,
    SearchReading,
    SearchStore,
    SummaryDistances,
)
from app.service.ports.working import (
    AppendOutcome,
    IdempotencyKeys,
    PendingSession,
    PendingWork,
    StoredAnswer,
    WorkingMemory,
    WorkingSnapshot,
)

__all__ = [
    "NO_SUMMARIES",
    "ApiKey",
    "AppendOutcome",
    "Archive",
    "ArchiveBatch",
    "ArchiveOutcome",
    "CodeReading",
    "DueSession",
    "EmbedQueue",
    "Embedder",
    "ExtractPacing",
    "ExtractStore",
    "FactStore",
    "FactsLearned",
    "FailedWork",
    "ForgetOutcome",
    "ForgetSelection",
    "Forgetting",
    "GraphStore",
    "Heard",
    "IdempotencyKeys",
    "IndexDelta",
    "JobRecord",
    "JobStore",
    "KeyRole",
    "KeyStore",
    "KnowledgeDocument",
    "KnowledgeStore",
    "MemoryRow",
    "MemoryStore",
    "NearQuestion",
    "OwnerStamp",
    "PendingSession",
    "PendingWork",
    "PieceRow",
    "Reranker",
    "SaidTurn",
    "SearchReading",
    "SearchStore",
    "SessionRead",
    "StatsStore",
    "StoredAnswer",
    "SummaryDistances",
    "SummaryVectors",
    "TurnReader",
    "UnembeddedPiece",
    "UnembeddedSummary",
    "UserTransfer",
    "WorkingMemory",
    "WorkingSnapshot",
]
