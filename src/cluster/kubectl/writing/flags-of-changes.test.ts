import { expect, it } from 'vitest';
import { terminal } from '../testing/terminal.ts';

const HINT = "See 'kubectl taint -h' for help and examples\n";

it('KC42: taints are read as kubectl reads them, before any node is asked for', () => {
  const { type } = terminal();
  const refusal = (words: string) => type(`kubectl taint ${words}`).stderr;
  expect(refusal('a=b:NoSchedule')).toBe('error: one or more resources must be specified as <resource> <name>\n');
  expect(refusal('node n')).toBe('error: at least one taint update is required\n');
  expect(refusal('node n a- b')).toBe('error: all resources must be specified before taint changes: b\n');
  expect(refusal('node n a=b')).toMatch(/^error: invalid taint spec: a=b, name part must consist of /);
  expect(refusal('node n =b:NoSchedule')).toMatch(
    /^error: invalid taint spec: =b:NoSchedule, name part must be non-empty; /,
  );
  expect(refusal('node n a=b=c:NoSchedule')).toBe(`error: invalid taint spec: a=b=c:NoSchedule\n${HINT}`);
  expect(refusal('node n a=b:NoSchedule:x')).toBe(`error: invalid taint spec: a=b:NoSchedule:x\n${HINT}`);
  expect(refusal('node n a:Nope')).toBe(`error: invalid taint effect: Nope, unsupported taint effect\n${HINT}`);
  expect(refusal('node n a=b:NoSchedule a=c:NoSchedule')).toBe(
    `error: duplicated taints with the same key and effect: {a c NoSchedule <nil>}\n${HINT}`,
  );
  expect(refusal('node n a=b:NoSchedule a:NoSchedule- a-')).toBe(
    'error: can not both modify and remove the following taint(s) in the same command: a=NoSchedule, a=\n',
  );
  expect(refusal('pod n a=b:NoSchedule')).toBe('error: invalid resource type pod, only node types are supported\n');
  expect(refusal('node/n a=b:NoSchedule')).toBe('the server doesn\'t have a resource type "node/n"\n');
  expect(refusal('node n a=b:NoSchedule')).toBe('Error from server (NotFound): nodes "n" not found\n');
});

it('KC35: autoscale takes shares and amounts, also in the older flag, and checks them first', () => {
  const { type } = terminal();
  type('kubectl create deployment web --image=a');
  const scale = (flags: string) =>
    type(
      `kubectl autoscale deploy web --max=3 --dry-run=client -o jsonpath={.spec.metrics[*].resource.target} ${flags}`,
    );
  expect(scale('--cpu-percent=50').stdout).toBe('{"averageUtilization":50,"type":"Utilization"}');
  expect(scale('--cpu-percent=0').stdout).toBe('');
  expect(scale('--cpu=80 --memory=200').stdout).toBe(
    '{"averageValue":"80m","type":"AverageValue"} {"averageValue":"200Mi","type":"AverageValue"}',
  );
  expect(scale('--cpu=500000u --memory=1.5Gi').stdout).toBe(
    '{"averageValue":"500m","type":"AverageValue"} {"averageValue":"1536Mi","type":"AverageValue"}',
  );
  expect(scale('--cpu=x').stderr).toBe('error: invalid resource cpu value: x\n');
  expect(scale('--memory=-5%').stderr).toBe('error: invalid percentage value: -5\n');
  expect(scale('--cpu-percent=50 --cpu=50%').stderr).toContain(
    'error: --cpu-percent and --cpu are mutually exclusive\n',
  );
});

it('KC38: when something goes wrong with one object, apply shows none', () => {
  const { type } = terminal();
  const object = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`;
  const files = { 'a.yaml': `${object('a')}---\n${object('B')}` };
  const { stdout, stderr, exitCode } = type('kubectl apply -f a.yaml -o yaml', files);
  expect([stdout, exitCode]).toEqual(['', 1]);
  expect(stderr).toContain('"B" is invalid');
  expect(type('kubectl apply -f a.yaml -o name', files).stdout).toBe('configmap/a\n');
});
