"""Every setting of Haima in one frozen object, read from HAIMA_* variables and `.env`.

Names carry their units. `.env.example` lists them all with the defaults; a test keeps the two equal.
"""

from ipaddress import ip_address
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Settings with their defaults; every field is a variable HAIMA_<NAME>."""

    model_config = SettingsConfigDict(
        env_prefix="HAIMA_", env_file=".env", extra="ignore", env_ignore_empty=True, frozen=True
    )

    # Where to listen and what to talk to
    host: str = Field("127.0.0.1", description="Address to listen on; anything but loopback needs an API key.")
    port: int = Field(8080, ge=0, le=65535, description="TCP port to listen on; 0 picks a free one.")
    limit_concurrency: int = Field(
        1000, ge=1, description="Requests at a time in an API process; more are answered 503."
    )
    rate_limit_per_second: float = Field(
        0, ge=0, description="Requests a second of one key in an API process, more are answered 429; 0: no limit."
    )
    rate_limit_burst: int = Field(200, ge=1, description="Requests of a key at once before that rate holds.")
    fair_running: int = Field(
        8, ge=2, description="While several tenants ask: requests running at a time, shared evenly between them."
    )
    fair_wait_seconds: float = Field(2.0, gt=0, description="Longest wait for a tenant's turn, then 503.")
    request_deadline_seconds: float = Field(15.0, gt=0, description="Longest work on a request, then 503.")
    body_seconds: float = Field(
        30.0, gt=0, description="Longest wait for a body, and a second for each 16 KiB; then 408."
    )
    keep_alive_seconds: int = Field(65, ge=1, description="A silent connection is closed after this.")
    data_dir: Path = Field(Path(".haima"), description="Folder of the embedded stores.")
    database_url: SecretStr | None = Field(None, description="PostgreSQL DSN; required without --embedded.")
    database_read_url: SecretStr | None = Field(
        None, description="A streaming replica of it, for searches and lists; where it is behind, the primary answers."
    )
    redis_url: SecretStr | None = Field(
        None, description="Redis or Valkey URL, redis+cluster://HOST,HOST for a cluster; required without --embedded."
    )
    redis_prefix: str = Field("haima", pattern=r"^[A-Za-z0-9_.-]{1,32}$", description="First part of every Redis key.")
    log_format: Literal["text", "json"] = Field("text", description="Log lines for people or for machines.")
    otlp_endpoint: str | None = Field(None, description="OpenTelemetry collector (OTLP over HTTP) that gets traces.")
    log_level: Literal["debug", "info", "warning", "error"] = Field("info", description="Least severe line logged.")

    # Pools and deadlines
    database_pool_min: int = Field(2, ge=1, le=200, description="Open PostgreSQL connections a process keeps.")
    database_pool_max: int = Field(10, ge=1, le=200, description="Most PostgreSQL connections of a process.")
    database_pool_wait_seconds: float = Field(1.0, gt=0, description="Longest wait for a connection, then 503.")
    database_statement_seconds: float = Field(10.0, gt=0, description="Longest statement of a request.")
    database_transaction_pooler: bool = Field(
        False, description="Set behind PgBouncer in transaction mode; row_security does nothing then."
    )
    row_security: bool = Field(True, description="Requests run as a role that PostgreSQL shows one user's rows alone.")
    redis_timeout_seconds: float = Field(2.0, gt=0, description="Longest wait for a Redis answer, then 503.")
    search_deadline_seconds: float = Field(3.0, gt=0, description="A layer slower than this is named in degraded.")
    shutdown_seconds: float = Field(10.0, gt=0, description="Longest time to finish work after SIGTERM.")

    # Working memory
    window_rounds: int = Field(3, ge=1, le=100, description="Rounds in the sliding window of a session.")
    session_ttl_seconds: int = Field(86_400, ge=1, description="Life of a silent session in working memory.")
    importance_semantic: float = Field(
        0.8, ge=0, le=1, description="From this importance a memory goes to every layer."
    )
    importance_episodic: float = Field(
        0.4, ge=0, le=1, description="From this importance a memory outlives its session."
    )
    mask_secrets: bool = Field(
        False, description="Mask card numbers, tokens, keys and passwords before anything is stored."
    )
    idempotency_ttl_seconds: int = Field(86_400, ge=1, description="How long an Idempotency-Key is remembered.")

    # Background work
    drain_interval_ms: int = Field(100, ge=10, description="Pause between two looks for sessions to archive.")
    drain_batch_owners: int = Field(100, ge=1, le=1000, description="Users archived in one transaction at most.")
    drain_lease_seconds: float = Field(30.0, gt=0, description="After this a silent worker's users go to another.")
    flush_interval_seconds: float = Field(5.0, ge=0, description="Longest wait of saves in batch mode.")
    flush_buffer_size: int = Field(500, ge=1, description="Waiting entries of a user that end the wait at once.")
    embed_batch_pieces: int = Field(32, ge=1, le=2048, description="Texts embedded in one call.")
    retry_limit: int = Field(8, ge=1, description="Tries of a task before it goes to the dead letters.")
    expire_interval_seconds: float = Field(30.0, gt=0, description="Pause between two runs of expiry and purge.")
    forget_grace_seconds: int = Field(2_592_000, ge=0, description="How long a forgotten memory can be restored.")

    # Retention
    forget_policy: Literal["off", "chat", "assistant", "knowledge"] = Field(
        "off", description="How fast unused memories fade and are forgotten; off: nothing is forgotten by itself."
    )
    forget_short_half_life_days: float | None = Field(
        None, gt=0, description="Active days to half of a memory below the episodic threshold; empty: the preset's."
    )
    forget_long_half_life_days: float | None = Field(
        None, gt=0, description="Active days to half of any other memory; empty: the preset's."
    )
    forget_below: float = Field(0.1, gt=0, lt=1, description="A memory of which less than this is left is forgotten.")
    memories_per_user: int | None = Field(None, ge=1, description="So many of the best are kept; empty: any number.")
    merge_repeated: bool = Field(False, description="Make one of saved memories that say the same but for fillers.")
    retention_interval_seconds: float = Field(
        86_400.0, gt=0, description="Pause between two runs over the memories of a user (trust by use, forgetting)."
    )
    cold_start_rounds: int = Field(
        3, ge=0, le=1000, description="First rounds of a new user that outlive their session whatever they score."
    )

    # Extraction of facts
    extract: bool = Field(True, description="Read conversations for facts about the user, in the background.")
    extract_encoder: bool = Field(
        True, description="They are read with the bundled model too: more facts, fewer wrong ones, more CPU."
    )
    extract_rounds: int = Field(4, ge=1, description="A session is read after so many new rounds,")
    extract_silence_seconds: float = Field(3.0, ge=0, description="or when nothing was said for so long.")
    extract_batch_sessions: int = Field(50, ge=1, le=1000, description="Sessions read in one transaction at most.")
    extract_batch_messages: int = Field(100, ge=1, le=1000, description="New messages of a session read at a time.")
    extract_context_messages: int = Field(6, ge=0, le=100, description="Messages before them that are read again.")

    # Context
    context_facts_share: float = Field(0.15, ge=0, le=1, description="Most of a context's tokens that facts may take.")

    # Embedding
    embedder: Literal["local", "openai", "none"] = Field("local", description="local is the bundled e5 model.")
    embedding_base_url: str = Field("http://127.0.0.1:8000/v1", description="OpenAI-compatible server.")
    embedding_api_key: SecretStr | None = Field(None, description="Its key, if it wants one.")
    embedding_model: str = Field("multilingual-e5-small-q4", description="Model name sent to the server.")
    embedding_dimensions: int = Field(384, ge=1, le=4000, description="Length of its vectors; others are refused.")
    embedding_send_dimensions: bool = Field(False, description="Ask the server for that length (models that can).")
    embedding_encoding: Literal["float", "base64"] = Field("float", description="Form of vectors asked for.")
    embedding_query_prefix: str = Field("auto", description="Put before a query; auto: by the model's name.")
    embedding_passage_prefix: str = Field("auto", description="Put before a stored text; auto: likewise.")
    embedding_query_body: dict[str, Any] = Field({}, description="JSON added to requests for queries.")
    embedding_passage_body: dict[str, Any] = Field({}, description="JSON added to requests for stored texts.")
    embedding_batch_size: int = Field(64, ge=1, le=2048, description="Texts in one request to the server.")
    embedding_timeout_seconds: float = Field(10.0, gt=0, description="Longest wait for the server.")
    embedding_retries: int = Field(2, ge=0, le=10, description="Tries again after a failure, with jitter.")
    embedding_cache_entries: int = Field(20_000, ge=0, description="Vectors kept in each process's memory.")
    embedding_cache_path: Path | None = Field(
        None, description="File that keeps vectors between runs, for benchmarks and rebuilt stores; unset: none."
    )
    embedding_threads: int = Field(
        2, ge=1, le=64, description="Threads of the local model for queries; half as many for stored texts."
    )
    embedding_background_mean: float | None = Field(
        None, ge=-1, le=1, description="Cosine of unrelated texts; unset: measured."
    )
    embedding_background_std: float | None = Field(
        None, gt=0, le=1, description="Spread of that cosine; unset: measured."
    )

    # Summaries
    summary_every_rounds: int = Field(10, ge=1, description="Rounds after which a session is summed up again.")
    summary_every_tokens: int = Field(2_000, ge=100, description="Or tokens that have left its window since.")
    summary_silence_seconds: float = Field(120.0, gt=0, description="Or silence of the session.")
    summary_least_tokens: int = Field(200, ge=0, description="Less than this is not summed up.")
    summary_max_tokens: int = Field(300, ge=20, description="Longest summary; and at most a fifth of what it covers.")
    summary_interval_seconds: float = Field(2.0, gt=0, description="Pause between two looks for sessions to sum up.")

    # Chat model, for background work only
    llm_base_url: str | None = Field(None, description="OpenAI-compatible server of a chat model; unset: rules alone.")
    llm_api_key: SecretStr | None = Field(None, description="Its key, if it wants one.")
    llm_model: str = Field("", description="Model name sent to the server; needed with a base URL.")
    llm_timeout_seconds: float = Field(60.0, gt=0, description="Longest wait for one answer.")
    llm_retries: int = Field(2, ge=0, le=10, description="Tries again after a failure, with jitter.")
    llm_max_tokens: int = Field(2_000, ge=64, description="Longest answer.")
    llm_daily_tokens: int = Field(1_000_000, ge=0, description="Tokens of all processes in a day (UTC); 0: no limit.")
    llm_body: dict[str, Any] = Field({"temperature": 0}, description="JSON added to every request.")

    # Search
    ranking_profile: Literal[
        "chat",
        "assistant",
        "knowledge",
        "balanced",
        "similarity70_recency30",
        "similarity60_importance40",
        "added_similarity70_recency30",
        "added_similarity60_importance40",
        "relevance",
    ] = Field("assistant", description="Preset of the weights and the half-life of recency.")
    ranking_off: list[str] = Field([], description="Parts of the ranking switched off, as JSON, to measure them.")
    summary_first: bool = Field(
        False, description="Sessions whose running summaries answer the query speak for their messages."
    )
    half_life_days: float | None = Field(None, gt=0, description="Recency halves in so many days; empty: the preset's.")
    reranker_base_url: str | None = Field(
        None, description="Server that answers /rerank (Cohere, Jina); unset: results keep the order of search."
    )
    reranker_api_key: SecretStr | None = Field(None, description="Its key, if it wants one.")
    reranker_model: str = Field("", description="Model name sent to the server; needed with a base URL.")
    reranker_timeout_seconds: float = Field(1.0, gt=0, description="Longest wait; then search answers without it.")
    reranker_candidates: int = Field(50, ge=2, le=100, description="How many of the best results it looks at.")
    exact_pieces: int = Field(
        20_000, ge=1, description="A user of more pieces is searched by the nearest vectors alone, not by all."
    )
    nearest_pieces: int = Field(300, ge=50, le=5_000, description="How many of them count as the nearest.")
    coded_pieces: int = Field(
        500_000, ge=0, description="Up to so many, codes in memory find them; beyond, a vector index, once it is built."
    )
    vector_indexes: int = Field(16, ge=0, le=64, description="Most users who have such an index, the largest first.")
    index_cache_mb: int = Field(64, ge=1, description="Memory for users' search columns in each process.")
    code_cache_mb: int = Field(32, ge=1, description="Memory for the codes of large users' vectors in each process.")
    query_cache_mb: int = Field(16, ge=1, description="Memory for what the last queries found in each process.")

    # Limits
    max_body_bytes: int = Field(1_048_576, ge=1024, description="Largest request body.")
    max_import_bytes: int = Field(67_108_864, ge=1024, description="Largest body of an import.")
    max_content_chars: int = Field(100_000, ge=1, description="Longest message, memory, query or system prompt.")
    max_batch_entries: int = Field(500, ge=1, description="Most messages, and most memories, in a call.")
    max_metadata_bytes: int = Field(16_384, ge=2, description="Largest metadata as JSON.")
    max_facts: int = Field(200, ge=1, description="Most facts in a call.")
    max_fact_value_chars: int = Field(4_000, ge=1, description="Longest value of a fact.")

    @property
    def on_loopback(self) -> bool:
        """Whether only this machine can reach the address to listen on."""
        if self.host == "localhost":
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False
