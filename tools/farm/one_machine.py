#!/usr/bin/env python3
"""A Slurm of several nodes on one machine, without systemd, cgroups or a network: to try a farm out,
and for tests. Everything it has lies in one folder.

    tools/farm/one_machine.py FOLDER [--nodes 2] [--cpus 1] [--accounts]

starts it, says what to export, and runs until it is interrupted; then nothing of it is left running.
Needs the Debian packages slurm-wlm and munge, for accounts mariadb-server and slurmdbd too, and root.
"""

import argparse
import ctypes
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

CONFIG = """\
ClusterName=onemachine
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
CryptoType=crypto/munge
# What a task that is run again waits for: 120 s if nothing is said.
AuthInfo=socket={folder}/munge.socket,cred_expire=5
SlurmctldPort={port}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool/%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.%n.log
# Neither cgroups nor affinity: they may not be ours to set.
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SlurmdParameters=config_overrides
JobAcctGatherType=jobacct_gather/none
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,bf_interval=1,sched_min_interval=0,batch_sched_delay=0
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
MailProg=/bin/true
KillWait=5
SlurmctldTimeout=60
# A node that is not heard of for so long is given up, and its tasks go to others.
SlurmdTimeout={given_up}
ReturnToService=2
# What gambol asks for; see docs/farm.md.
RequeueExit={stopped}
{more}
{nodes}
PartitionName=farm Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""

NO_ACCOUNTS = "AccountingStorageType=accounting_storage/none"
# Where slurmctld writes what it did, and sacct asks.
ACCOUNTS = """\
AccountingStorageType=accounting_storage/slurmdbd
AccountingStorageHost=127.0.0.1
AccountingStoragePort={port}
AccountingStoragePass={folder}/munge.socket
"""
KEEPER = """\
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
DbdHost=localhost
DbdAddr=127.0.0.1
DbdPort={port}
SlurmUser=root
StorageType=accounting_storage/mysql
StorageHost=127.0.0.1
StoragePort={storage_port}
StorageUser=slurm
StoragePass={secret}
LogFile={folder}/slurmdbd.log
PidFile={folder}/slurmdbd.pid
"""


def die_with_parent():
    """What we start is killed if we are, however that comes."""
    PR_SET_PDEATHSIG = 1
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def free_ports(count):
    """Ports that nobody listens at now; taken all at once, so that no two are the same."""
    sockets = [socket.socket() for _ in range(count)]
    for s in sockets:
        s.bind(("127.0.0.1", 0))
    ports = [s.getsockname()[1] for s in sockets]
    for s in sockets:
        s.close()
    return ports


class OneMachine:
    """`with OneMachine(folder) as farm:` has its Slurm; farm.env is the environment to use it in."""

    STOPPED = 143  # what gambol returns when it is to be run again

    def __init__(self, folder, nodes=2, cpus=1, more="", given_up=30, accounts=False):
        self.folder = pathlib.Path(folder).absolute()
        self.nodes = [f"n{i + 1}" for i in range(nodes)]
        self.cpus = cpus
        self.more = more
        self.given_up = given_up  # s
        self.accounts = accounts  # of what has run, as large farms keep
        self.daemons = {}
        self.env = dict(os.environ, SLURM_CONF=str(self.folder / "slurm.conf"))

    def __enter__(self):
        try:
            self.write_config()
            self.start_munge()
            if self.accounts:
                self.start_accounts()
            self.start("slurmctld", ["slurmctld", "-D", "-c"])
            for node in self.nodes:
                self.start_node(node)
            self.wait_until(lambda: self.states() == {n: "idle" for n in self.nodes}, 120,
                            "all nodes to be there")
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def write_config(self):
        if any(c.isspace() for c in str(self.folder)):
            raise ValueError(f"{self.folder}: slurm.conf has no way to name a folder with a blank")
        for part in ["state", *[f"spool/{n}" for n in self.nodes]]:
            (self.folder / part).mkdir(parents=True, exist_ok=True)
        self.folder.chmod(0o755)
        ports = free_ports(3 + len(self.nodes))
        self.keeper_port, self.storage_port = ports[-2:]
        accounts = ACCOUNTS.format(port=self.keeper_port, folder=self.folder) if self.accounts else NO_ACCOUNTS
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20  # MiB, of each
        lines = [f"NodeName={n} NodeHostname=localhost NodeAddr=127.0.0.1 Port={p} CPUs={self.cpus} "
                 f"RealMemory={memory} State=UNKNOWN" for n, p in zip(self.nodes, ports[1:])]
        text = CONFIG.format(folder=self.folder, host=socket.gethostname(), user="root",
                             port=ports[0], stopped=self.STOPPED, more=f"{accounts}\n{self.more}",
                             given_up=self.given_up, nodes="\n".join(lines))
        (self.folder / "slurm.conf").write_text(text)

    def start_munge(self):
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        at = lambda name: f"{self.folder}/{name}"
        self.start("munged", ["munged", "--foreground", "--force", f"--socket={at('munge.socket')}",
                              f"--key-file={at('munge.key')}", f"--pid-file={at('munged.pid')}",
                              f"--log-file={at('munged.log')}", f"--seed-file={at('munge.seed')}"])
        self.wait_until((self.folder / "munge.socket").exists, 30, "munged")

    def start_accounts(self):
        """A MariaDB of its own, and Slurm's keeper of accounts before it."""
        secret = os.urandom(16).hex()
        keeper = self.folder / "slurmdbd.conf"
        keeper.touch(0o600)
        keeper.write_text(KEEPER.format(folder=self.folder, port=self.keeper_port, secret=secret,
                                        storage_port=self.storage_port))
        data = f"--datadir={self.folder}/accounts"
        first = self.folder / "accounts.sql"
        first.touch(0o600)
        first.write_text(f"CREATE USER slurm@'127.0.0.1' IDENTIFIED BY '{secret}';\n"
                         "GRANT ALL ON slurm_acct_db.* TO slurm@'127.0.0.1';\n")
        self.run("mariadb-install-db", "--no-defaults", data, "--auth-root-authentication-method=normal",
                 "--skip-test-db", "--user=root")
        self.start("mariadbd", ["mariadbd", "--no-defaults", data, "--user=root",
                                f"--socket={self.folder}/mariadb.socket", "--bind-address=127.0.0.1",
                                f"--port={self.storage_port}", "--skip-name-resolve",
                                f"--pid-file={self.folder}/mariadb.pid", f"--init-file={first}"])
        self.wait_until(lambda: self.listens(self.storage_port), 60, "MariaDB")
        self.start("slurmdbd", ["slurmdbd", "-D"])
        self.wait_until(lambda: self.listens(self.keeper_port), 60, "slurmdbd")
        self.run("sacctmgr", "-i", "add", "cluster", "onemachine")

    def listens(self, port):
        with socket.socket() as s:
            return s.connect_ex(("127.0.0.1", port)) == 0

    def start_node(self, node):
        self.start(node, ["slurmd", "-D", "-N", node])

    def start(self, name, command):
        path = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"
        with open(self.folder / f"{name}.out", "ab") as said:
            self.daemons[name] = subprocess.Popen(
                [shutil.which(command[0], path=path) or command[0], *command[1:]], env=self.env,
                stdin=subprocess.DEVNULL, stdout=said, stderr=said, preexec_fn=die_with_parent)

    def kill(self, name):
        """Kills a daemon as a power cut would."""
        daemon = self.daemons.pop(name)
        daemon.kill()
        daemon.wait()

    def kill_node(self, node):
        """The node's daemon and all that runs there."""
        self.kill(node)
        for pid in self.processes_of(node):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def processes_of(self, node):
        """Slurm's keepers of what runs there, then the processes of the tasks themselves."""
        tasks, keepers = [], []
        for entry in pathlib.Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                environment = (entry / "environ").read_bytes().split(b"\0")
                parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
                keeper = pathlib.Path(f"/proc/{parent}/cmdline").read_bytes()
            except OSError:
                continue
            if (f"SLURM_CONF={self.env['SLURM_CONF']}".encode() in environment and
                    f"SLURMD_NODENAME={node}".encode() in environment):
                tasks.append(int(entry.name))
                if keeper.startswith(b"slurmstepd"):
                    keepers.append(int(parent))
        return keepers + tasks

    def run(self, *command, check=True):
        done = subprocess.run(command, env=self.env, capture_output=True, text=True, timeout=60)
        if check and done.returncode != 0:
            raise RuntimeError(f"{' '.join(command)}: {done.stderr}")
        return done.stdout

    def states(self):
        rows = [line.split() for line in self.run("sinfo", "-h", "-N", "-o", "%N %t",
                                                  check=False).splitlines()]
        return {row[0]: row[1] for row in rows if len(row) == 2}

    def wait_until(self, is_so, seconds, what):
        end = time.monotonic() + seconds
        while not is_so():
            dead = [name for name, daemon in self.daemons.items() if daemon.poll() is not None]
            if dead or time.monotonic() > end:
                if dead:
                    what += f", and {dead[0]} has ended"
                raise TimeoutError(f"waited for {what}\n{self.logs()}")
            time.sleep(0.1)

    def logs(self):
        """The last lines of every daemon, for whoever reads a failure."""
        text = ""
        for log in sorted(self.folder.glob("*.log")):
            text += f"== {log.name}\n" + "\n".join(log.read_text().splitlines()[-15:]) + "\n"
        return text

    def stop(self):
        for node in self.nodes:
            if node in self.daemons:
                self.kill_node(node)
        for name in list(self.daemons):
            self.kill(name)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("folder")
    parser.add_argument("--nodes", type=int, default=2)
    parser.add_argument("--cpus", type=int, default=1)
    parser.add_argument("--accounts", action="store_true", help="keep accounts, for sacct")
    asked = parser.parse_args()
    if asked.nodes < 1 or asked.cpus < 1:
        parser.error("a farm has a node at least, and a node a processor")
    signal.signal(signal.SIGTERM, lambda *_: exit(0))
    with OneMachine(asked.folder, asked.nodes, asked.cpus, accounts=asked.accounts) as farm:
        print(f"export SLURM_CONF={farm.env['SLURM_CONF']}", flush=True)
        try:
            signal.pause()
        except KeyboardInterrupt:
            pass


if __name__ == "__main__":
    main()
