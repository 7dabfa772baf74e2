import { expect, it } from 'vitest';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { Run } from '../../../engine/index.ts';
import type { Given } from '../../inputs/inputs.ts';
import { COMMANDS_TABLE, type CommandRow } from '../../kubectl/session/rows.ts';
import { startedRun, typeLine, wait } from '../../testing/started-run.ts';
import { readText } from './stored-text.ts';

const PODS = resourceOf('pods');
const KEY = '/registry/pods/default/odd';
const ODD = '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"odd","namespace":"default"}';
const MISTYPED = `${ODD},"spec":"x"}`;
const MISTYPED_ERROR = 'json: cannot unmarshal string into Go struct field Pod.spec of type v1.PodSpec';

const small = (): Run<Given> => startedRun({ nodes: 1, latencies: 'zero', proxy: 'none' }, {}, true);

/** A value may have blanks. */
function put(run: Run<Given>, key: string, value: string): void {
  const commands = run.engine.table<CommandRow>(COMMANDS_TABLE);
  const id = String(commands.size + 1);
  run.give({ type: 'etcdctl', argv: ['etcdctl', 'put', '--', key, value] });
  run.advance({ quiescent: true, when: () => commands.get(id)?.exitCode !== undefined });
}

it('STO1: a text is read into the struct of its kind, as JSON, as YAML, or as either in base64', () => {
  const json = readText(
    PODS,
    `${ODD},"spec":{"unknown":1,"hostname":"","containers":[{"name":"a"}]}}`,
    'object',
  ) as Pod;
  expect(json.spec).toMatchObject({ restartPolicy: 'Always', containers: [{ name: 'a', resources: {} }] });
  expect(Object.keys(json.spec)).not.toContain('unknown');
  expect(Object.keys(json.spec)).not.toContain('hostname');
  expect((readText(PODS, `${ODD},"spec":null}`, 'object') as Pod).spec.containers).toEqual([]);
  const yaml = readText(PODS, 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: odd\n  namespace: default\n', 'event');
  expect(yaml).toEqual(readText(PODS, `${ODD}}`, 'event'));
  expect(readText(PODS, btoa(`${ODD}}`), 'event')).toEqual(yaml);
  const scaler = readText(
    resourceOf('horizontalpodautoscalers', 'autoscaling'),
    '{"apiVersion":"autoscaling/v1","kind":"HorizontalPodAutoscaler","metadata":{"name":"a"},"spec":{"targetCPUUtilizationPercentage":50}}',
    'object',
  );
  expect(scaler).toMatchObject({ apiVersion: 'autoscaling/v2', spec: { metrics: [{ type: 'Resource' }] } });
});

it.each([
  ['k8s', 'illegal base64 data at input byte 0'],
  ['[1', 'illegal base64 data at input byte 0'],
  ['{', "couldn't get version/kind; json parse error: unexpected end of JSON input"],
  [
    '{"kind":5}',
    "couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .kind of type string",
  ],
  ['{"apiVersion":"a/b/c","kind":"Pod"}', 'unexpected GroupVersion string: a/b/c'],
  [
    '{"apiVersion":"v9","kind":"Pod"}',
    'no kind "Pod" is registered for version "v9" in scheme "pkg/api/legacyscheme/scheme.go:30"',
  ],
  ['{"apiVersion":"v1","kind":"Service"}', 'converting (v1.Service) to (core.Pod): unknown conversion'],
  [
    '{"kind":"Nope"}',
    'no kind "Nope" is registered for the internal version of group "" in scheme "pkg/api/legacyscheme/scheme.go:30"',
  ],
  ['{"kind":"Service"}', 'converting (core.Service) to (core.Pod): unknown conversion'],
  [MISTYPED, MISTYPED_ERROR],
])('STO2: %s cannot be read, and says why', (text, unreadable) => {
  expect(readText(PODS, text, 'object')).toEqual({ unreadable });
});

it('STO3: without a version it is nothing but its names, and for a watch nothing at all', () => {
  const nothing = readText(PODS, '{"metadata":{"name":"odd"},"name":"own","spec":"x"}', 'object');
  expect(nothing).toEqual({
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { name: 'own' },
    spec: { containers: [] },
    status: {},
  });
  expect(readText(PODS, '{"a":1}', 'event')).toEqual({ unreadable: `Object 'Kind' is missing in '{"a":1}'` });
  expect(readText(PODS, '{"kind":"Pod"}', 'event')).toEqual({
    unreadable: `Object 'apiVersion' is missing in '{"kind":"Pod"}'`,
  });
  expect(readText(PODS, '{"apiVersion":"v1","kind":"Service"}', 'event')).toBe('other');
});

it('STO2: every request that must read it is refused in the words of the decoder', () => {
  const run = small();
  put(run, KEY, MISTYPED);
  expect(typeLine(run, 'kubectl get pod odd').stderr).toBe(`Error from server: ${MISTYPED_ERROR}\n`);
  expect(typeLine(run, 'kubectl delete pod odd').stderr).toBe(`Error from server: ${MISTYPED_ERROR}\n`);
  expect(typeLine(run, 'kubectl run odd --image=nginx').stderr).toContain('pods "odd" already exists');
  expect(typeLine(run, 'kubectl create namespace after').stdout).toBe('namespace/after created\n');
});

it('STO4: an object is in the watch cache by its own names, and nameless ones are not', () => {
  const run = small();
  put(run, KEY, ODD.replace('"odd"', '"other"').concat('}'));
  put(run, '/registry/pods/default/nameless', '{"apiVersion":"v1","kind":"Pod"}');
  expect(typeLine(run, 'kubectl get pods -o name --selector=!x').stdout).toBe('pod/other\n');
  expect(typeLine(run, 'kubectl get pod odd -o name').stdout).toBe('pod/other\n');
  typeLine(run, `etcdctl del ${KEY}`);
  expect(typeLine(run, 'kubectl get pods -o name --selector=!x').stdout).toBe('');
});

it('STO5, STO6: a cache is held up for half a minute, then begins anew until all can be read', () => {
  const run = small();
  typeLine(run, 'kubectl create deployment web --image=nginx:1.27');
  wait(run, 20);
  put(run, KEY, MISTYPED);
  const since = run.engine.now;
  expect(typeLine(run, 'kubectl get pods').stderr).toBe(`Error from server: ${MISTYPED_ERROR}\n`);
  expect(run.engine.now - since).toBe(3_000_000);
  expect(typeLine(run, 'kubectl get --raw /api/v1/pods?resourceVersion=0').stdout).toContain('"web-');
  expect(typeLine(run, 'kubectl get pods -n kube-system').exitCode).toBe(0);
  wait(run, 33);
  expect(typeLine(run, 'kubectl get pods').stderr).toBe(`Error from server: ${MISTYPED_ERROR}\n`);
  const refused = typeLine(run, 'kubectl get pods --selector=app=web');
  expect(refused.stderr).toContain('storage is (re)initializing');
  typeLine(run, 'kubectl scale deployment web --replicas=2');
  typeLine(run, `etcdctl del ${KEY}`);
  wait(run, 90);
  expect(typeLine(run, 'kubectl get deployment web --no-headers').stdout).toMatch(/^web +2\/2/);
  expect(typeLine(run, 'kubectl get pods --no-headers --selector=app=web').stdout.match(/Running/g)).toHaveLength(2);
});

it('STO7: a server that begins anew does so without the cache of what it cannot read', () => {
  const run = small();
  put(run, KEY, MISTYPED);
  run.give({ type: 'api-server', state: 'stopped' });
  wait(run, 5);
  run.give({ type: 'api-server', state: 'running' });
  wait(run, 40);
  expect(typeLine(run, 'kubectl get pods').stderr).toBe(`Error from server: ${MISTYPED_ERROR}\n`);
  expect(typeLine(run, 'kubectl get nodes -o name').stdout).toBe('node/node-1\n');
  typeLine(run, `etcdctl del ${KEY}`);
  wait(run, 120);
  typeLine(run, 'kubectl create deployment web --image=nginx:1.27');
  wait(run, 30);
  expect(typeLine(run, 'kubectl get deployment web --no-headers').stdout).toMatch(/^web +1\/1/);
});

const DEFINITION = JSON.stringify({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'toys.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'toys', kind: 'Toy' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object' } } } },
      },
    ],
  },
});

it('STO9: a custom object is read as far as it is one', () => {
  const run = small();
  typeLine(run, 'kubectl create -f given.json', { 'given.json': DEFINITION });
  wait(run, 5);
  const key = '/registry/example.com/toys/default/odd';
  const toy = '{"apiVersion":"example.com/v1","kind":"Toy","metadata":{"name":"odd","namespace":"default","labels":5}';
  put(run, key, `${toy},"spec":"x","unknown":1}`);
  const shown = typeLine(
    run,
    'kubectl get toy odd -o jsonpath={.spec}{.unknown}{.metadata.labels}{.metadata.generation}',
  );
  expect(shown.stdout).toBe('x1');
  put(run, key, '{"metadata":{"name":"odd"}}');
  expect(typeLine(run, 'kubectl get toy odd').stderr).toBe(
    `Error from server: Object 'Kind' is missing in '{"metadata":{"name":"odd"}}'\n`,
  );
  put(run, key, '{"apiVersion":"other.com/v1","kind":"Toy"}');
  expect(typeLine(run, 'kubectl get toy odd').stderr).toContain('request to convert CR from an invalid group/version');
  put(run, key, `${toy.replace('{"name":"odd","namespace":"default","labels":5}', '"x"')}}`);
  expect(typeLine(run, 'kubectl get toy odd').stderr).toContain('invalid metadata: expected object, got string');
});
