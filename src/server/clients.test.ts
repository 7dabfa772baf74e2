import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unsupported } from '../../tools/kubectl/fetch.mjs';
import type { Serving } from './serve.ts';
import { readTwinCommands, runTwins, type TwinCommand } from './testing/twin-commands.ts';
import { type RealKubectl, realKubectl, serveForTest } from './testing.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const data = join(root, 'testdata', 'serve');
const FILES = Object.fromEntries(
  readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.txt'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [relative(data, path), readFileSync(path, 'utf8')]),
);

/** Of each list of commands, how many of those that only read are left out between two: `npm run kubectl-twins` runs all. */
const LISTS: readonly (readonly [name: string, every: number])[] = [
  ['commands', 3],
  ['making', 6],
  ['describe', 5],
  ['printing', 6],
];
const SAMPLES = LISTS.map(([name, every]) => {
  const all = readTwinCommands(readFileSync(join(data, `${name}.txt`), 'utf8'));
  return [name, all.filter(({ mode }, at) => mode !== 'read' || at % every === 0)] as const;
});

/** Commands in pieces, so that a failure names where it is. */
const PIECE = 25;
const piecesOf = (commands: readonly TwinCommand[]) =>
  Array.from({ length: Math.ceil(commands.length / PIECE) }, (_, at) =>
    commands.slice(at * PIECE, (at + 1) * PIECE),
  ).map((piece) => [piece[0]?.line ?? '', piece] as const);

const VERBS =
  'annotate api-resources api-versions apply attach auth autoscale certificate cordon create debug delete describe drain edit events exec explain expose get label logs patch port-forward replace rollout run scale set taint top uncordon wait'.split(
    ' ',
  );

const reason = unsupported();
if (reason !== undefined) console.warn(`real clients are not tested: ${reason}`);

describe.skipIf(reason !== undefined).each(SAMPLES)('real kubectl and a served cluster, %s', (_, commands) => {
  let serving: Serving;
  let real: RealKubectl;

  beforeAll(async () => {
    // Only what happens moves the clock, so that the same commands meet the same cluster.
    serving = await serveForTest({ speed: 'events' });
    real = await realKubectl(serving);
    real.write(FILES);
  }, 60_000);
  afterAll(async () => {
    real?.close();
    await serving?.close();
  });

  it.each(piecesOf(commands))(
    'SV10: print what the simulated kubectl prints, from: %s',
    async (__, piece) => {
      const different: object[] = [];
      for (const command of piece) {
        let outcome = await runTwins(serving, real, FILES, command);
        // The cluster may have gone on between the two: a difference is there at a second look, too.
        if (!outcome.same && command.mode === 'read') outcome = await runTwins(serving, real, FILES, command);
        const { ours, theirs, same } = outcome;
        if (!same) different.push({ line: command.line, ours, theirs });
      }
      expect(different).toEqual([]);
    },
    90_000,
  );
});

it('real kubectl is given at least 250 commands each time, and those of all verbs are compared now and then', () => {
  const asked = SAMPLES.flatMap(([, commands]) => commands).filter(({ mode }) => mode !== 'setup');
  expect(asked.length).toBeGreaterThanOrEqual(250);
  const lines = LISTS.flatMap(([name]) => readTwinCommands(readFileSync(join(data, `${name}.txt`), 'utf8')));
  const verbs = new Set(lines.map(({ words }) => words[0]));
  expect(VERBS.filter((verb) => !verbs.has(verb))).toEqual([]);
});

describe('client-node', () => {
  let serving: Serving;
  let k8s: ClientNode;
  let config: KubeConfig;

  beforeAll(async () => {
    const folder = join(root, 'tools', 'client-node');
    if (!existsSync(join(folder, 'node_modules'))) spawnSync('npm', ['ci', '--prefix', folder]);
    k8s = (await import(createRequire(join(folder, 'package.json')).resolve('@kubernetes/client-node'))) as ClientNode;
    serving = await serveForTest({ nodes: 1 });
    config = new k8s.KubeConfig();
    config.loadFromFile(serving.kubeconfig);
  }, 60_000);
  afterAll(() => serving.close());

  const pod = (name: string) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels: { app: 'x' } },
    spec: { containers: [{ name: 'c', image: 'nginx:1.27' }] },
  });

  it('informs about everything that happens, in order', async () => {
    const api = config.makeApiClient(k8s.CoreV1Api);
    const path = '/api/v1/namespaces/default/pods';
    const informer = k8s.makeInformer(config, path, () => api.listNamespacedPod({ namespace: 'default' }));
    const seen: string[] = [];
    const gone = new Promise<void>((resolve) => {
      for (const verb of ['add', 'update', 'delete'] as const) {
        informer.on(verb, (object) => {
          seen.push(`${verb} ${object.metadata.name} ${object.status?.phase ?? ''}`);
          if (verb === 'delete') resolve();
        });
      }
    });
    // At the end the server goes away under it.
    informer.on('error', () => undefined);
    await informer.start();
    await api.createNamespacedPod({ namespace: 'default', body: pod('seen') });
    await serving.cluster.kubectl(['wait', '--for=condition=Ready', 'pod/seen']);
    await api.deleteNamespacedPod({ name: 'seen', namespace: 'default' });
    await gone;
    expect([...new Set(seen)]).toEqual([
      'add seen Pending',
      'update seen Pending',
      'update seen Running',
      'update seen Succeeded',
      'delete seen Succeeded',
    ]);
  }, 20_000);

  it('applies, patches, runs commands and reads logs', async () => {
    const objects = k8s.KubernetesObjectApi.makeApiClient(config);
    const map = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'm', namespace: 'default' },
      data: { a: '1' },
    };
    const applied = await objects.patch(map, undefined, undefined, 'tester', true, k8s.PatchStrategy.ServerSideApply);
    expect(applied.metadata.managedFields?.[0]).toMatchObject({ manager: 'tester', operation: 'Apply' });
    const api = config.makeApiClient(k8s.CoreV1Api);
    await api.createNamespacedPod({ namespace: 'default', body: pod('run') });
    await serving.cluster.kubectl(['wait', '--for=condition=Ready', 'pod/run']);
    const text = await new Promise<string>((resolve) => {
      let said = '';
      const out = new Writable({
        write(chunk: Buffer, _encoding, done) {
          said += chunk.toString('utf8');
          done();
        },
      });
      void new k8s.Exec(config).exec('default', 'run', 'c', ['hostname'], out, null, null, false, (status) =>
        resolve(`${said}${status.status}`),
      );
    });
    expect(text).toBe('run\nSuccess');
    // What was not asked for is not sent: this library would break on it.
    const outcome = await new Promise<string>((resolve) => {
      const command = ['sh', '-c', 'echo lost >&2; exit 3'];
      void new k8s.Exec(config).exec('default', 'run', 'c', command, new Writable(), null, null, false, ({ status }) =>
        resolve(status),
      );
    });
    expect(outcome).toBe('Failure');
    expect(await api.readNamespacedPodLog({ name: 'run', namespace: 'default' })).toContain('start worker processes');
    await expect(api.readNamespacedPod({ name: 'nobody', namespace: 'default' })).rejects.toMatchObject({ code: 404 });
    const listed = await api.listNamespacedPod({ namespace: 'default', limit: 1 });
    expect(listed.items.length).toBe(1);
  }, 20_000);
});

// The library is fetched for this test alone, so its types are not here when the project is checked.
interface Named {
  readonly metadata: { readonly name?: string; readonly managedFields?: readonly unknown[] };
  readonly status?: { readonly phase?: string };
}
interface Place {
  readonly namespace: string;
  readonly name?: string;
  readonly body?: unknown;
  readonly limit?: number;
}
interface CoreApi {
  listNamespacedPod(place: Place): Promise<{ readonly items: readonly Named[] }>;
  createNamespacedPod(place: Place): Promise<Named>;
  deleteNamespacedPod(place: Place): Promise<unknown>;
  readNamespacedPod(place: Place): Promise<Named>;
  readNamespacedPodLog(place: Place): Promise<string>;
}
interface KubeConfig {
  loadFromFile(path: string): void;
  makeApiClient(api: unknown): CoreApi;
}
interface Informer {
  on(verb: 'add' | 'update' | 'delete' | 'error', heard: (object: Named) => void): void;
  start(): Promise<void>;
}
interface ClientNode {
  readonly KubeConfig: new () => KubeConfig;
  readonly CoreV1Api: unknown;
  readonly PatchStrategy: { readonly ServerSideApply: string };
  readonly KubernetesObjectApi: {
    makeApiClient(config: KubeConfig): {
      patch(
        object: unknown,
        pretty: undefined,
        dryRun: undefined,
        manager: string,
        force: boolean,
        strategy: string,
      ): Promise<Named>;
    };
  };
  readonly Exec: new (
    config: KubeConfig,
  ) => {
    exec(
      namespace: string,
      pod: string,
      container: string,
      command: readonly string[],
      stdout: Writable,
      stderr: null,
      stdin: null,
      tty: boolean,
      done: (status: { readonly status: string }) => void,
    ): Promise<unknown>;
  };
  makeInformer(config: KubeConfig, path: string, list: () => Promise<unknown>): Informer;
}
