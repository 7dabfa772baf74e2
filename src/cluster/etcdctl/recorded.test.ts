import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { Engine } from '../../engine/index.ts';
import { clusterKinds } from '../../steps/index.ts';
import { kubectl } from '../../steps/kubectl.ts';
import { createEtcd } from '../etcd/index.ts';
import { COMMANDS_TABLE, type CommandRow } from '../kubectl/session/rows.ts';
import { NO_FAULTS } from '../ports/environment.ts';
import { realisticLatencies } from '../ports/latency.ts';
import { runEtcdctl } from './main.ts';

// What the real etcdctl printed for a list of commands, and what ours prints. ETCD_RECORD=1 records it again, where
// etcd and etcdctl are installed.

interface Ran {
  readonly argv: readonly string[];
  readonly stdin?: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

const RECORDED = resolve(import.meta.dirname, '../../../testdata/etcd/etcdctl.json');
const LEASE = '{lease}';

const TXN = 'value("k") = "v"\n\nput k 2\nget k\n\nput k 3\nget k\n\n';
const TXN_OPS = 'mod("k") > "0"\n\nput q "a b"\nget q\ndel w --prev-kv\n\n\n';

/** `{lease}` stands for the id of the newest lease. */
const COMMANDS: readonly (readonly [line: string, stdin?: string])[] = [
  ['put /a/x 1'],
  ['put /a/y hello --prev-kv'],
  ['put /a/y hello2 --prev-kv'],
  ['get /a --prefix'],
  ['get /a/x'],
  ['get /a --prefix --keys-only'],
  ['get /a --prefix --print-value-only'],
  ['get /a --prefix -w json'],
  ['get /a --prefix -w fields'],
  ['get /a --prefix -w table'],
  ['get /nope'],
  ['get /nope -w json'],
  ['get /nope -w fields'],
  ['get'],
  ['get a b c d'],
  ['get /a --prefix --from-key'],
  ['get /a --limit 1 --prefix --order DESCEND --sort-by VERSION'],
  ['get /a --limit=1 --prefix -w json'],
  ['get /a --order FOO'],
  ['get /a --sort-by FOO'],
  ['get /a --consistency x'],
  ['get /a/x --rev 1000'],
  ['get /a/y --rev 3'],
  ['get --hex /a/x'],
  ['get a -w xml'],
  ['put'],
  ['put a'],
  ['put a', 'from stdin'],
  ['get a'],
  ['put a b -w json'],
  ['put a b --lease=zz'],
  ['put a b --lease=4d'],
  ['put a --ignore-value'],
  ['put nokey --ignore-value'],
  ['put a b --ignore-value'],
  ['put a c --prev-kv -w json'],
  ['put a d -w fields'],
  ['put a d2 --prev-kv -w fields'],
  ['put a d -w table'],
  ['del'],
  ['del /nope'],
  ['del a --prev-kv'],
  ['del /a --prefix --prev-kv -w json'],
  ['put a 1'],
  ['put b 2'],
  ['del a --from-key'],
  ['del a -w json'],
  ['del a -w fields'],
  ['lease grant 100'],
  ['put k v --lease={lease}'],
  ['get k -w json'],
  ['get k -w fields'],
  ['lease list'],
  ['lease list -w fields'],
  ['lease list -w json'],
  ['lease keep-alive --once {lease}'],
  ['lease keep-alive --once {lease} -w json'],
  ['lease revoke {lease}'],
  ['lease revoke {lease}'],
  ['lease grant 60 -w json'],
  ['lease grant 60 -w fields'],
  ['lease grant'],
  ['lease grant abc'],
  ['lease grant 1'],
  ['lease timetolive 123'],
  ['lease timetolive'],
  ['lease revoke 123'],
  ['lease keep-alive --once 123'],
  ['member list'],
  ['member list -w table'],
  ['member list -w json'],
  ['member list -w fields'],
  ['endpoint status'],
  ['endpoint status -w table'],
  ['endpoint status -w json'],
  ['endpoint status -w fields'],
  ['endpoint health'],
  ['endpoint health -w json'],
  ['endpoint hashkv'],
  ['endpoint hashkv -w json'],
  ['alarm list'],
  ['alarm list -w json'],
  ['alarm disarm'],
  ['put k v'],
  ['txn', TXN],
  ['txn', TXN],
  ['txn -i', TXN],
  ['txn -w json', TXN_OPS],
  ['txn -w fields', TXN_OPS],
  ['txn', 'foo\n\n\n\n'],
  ['txn', 'ver("k") = "1"\n\nfoo k\n\n\n'],
  ['txn', 'ver("k") = "1"\n\nput k 1\nput k 2\n\n\n'],
  ['txn', 'ver("k") = "1"\n\n'],
  ['txn x'],
  ['compact 5'],
  ['compact 5'],
  ['compact 500'],
  ['compact'],
  ['compact abc'],
  ['get k --rev 2'],
  ['watch'],
  ['watch k --rev 2'],
  ['watch b a'],
  ['defrag'],
  ['move-leader 1'],
  ['move-leader zz'],
];

const words = (line: string, lease: string): readonly string[] => line.replace(LEASE, lease).split(' ');

it('ET14: etcdctl prints what the real one prints', async () => {
  if (process.env.ETCD_RECORD !== undefined) await record();
  const recorded = JSON.parse(readFileSync(RECORDED, 'utf8')) as readonly Ran[];
  const ours = play();
  expect(recorded.map(({ argv }) => argv.join(' '))).toEqual(COMMANDS.map(([line]) => line));
  const shown = ({ argv, stdout, stderr, code }: Ran): string =>
    `etcdctl ${argv.join(' ')}\n${plain(stdout)}${plain(stderr)}exit ${code}\n`;
  expect(ours.map(shown)).toEqual(recorded.map(shown));
});

/** Our commands, one after another on a store of its own. */
function play(): readonly Ran[] {
  const kinds = clusterKinds;
  const engine = new Engine({ seed: 1, kinds, startTime: 0, recording: 'full', maxSteps: 100_000, freeze: true });
  const faults = NO_FAULTS;
  const env = { engine, latencies: realisticLatencies, faults };
  const etcd = createEtcd(env);
  const host = { env, etcd, running: new Map() };
  const rows = engine.table<CommandRow>(COMMANDS_TABLE);
  let lease = '';
  return COMMANDS.map(([line, stdin]) => {
    const argv = ['etcdctl', ...words(line, lease)];
    engine.perform(() => {
      const ctx = engine.beginStory('kubectl', kubectl.command, 'kubectl', { line });
      engine.spawn(runEtcdctl(ctx, host, { argv, ...(stdin === undefined ? {} : { stdin }) }));
    });
    while (!engine.quiescent && engine.advance());
    const row = rows.get(String(rows.size)) as CommandRow;
    lease = /^lease ([0-9a-f]{16}) granted/.exec(row.stdout)?.[1] ?? lease;
    return { argv: line.split(' '), stdout: row.stdout, stderr: row.stderr, code: row.exitCode ?? -1 };
  });
}

/** What is another on every machine and in every version, by a name. Usage texts are not compared. */
function plain(text: string): string {
  return text
    .replaceAll(/^\{"level":"warn".*\n/gm, '')
    .replaceAll(/\b[0-9]{18,20}\b/g, '<id>')
    .replaceAll(/\b[0-9a-f]{15,16}\b/g, '<hex>')
    .replaceAll(/https?:\/\/[0-9.:]+/g, '<url>')
    .replaceAll(/127\.0\.0\.1:\d+/g, '<endpoint>')
    .replaceAll(/\b(?:m1|etcd-0)\b/g, '<name>')
    .replaceAll(/\b3\.[45]\.\d+\b/g, '<version>')
    .replaceAll(
      /("?(?:dbSize|dbSizeInUse|DBSize|raftIndex|raftAppliedIndex|RaftIndex|RaftAppliedIndex)"? ?: ?)\d+/g,
      '$1<n>',
    )
    .replaceAll(/(?<="(?:dbSize|dbSizeInUse)":)<n>/g, '<n>')
    .replaceAll(/\d+ kB, true, false, \d+, \d+, \d+/g, '<status>')
    .replaceAll(/took(?: = |":")[\d.]+[mµ]?s/g, 'took <time>')
    .replaceAll(/<endpoint>, \d+/g, '<endpoint>, <hash>')
    .replaceAll(/"hash":\d+/g, '"hash":<hash>')
    .replaceAll(/^\+[-+]+\+$/gm, '<rule>')
    .replaceAll(/^\|.*\|$/gm, (line) =>
      line
        .replaceAll(/\d+ kB/g, '<size>')
        .replaceAll(/\b\d+\b/g, '<n>')
        .replaceAll(/ +/g, ' '),
    );
}

/** A real member and its etcdctl, the same commands. */
async function record(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kubestep-etcdctl-'));
  const [client, peer] = ['http://127.0.0.1:32379', 'http://127.0.0.1:32380'];
  const server = spawn('etcd', [
    ...['--name', 'm1', '--data-dir', folder, '--log-level', 'error', '--initial-cluster', `m1=${peer}`],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
  ]);
  const env = { ...process.env, ETCDCTL_API: '3' };
  try {
    await new Promise((done) => setTimeout(done, 3000));
    execFileSync('etcdctl', ['--endpoints', '127.0.0.1:32379', 'endpoint', 'health'], { env });
    let lease = '';
    const ran = COMMANDS.map(([line, stdin]): Ran => {
      const argv = ['--endpoints', '127.0.0.1:32379', ...words(line, lease)];
      const { stdout, stderr, status } = spawnSync('etcdctl', argv, {
        env,
        input: stdin ?? '',
        encoding: 'utf8',
        timeout: 4000,
      });
      lease = /^lease ([0-9a-f]{16}) granted/.exec(stdout)?.[1] ?? lease;
      return { argv: line.split(' '), ...(stdin === undefined ? {} : { stdin }), stdout, stderr, code: status ?? -1 };
    });
    writeFileSync(RECORDED, `${JSON.stringify(ran, undefined, 1)}\n`);
  } finally {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}
