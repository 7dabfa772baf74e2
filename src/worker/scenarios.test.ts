import { expect, it } from 'vitest';
import { CLUSTER_START_TIME, clusterKinds, clusterProgram } from '../cluster/assemble.ts';
import { COMMANDS_TABLE, type CommandRow } from '../cluster/kubectl/rows.ts';
import { Run } from '../engine/index.ts';
import { Snapshot } from '../inspect/snapshot.ts';
import { nodeView } from '../inspect/views/node.ts';
import type { Input } from '../protocol/run-description.ts';
import { SCENARIOS } from '../scenarios/index.ts';
import { FIRST_FILTER } from './simulation.ts';

function lived(id: string): Run<Input> {
  const scenario = SCENARIOS.find((each) => each.id === id);
  if (scenario === undefined) throw new Error(`no scenario ${id}`);
  const options = { seed: 1, startTime: CLUSTER_START_TIME, maxSteps: 100_000, freeze: true, kinds: clusterKinds };
  const run = new Run<Input>(() => clusterProgram(scenario.cluster), { ...options, recording: 'full' });
  run.advance({ time: CLUSTER_START_TIME + 2_000_000 });
  for (const input of scenario.story) {
    run.give(input);
    run.advance({ quiescent: true });
  }
  return run;
}

function told(id: string, run = lived(id)): readonly CommandRow[] {
  return [...run.engine.table<CommandRow>(COMMANDS_TABLE).values()];
}

/** Columns by words: how wide they are is told elsewhere. */
const cells = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).join(' '));

it('the walk through a node port prints the listing of a node on which it was done', () => {
  const run = lived('crd-array-watcher');
  const commands = told('crd-array-watcher', run);
  expect(commands.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  const [service, endpoint] = commands.slice(-2).map(({ stdout }) => cells(stdout));
  expect(service).toEqual([
    'Chain KUBE-SVC-HW2XM7FRY33HEVYM (2 references)',
    'num pkts bytes target prot opt in out source destination',
    '1 2 120 KUBE-MARK-MASQ tcp -- * * !10.244.0.0/16 10.100.116.139 /* default/crd-array-watcher cluster IP */ tcp dpt:8080',
    '2 4 240 KUBE-SEP-PLQTWCYKKRRVAV4U all -- * * 0.0.0.0/0 0.0.0.0/0 /* default/crd-array-watcher -> 10.244.0.35:8080 */',
  ]);
  expect(endpoint).toEqual([
    'Chain KUBE-SEP-PLQTWCYKKRRVAV4U (1 references)',
    'num pkts bytes target prot opt in out source destination',
    '1 0 0 KUBE-MARK-MASQ all -- * * 10.244.0.35 0.0.0.0/0 /* default/crd-array-watcher */',
    '2 4 240 DNAT tcp -- * * 0.0.0.0/0 0.0.0.0/0 /* default/crd-array-watcher */ tcp to:10.244.0.35:8080',
  ]);
  const snapshot = new Snapshot(run.engine, FIRST_FILTER);
  snapshot.cursor.seek(run.engine.journal.end - 1);
  const [files] = nodeView(snapshot, {}).files ?? [];
  expect(files?.pod).toMatch(/^default\/crd-array-watcher-/);
  expect(files?.resolvConf).toContain('search default.svc.cluster.local');
  expect(files?.hosts).toMatch(/\n10\.244\.0\.35\tcrd-array-watcher-/);
});

it('a CronTab is defined, made, scaled within its rule, and goes with its definition', () => {
  const commands = told('cron-tab');
  expect(commands.map(({ stdout, stderr }) => (stdout === '' ? stderr : stdout).trim().split('\n').at(-1))).toEqual([
    'customresourcedefinition.apiextensions.k8s.io/crontabs.stable.example.com created',
    'customresourcedefinition.apiextensions.k8s.io/crontabs.stable.example.com condition met',
    'crontab.stable.example.com/my-new-cron-object created',
    expect.stringMatching(/^my-new-cron-object +\* \* \* \* \*\/5 +1 +\d+s$/),
    'crontab.stable.example.com/my-new-cron-object scaled',
    'The CronTab "my-new-cron-object" is invalid: spec: Invalid value: "object": there are more replicas than are allowed',
    'customresourcedefinition.apiextensions.k8s.io "crontabs.stable.example.com" deleted',
  ]);
});

it('Fruit is a table with rows, columns and a search', () => {
  const commands = told('fruit');
  expect(commands.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  expect(cells(commands[3]?.stdout ?? '')).toEqual([
    'NAME SWEET WEIGHT COMMENT',
    'apple true 150 red',
    'banana true 120 none',
  ]);
  expect(commands[9]?.stderr).toBe(
    'The Fruit "bad" is invalid: spec.weight: Invalid value: 0: spec.weight in body should be greater than or equal to 1\n',
  );
});

it('a program’s VideoProcessor is checked and stored', () => {
  const commands = told('video-processor');
  const rows = cells(commands.at(-1)?.stdout ?? '');
  expect(rows).toEqual(['NAME SOURCE RESOLUTION PHASE', 'holiday s3://films/holiday.mov 1080p']);
  expect(commands.at(-2)?.stdout).toContain('/registry/media.example.com/videoprocessors/default/holiday');
});
