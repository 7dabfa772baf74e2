import { beforeAll, describe, expect, it } from 'vitest';
import { Engine } from '../engine/index.ts';
import { kubectl } from '../steps/kubectl.ts';
import { assembleCluster } from './assemble.ts';
import { PEOPLE } from './clients/identities.ts';
import type { Cluster } from './config/cluster-config.ts';
import { COMMANDS_TABLE, type CommandRow } from './kubectl/session/rows.ts';
import { realisticLatencies } from './ports/latency.ts';
import { CLUSTER_START_TIME, clusterKinds, plainNode } from './program.ts';

const MANIFEST = `apiVersion: v1
kind: Pod
metadata: {name: talker}
spec:
  containers:
  - name: main
    image: busybox:1.36
    env: [{name: COLOUR, value: blue}, {name: WHERE, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}]
    command: [sh, -c, 'echo "hello $COLOUR"; for i in 1 2 3; do echo $i; sleep 1; done; echo oops >&2; while true; do echo tick; sleep 10; done']
  - {name: side, image: "nginx:1.27"}
---
apiVersion: v1
kind: Pod
metadata: {name: crasher}
spec:
  containers: [{name: main, image: "busybox:1.36", command: [sh, -c, "echo try; sleep 1; exit 3"]}]
---
apiVersion: v1
kind: Pod
metadata: {name: pending}
spec:
  containers: [{name: main, image: "nope:1"}]
---
apiVersion: v1
kind: Pod
metadata: {name: shell}
spec:
  containers: [{name: main, image: "busybox:1.36", stdin: true}]
---
apiVersion: v1
kind: Pod
metadata: {name: readers}
spec:
  containers:
  - {name: ever, image: "busybox:1.36", stdin: true, command: [cat]}
  - {name: once, image: "busybox:1.36", stdin: true, stdinOnce: true, command: [sh, -c, 'while read x; do echo "got $x"; done; echo closed']}
---
apiVersion: v1
kind: Pod
metadata: {name: nowhere}
spec:
  nodeSelector: {there: nowhere}
  containers: [{name: main, image: "busybox:1.36"}]
`;

const engine = new Engine({
  seed: 3,
  kinds: clusterKinds,
  startTime: CLUSTER_START_TIME,
  recording: 'off',
  maxSteps: 0,
  freeze: false,
});
let cluster: Cluster;

function pass(seconds: number): void {
  const until = engine.now + seconds * 1_000_000;
  for (let due = engine.nextTime; due !== undefined && due <= until; due = engine.nextTime) engine.advance();
  engine.idleUntil(until);
}

function begin(line: string | readonly string[], stdin?: string) {
  const rows = engine.table<CommandRow>(COMMANDS_TABLE);
  const id = rows.size + 1;
  const argv = typeof line === 'string' ? line.split(' ') : line;
  engine.perform(() => {
    const ctx = engine.beginStory('kubectl', kubectl.command, 'kubectl', { line: argv.join(' ') });
    const files = { 'pods.yaml': MANIFEST, 'note.txt': 'päckchen $HOME\n', 'web/a.txt': 'a', 'web/b/c.txt': 'c' };
    const input = stdin === undefined ? {} : { stdin };
    engine.spawn(cluster.kubectl(ctx, { argv: ['kubectl', ...argv], files, ...input }));
  });
  return { id, row: () => rows.get(String(id)) as CommandRow };
}

function type(line: string | readonly string[], stdin?: string) {
  const { row } = begin(line, stdin);
  for (let at = 0; row()?.exitCode === undefined && at < 100; at += 1) pass(0.2);
  const { stdout, stderr, exitCode } = row();
  return { stdout, stderr, exitCode };
}

const lines = (text: string): readonly string[] => text.trimEnd().split('\n');

beforeAll(() => {
  engine.perform(() => {
    cluster = assembleCluster(engine, {
      latencies: realisticLatencies,
      nodes: [plainNode(0, undefined)],
      nodeObjects: [],
      objects: [],
      firstRevision: 400,
      rateLimited: false,
      users: PEOPLE,
      onAudit: undefined,
    });
  });
  pass(2);
  type('apply -f pods.yaml');
  pass(10);
});

describe('logs', () => {
  it('IMG5, CRI7: hold what a script writes when it writes it, with variables put in', () => {
    const { stdout } = type('logs talker -c main --timestamps');
    const written = lines(stdout).slice(0, 5);
    expect(written.map((line) => line.slice(31))).toEqual(['hello blue', '1', '2', '3', 'oops']);
    const seconds = written.map((line) => Date.parse(line.slice(0, 30)) / 1000);
    expect(seconds.map((each) => Math.round(each - (seconds[0] ?? 0)))).toEqual([0, 0, 1, 2, 3]);
  });

  it('can be cut: from the end, by bytes, by age', () => {
    expect(type('logs talker -c main --tail=2').stdout).toMatch(/^(?:oops\n)?(?:tick\n)+$/);
    expect(type('logs talker -c main --limit-bytes=7').stdout).toBe('hello b');
    expect(type('logs talker -c main --since=1h --tail=-1').stdout).toContain('hello blue\n1\n');
    expect(type('logs talker -c main --tail=-2').stderr).toContain('--tail must be greater than or equal to -1');
  });

  it('KL16: are those of the attempt before, if one asks for it, and refused when nothing ran', () => {
    expect(type('logs crasher -p')).toEqual({ stdout: 'try\n', stderr: '', exitCode: 0 });
    expect(type('logs talker -c main -p').stderr).toBe(
      'Error from server (BadRequest): previous terminated container "main" in pod "talker" not found\n',
    );
    expect(type('logs pending').stderr).toMatch(
      /^Error from server \(BadRequest\): container "main" in pod "pending" is waiting to start: (?:trying and failing to pull image|image can't be pulled)\n$/,
    );
  });

  it('KC20: of a Pod that has no node yet are empty, and no error', () => {
    expect(type('logs nowhere')).toEqual({ stdout: '', stderr: '', exitCode: 0 });
  });

  it('KL17: that are followed go on until they are interrupted', () => {
    const { id, row } = begin('logs -f talker -c main --tail=1');
    pass(31);
    expect(row().exitCode).toBeUndefined();
    expect(lines(row().stdout).length).toBeGreaterThanOrEqual(3);
    engine.perform(() => cluster.interrupt(id));
    pass(1);
    expect(row().exitCode).toBe(1);
  });
});

describe('exec', () => {
  it('CRI8, KL18: runs a command and ends as it did', () => {
    expect(type(['exec', 'talker', '-c', 'main', '--', 'sh', '-c', 'echo $COLOUR on $WHERE; exit 3'])).toEqual({
      stdout: 'blue on node-1\n',
      stderr: 'command terminated with exit code 3\n',
      exitCode: 3,
    });
    expect(type('exec talker -- hostname')).toEqual({
      stdout: 'talker\n',
      stderr: 'Defaulted container "main" out of: main, side\n',
      exitCode: 0,
    });
    expect(type('exec shell -- nope').stderr).toContain('exec: "nope": executable file not found in $PATH: unknown\n');
    expect(type('exec pending -- ls').stderr).toBe(
      'error: Internal error occurred: unable to upgrade connection: container not found ("main")\n',
    );
    expect(type('exec shell -- ls /nope').stderr).toBe(
      'ls: /nope: No such file or directory\ncommand terminated with exit code 1\n',
    );
  });

  it('CRI8: a shell puts in variables, what commands say and names of files, and knows where it is', () => {
    const said = (script: string) => type(['exec', 'talker', '-c', 'main', '--', 'sh', '-c', script]).stdout;
    expect(said(`X=a; Y="$X b"; echo \${X}1 \${NONE:-else} \${#Y} \${Y%b} "$Y"`)).toBe('a1 else 3 a a b\n');
    expect(said(`FILE=/a/b.txt; echo \${FILE##*/} \${FILE%/*} $(basename $(dirname $FILE)) \`echo x\``)).toBe(
      'b.txt /a a x\n',
    );
    expect(said('mkdir -p /d; cd /d; echo 1 > one; echo 2 > two; cat *; pwd; ls')).toBe('1\n2\n/d\none\ntwo\n');
    expect(said('echo \'*\' "*" /d/t*')).toBe('* * /d/two\n');
    expect(said('COLOUR=red env | grep COLOUR; echo $COLOUR')).toBe('COLOUR=red\nblue\n');
    expect(said('for i in $(seq 2); do if [ $i -gt 1 ]; then echo $i; fi; done')).toBe('2\n');
    expect(said('set -e; false || true; false; echo no')).toBe('');
    expect(said('again() { again; again; }; again; echo no')).toBe('');
    expect(said('greet() { echo hello $1; false; }; greet you || echo failed')).toBe('hello you\nfailed\n');
    expect(type(['exec', 'talker', '-c', 'main', '--', 'echo', '$HOME', '*']).stdout).toBe('$HOME *\n');
    expect(type('exec shell -- vi /etc/hosts')).toMatchObject({
      stderr: 'vi: what this program does is not modelled\ncommand terminated with exit code 1\n',
      exitCode: 1,
    });
  });

  it('TL3: lines are cut, sorted, counted and changed as the usual tools do it', () => {
    const said = (script: string) => type(['exec', 'talker', '-c', 'main', '--', 'sh', '-c', script]);
    const lines = 'printf "b 2\\na 1\\nb 2\\n" > /tmp/x; ';
    expect(said(`${lines}sort -u /tmp/x | cut -d" " -f2`).stdout).toBe('1\n2\n');
    expect(said(`${lines}sed -e 's/b/[&]/' -e 1d /tmp/x | tr a-z A-Z`)).toMatchObject({ stdout: 'A 1\n[B] 2\n' });
    expect(said(`${lines}sed -n '2,$p' /tmp/x; awk '/b/ {print NR, $NF}' /tmp/x`).stdout).toBe('a 1\nb 2\n1 2\n3 2\n');
    expect(said(`${lines}sort /tmp/x | uniq -c; tail -n 1 /tmp/x; head -c 3 /tmp/x`).stdout).toBe(
      '      1 a 1\n      2 b 2\nb 2\nb 2',
    );
    expect(said('grep -c talker /etc/hosts; echo -n hi | base64; grep nobody < /etc/passwd | wc -l').stdout).toBe(
      '1\naGk=\n1\n',
    );
    const eight = (name: string) => Array(8).fill(name).join(' ');
    const long = `seq 1000 > /a; cat ${eight('/a')} > /b; cat ${eight('/b')} > /c; sha256sum /c | head -c 16`;
    expect(said(long).stdout).toBe('6e3cf87df0a69bf0');
    expect(said('ls /nope > /tmp/o 2>&1; grep -o nope /tmp/o; which sh curl; command -v cd').stdout).toBe(
      'nope\n/bin/sh\ncd\n',
    );
    expect(said('cat /sys/fs/cgroup/cpu.max; uname -s; awk "BEGIN {print 6 * 7}"')).toMatchObject({
      stdout: 'max 100000\nLinux\n42\n',
      stderr: '',
    });
  });

  it('CRI16: the first process ends when one beside it says so, unless it has no handler; nobody kills it from there', () => {
    const restarts = (name: string) =>
      type(['get', 'pod', 'talker', '-o', `jsonpath={.status.containerStatuses[?(@.name=="${name}")].restartCount}`])
        .stdout;
    expect(type('exec talker -c main -- kill 1').exitCode).toBe(0);
    expect(type('exec talker -c side -- sh -c exit').exitCode).toBe(0);
    expect(type(['exec', 'talker', '-c', 'side', '--', 'sh', '-c', 'kill -9 1; kill 77']).stderr).toBe(
      "sh: can't kill pid 77: No such process\ncommand terminated with exit code 1\n",
    );
    pass(3);
    expect([restarts('main'), restarts('side')]).toEqual(['0', '0']);
    expect(type('exec talker -c side -- nginx -s quit').exitCode).toBe(0);
    pass(5);
    expect([restarts('main'), restarts('side')]).toEqual(['0', '1']);
  });

  it('feeds a shell what is piped in', () => {
    expect(type('exec -i shell -- sh', 'echo one\necho two | cat\nexit 4\necho three\n')).toEqual({
      stdout: 'one\ntwo\n',
      stderr: 'command terminated with exit code 4\n',
      exitCode: 4,
    });
    expect(type('exec -i shell -- cat', 'abc\n').stdout).toBe('abc\n');
    expect(
      type('exec -i shell -- sh', 'for i in 1 2\ndo echo $i\ndone\ncat <<E\n$((1+2))\nE\nif true; then\n').stdout,
    ).toBe('1\n2\n3\n');
    expect(type(['exec', '-i', 'shell', '--', 'sh', '-c', 'while read a; do echo -$a; done'], 'x\ny\n').stdout).toBe(
      '-x\n-y\n',
    );
    expect(type('exec -i shell -- sh', 'cd /etc\nX=1\necho $X\npwd\n').stdout).toBe('1\n/etc\n');
  });

  it('AS93: is judged by RBAC: to get the subresource is not enough', () => {
    type('create role execs --verb=get --resource=pods,pods/exec');
    type(['create', 'rolebinding', 'execs', '--role=execs', '--user=jane']);
    expect(type('exec shell --user=jane -- ls').stderr).toBe(
      'error: unable to upgrade connection: pods "shell" is forbidden: User "jane" cannot create resource "pods/exec" in API group "" in the namespace "default"\n',
    );
    expect(type('port-forward shell 8080:80 --user=jane').stderr).toBe(
      'error: error upgrading connection: unable to upgrade connection: pods "shell" is forbidden: User "jane" cannot create resource "pods/portforward" in API group "" in the namespace "default"\n',
    );
    // The stream itself is a GET, which she may send; kubectl tries once more with a POST.
    const raw = '/api/v1/namespaces/default/pods/shell/exec?command=ls';
    expect(type(`get --raw ${raw} --user=jane`).stderr).toBe(
      'Error from server (Forbidden): pods "shell" is forbidden: \n',
    );
  });
});

describe('attach and port-forward', () => {
  it('SH11: a shell with open input takes commands, and ends its container', () => {
    expect(type('attach -i shell', 'echo hi\nexit 2\n').stdout).toBe('hi\n');
    pass(3);
    expect(type('logs shell -p').exitCode).toBe(0);
  });

  it('CRI21: who attaches and has no more ends what reads once; anything else waits for the next, and its log has it all', () => {
    expect(type('attach -i readers -c ever', 'one\n').stdout).toBe('one\n');
    expect(type('attach -i readers -c ever', 'two\n').stdout).toBe('two\n');
    expect(type('attach -i readers -c once', 'a\nb\n').stdout).toBe('got a\ngot b\nclosed\n');
    pass(5);
    const { stdout } = type('get pod readers -o jsonpath={.status.containerStatuses[*].restartCount}');
    expect(stdout).toBe('0 1');
    expect(type('logs readers -c ever').stdout).toBe('one\ntwo\n');
    expect(type('logs readers -c once -p').stdout).toBe('got a\ngot b\nclosed\n');
  });

  it('CRI9: a port that nobody listens on is refused, and a forwarded one is held until the interrupt', () => {
    const { id, row } = begin('port-forward talker 8080:80');
    pass(1);
    expect(row()).toMatchObject({
      stdout: 'Forwarding from 127.0.0.1:8080 -> 80\nForwarding from [::1]:8080 -> 80\n',
      exitCode: undefined,
    });
    engine.perform(() => cluster.interrupt(id));
    pass(1);
    expect(row().exitCode).toBe(1);
    expect(type('port-forward pending 80').stderr).toBe(
      'error: unable to forward port because pod is not running. Current status=Pending\n',
    );
  });
});

describe('files of a container', () => {
  it('TL1, KC47: cp takes files in and out, and small tools see them', () => {
    expect(type('cp note.txt shell:/tmp/note.txt')).toEqual({ stdout: '', stderr: '', exitCode: 0 });
    expect(type('exec shell -- cat /tmp/note.txt').stdout).toBe('päckchen $HOME\n');
    expect(type('cp web default/shell:/tmp').exitCode).toBe(0);
    expect(type('exec shell -- ls /tmp/web').stdout).toBe('a.txt\nb\n');
    expect(type('cp shell:/tmp/web back').stdout).toBe("tar: Removing leading `/' from member names\n");
    expect(type('create cm copied --from-file=back/b/c.txt --dry-run=client -o jsonpath={.data}').stdout).toBe(
      '{"c.txt":"c"}',
    );
    expect(type('cp shell:/nope x').stdout).toContain('tar: /nope: Cannot stat: No such file or directory\n');
    expect(type('cp nope shell:/x').stderr).toBe("error: nope doesn't exist in local filesystem\n");
  });

  it('TL1: what a script writes is there, what it removes is not, what is piped in can be kept', () => {
    const script = 'mkdir /data; echo one > /data/x; echo two >> /data/x; cat < /data/x; rm /data/x; ls /data/x';
    expect(type(['exec', 'shell', '--', 'sh', '-c', script])).toMatchObject({
      stdout: 'one\ntwo\n',
      stderr: 'ls: /data/x: No such file or directory\ncommand terminated with exit code 1\n',
    });
    expect(type(['exec', '-i', 'shell', '--', 'sh', '-c', 'cat > /tmp/in'], 'typed\n').exitCode).toBe(0);
    expect(type('exec shell -- wc -l /tmp/in').stdout).toContain('');
    expect(type('exec shell -- cat /tmp/in').stdout).toBe('typed\n');
    expect(type('exec -i shell -- wc -l', 'a\nb\n').stdout).toBe('2\n');
    expect(type('exec shell -- cat').exitCode).toBe(0);
  });
});

describe('debug and run', () => {
  it('KL19: an ephemeral container is started once, beside the others', () => {
    expect(type('debug shell --image=busybox:1.36 -c looker -- sleep 100000')).toEqual({
      stdout: '',
      stderr: '',
      exitCode: 0,
    });
    pass(5);
    const { stdout } = type('get pod shell -o jsonpath={.status.ephemeralContainerStatuses[0]}');
    expect(JSON.parse(stdout)).toMatchObject({ name: 'looker', ready: false, restartCount: 0 });
    expect(Object.keys(JSON.parse(stdout).state)).toEqual(['running']);
    expect(type('exec shell -c looker -- hostname').stdout).toBe('shell\n');
    expect(type('describe pod shell').stdout).toContain('Ephemeral Containers:\n  looker:\n');
    expect(type(['debug', '-i', 'shell', '--image=busybox:1.36', '-c', 'says', '--', 'echo', 'hi']).stdout).toBe(
      'hi\n',
    );
  });

  it('KC45: debugging a node makes a Pod on it', () => {
    const { stdout } = type('debug node/node-1 --image=busybox:1.36');
    const name = /Creating debugging pod (node-debugger-node-1-\w{5}) with/.exec(stdout)?.[1] ?? '';
    expect(type(`get pod ${name} -o jsonpath={.spec.nodeName}{.spec.hostNetwork}`).stdout).toBe('node-1true');
  });

  it('KC46: run shows what the Pod writes, ends as it did, and takes it away again', () => {
    const words = [
      'run',
      '-i',
      '--rm',
      '--restart=Never',
      '--image=busybox:1.36',
      'brief',
      '--',
      'sh',
      '-c',
      'sleep 2; echo hi; exit 3',
    ];
    const { stdout, stderr, exitCode } = type(words);
    expect(stdout).toBe('hi\npod "brief" deleted from default namespace\n');
    expect(stderr).toContain('pod default/brief terminated (Error)\n');
    expect(exitCode).toBe(3);
    expect(type('get pod brief').exitCode).toBe(1);
    const fed = ['run', '-i', '--rm', '--restart=Never', '--image=busybox:1.36', 'eater', '--', 'cat'];
    expect(type(fed, 'typed in\n')).toMatchObject({
      stdout: 'typed in\npod "eater" deleted from default namespace\n',
      exitCode: 0,
    });
  });
});
