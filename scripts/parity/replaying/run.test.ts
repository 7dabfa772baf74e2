import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareRecordings } from '../comparing/compare.ts';
import { isAccepted, showDifferences } from '../comparing/report.ts';
import { gatherFacts } from '../recordings/facts.ts';
import { listAt, textAt } from '../recordings/json.ts';
import { loadRecordings } from '../recordings/load.ts';
import { printedPods, reconstructed } from '../recordings/reconstruct.ts';
import type { Command, Recording } from '../recordings/recording.ts';
import { retell } from '../recordings/rename.ts';
import { type Run, runRecordings } from './run.ts';
import type { ClusterStart, CommandRequest, SimulatedCluster, SimulatorPort } from './simulator-port.ts';
import { clusterStartOf } from './start.ts';
import { translateCommand } from './translate.ts';

const folder = join(import.meta.dirname, '../../../testdata/golden');
/** One story in five parts; other recordings of the folder stand alone. */
const all = loadRecordings(folder).all.filter(({ name }) => /^a0[1-5]$/.test(name));

/** A cluster that does again what was recorded, and notes what it was asked to do. */
class Tape implements SimulatedCluster {
  readonly log: string[] = [];
  private scenario: Recording | undefined;
  private clock = 0;
  private readonly played = new Set<Command>();

  constructor(private readonly scenarios: readonly Recording[]) {}

  beginScenario(startTime: string): void {
    this.scenario = this.scenarios.find((recording) => recording.meta.start === startTime);
    this.log.push(`begin ${this.scenario?.name}`);
    this.clock = 0;
  }
  advanceTo(seconds: number): void {
    expect(seconds).toBeGreaterThanOrEqual(this.clock);
    this.clock = seconds;
  }
  private resultOf(request: CommandRequest) {
    const found = this.scenario?.commands.find((command) => {
      return command.argv.join(' ') === request.argv.join(' ') && !this.played.has(command);
    });
    if (found === undefined) return { stdout: '', stderr: '', rc: 1, unsupported: 'not on the tape' };
    this.played.add(found);
    return { stdout: found.stdout, stderr: found.stderr, rc: found.rc };
  }
  runCommand(request: CommandRequest) {
    this.log.push(request.argv.join(' '));
    return this.resultOf(request);
  }
  startCommand(request: CommandRequest) {
    this.log.push(`${request.argv.join(' ')} &`);
    return { stop: () => this.resultOf(request) };
  }
  settle(): void {}
  recording() {
    if (this.scenario === undefined) throw new Error('no scenario');
    const { audit, etcd, watch, final } = this.scenario;
    return { audit, etcd, watch, final };
  }
}

async function runAll(asked: readonly Recording[], on: readonly Recording[]) {
  const tapes: Tape[] = [];
  const starts: ClusterStart[] = [];
  const port: SimulatorPort = {
    startCluster: (start) => {
      starts.push(start);
      const tape = new Tape(on);
      tapes.push(tape);
      return tape;
    },
  };
  const runs: Run[] = [];
  await runRecordings(port, asked, all, 1, (run) => runs.push(run));
  return { tapes, starts, runs };
}

describe('a run', () => {
  it('goes through a sequence of scenarios on one cluster and matches its own tape', async () => {
    const { tapes, starts, runs } = await runAll(all, all);
    expect(tapes).toHaveLength(1);
    expect(starts[0]?.nodes.map((node) => `${node.name} ${node.kind}`)).toEqual([
      'worker-1 real',
      'worker-2 real',
      'worker-3 real',
    ]);
    expect(starts[0]?.images).toContain('docker.io/library/nginx:1.28');
    expect(starts[0]?.kubectlCache).toBe('warm');
    expect(tapes[0]?.log.filter((line) => line.startsWith('begin'))).toEqual(
      ['a01', 'a02', 'a03', 'a04', 'a05'].map((name) => `begin ${name}`),
    );
    for (const run of runs) {
      const report = compareRecordings(run.want, run.got, { notRun: run.notRun });
      expect(showDifferences(report, { known: true, all: true })).toBe('');
    }
  });

  it('gives a recording that shows one node alone as many as it has', async () => {
    const [first] = all;
    if (first === undefined) throw new Error('no recordings');
    const { nodes } = clusterStartOf(first, [], 1);
    const shown = nodes.map(({ object }) => textAt(object, 'metadata', 'name'));
    expect(shown).toEqual(['worker-1', 'worker-2', 'worker-3']);
    expect(new Set(nodes.map(({ object }) => textAt(object, 'spec', 'podCIDR'))).size).toBe(3);
    const labels = nodes.map(({ object }) => textAt(object, 'metadata', 'labels', 'kubernetes.io/hostname'));
    expect(labels).toEqual(shown);
  });

  it('counts the nodes of a recording by their numbers and by what a scheduler said', async () => {
    const [first] = all;
    if (first === undefined) throw new Error('no recordings');
    const names = (recording: Recording) => clusterStartOf(recording, [], 1).nodes.map(({ name }) => name);
    const moved = JSON.parse(JSON.stringify(first).replaceAll('worker-2', 'worker-5')) as Recording;
    expect(names(moved)).toEqual([1, 2, 3, 4, 5].map((n) => `worker-${n}`));
    const note = '0/4 nodes are available: 4 Insufficient cpu.';
    const told = { t: 1, type: 'ADDED', resource: 'events.events.k8s.io', name: 'e', rv: '1', object: { note } };
    expect(names({ ...first, watch: [...first.watch, told] })).toEqual([1, 2, 3, 4].map((n) => `worker-${n}`));
  });

  it('runs the predecessors of a scenario that is asked for alone', async () => {
    const { tapes, runs } = await runAll(all.slice(1, 2), all);
    expect(tapes[0]?.log.filter((line) => line.startsWith('begin'))).toEqual(['begin a01', 'begin a02']);
    expect(runs.map((run) => run.want.name)).toEqual(['a02']);
  });

  it('puts together what there was before a scenario that stands alone', () => {
    const lone = all[1] as Recording;
    const [deployment, ...others] = reconstructed({ ...lone, initial: [] });
    expect(others).toEqual([]);
    expect(deployment).toMatchObject({
      kind: 'Deployment',
      metadata: { generation: 1 },
      spec: { replicas: 3 },
      status: {},
    });
    const managers = listAt(deployment, 'metadata', 'managedFields').map((entry) => textAt(entry, 'manager'));
    expect(managers).toEqual(['kube-controller-manager', 'kubectl-client-side-apply']);
    const printed = printedPods(lone).map((object) => textAt(object, 'metadata', 'generateName'));
    expect(new Set(printed)).toEqual(new Set(['nginx-775786f995-']));
  });

  it('gives back to a ReplicaSet the revision that it had, and says what its Deployment’s events counted', async () => {
    const { follows: _, ...lone } = { ...(all[3] as Recording), initial: [] };
    const sets = reconstructed(lone).filter(({ kind }) => kind === 'ReplicaSet');
    const revisions = sets.map((set) => textAt(set, 'metadata', 'annotations', 'deployment.kubernetes.io/revision'));
    expect(revisions).toEqual(['1']);
    const { runs } = await runAll([lone], [lone]);
    expect(runs[0]?.notRun.map((difference) => difference.object)).toEqual([
      'events of system:serviceaccount:kube-system:deployment-controller about Deployment default/nginx',
    ]);
  });

  it('starts a background command at its time, beside the others', async () => {
    const { tapes } = await runAll(all.slice(2, 3), all);
    const log = tapes[0]?.log ?? [];
    expect(log.indexOf('kubectl get pods -w --output-watch-events &')).toBeLessThan(
      log.indexOf('kubectl rollout status deployment/nginx'),
    );
  });

  it('says and counts what it cannot run', async () => {
    const [first] = all;
    if (first === undefined) throw new Error('no recordings');
    const odd: Recording = {
      ...first,
      meta: { ...first.meta, notes: ['the apiserver was stopped'] },
      commands: [
        ...first.commands,
        { t: 6, dt: 0, argv: ['helm', 'list'], user: 'admin', rc: 0, stdout: '', stderr: '' },
      ],
      http: [{ t: 6.1, method: 'GET', path: '/version', user: 'admin', status: 200, response: {} }],
    };
    const { runs } = await runAll([odd], [first]);
    const [run] = runs;
    if (run === undefined) throw new Error('no run');
    expect(run.notRun.map((difference) => difference.object)).toEqual([
      'note: the apiserver was stopped',
      'http GET /version',
      'command 7: helm list',
    ]);
    expect(isAccepted([compareRecordings(run.want, run.got, { notRun: run.notRun })])).toBe(false);
  });

  it('translates generated names and uids that were typed', () => {
    const [first] = all;
    if (first === undefined) throw new Error('no recordings');
    let draw = 1;
    const told = retell(first, gatherFacts(first).generated.keys(), (below) => {
      draw = (draw * 48271) % 2147483647;
      return Math.floor(draw / 7) % below;
    });
    const pod = first.final.find((object) => object.kind === 'Pod')?.metadata as {
      readonly name: string;
      readonly uid: string;
    };
    const typed = { ...first.commands[0], t: 6, dt: 0, user: 'admin', rc: 0, stdout: '', stderr: '' };
    const command = { ...typed, argv: ['kubectl', 'delete', `pod/${pod.name}`], stdin: `uid: ${pod.uid}` };
    const translated = translateCommand(command, first, () => told);
    const name = translated.argv[2]?.slice('pod/'.length);
    expect(name).not.toBe(pod.name);
    const other = told.final.find((object) => textAt(object, 'metadata', 'name') === name);
    expect(translated.stdin).toBe(`uid: ${textAt(other, 'metadata', 'uid')}`);
  });
});
