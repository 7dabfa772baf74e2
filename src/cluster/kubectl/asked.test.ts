import { expect, it } from 'vitest';
import { terminal } from './testing/terminal.ts';

it('KC95: what is made stands in the namespace that is asked for, and in none when the kubeconfig alone names one', () => {
  const { type } = terminal();
  const shown = (flags: string) =>
    type(`kubectl run p --image=nginx --dry-run=client -o jsonpath={.metadata.namespace}. ${flags}`).stdout;
  expect(shown('')).toBe('.');
  expect(shown('-n team')).toBe('team.');
  const overridden = `--overrides={"metadata":{"namespace":"other"}}`;
  expect([shown(overridden), shown(`${overridden} -n team`)]).toEqual(['other.', 'team.']);
  type('kubectl create deployment web --image=nginx --port=80');
  const made = (command: string) =>
    type(`kubectl ${command} --dry-run=client -o jsonpath={.metadata.namespace}. -n default`).stdout;
  expect(made('expose deployment web')).toBe('default.');
  expect(made('autoscale deployment web --max=2')).toBe('default.');
});

it('KC96: overrides make no kind that kubectl does not know', () => {
  const { type } = terminal();
  const run = (overrides: string) =>
    type(`kubectl run p --image=nginx --dry-run=client -o name --overrides=${overrides}`).stderr;
  expect(run('{"kind":"Foo"}')).toBe(
    'error: no kind "Foo" is registered for version "v1" in scheme "pkg/scheme/scheme.go:28"\n',
  );
});

it('KC97: a label with two equals signs is told as it is written', () => {
  const { type } = terminal();
  type('kubectl create configmap a');
  expect(type('kubectl label configmap a x=y=z').stderr).toBe('error: invalid label spec: x=y=z\n');
  expect(type('kubectl annotate configmap a x=y=z').stdout).toBe('configmap/a annotated\n');
});

const POD = `apiVersion: v1
kind: Pod
metadata: {name: p, labels: {a: b}}
spec:
  initContainers: [{name: first, image: busybox, env: [{name: ONE, value: "1"}]}]
  containers:
  - name: main
    image: nginx
    resources: {limits: {cpu: 500m}}
    env:
    - {name: NAME, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
    - {name: IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}
    - {name: CPU, valueFrom: {resourceFieldRef: {resource: limits.cpu}}}
    - {name: COLOUR, valueFrom: {configMapKeyRef: {name: settings, key: colour}}}
    - {name: SIZE, valueFrom: {configMapKeyRef: {name: settings, key: size}}}
    - {name: WORD, valueFrom: {secretKeyRef: {name: hidden, key: word}}}
`;

it('KC98: set env --list --resolve shows what variables are drawn from elsewhere, and why it cannot', () => {
  const { type } = terminal();
  type('kubectl create configmap settings --from-literal=colour=blue');
  type('kubectl create secret generic hidden --from-literal=word=tea');
  type('kubectl apply -f pod.yaml', { 'pod.yaml': POD });
  expect(type('kubectl set env pod/p --list --resolve')).toEqual({
    stdout: [
      '# Pod p, container main',
      'NAME=p',
      '# IP from field path status.podIP',
      'CPU=1',
      'COLOUR=blue',
      '# SIZE from configmap settings, key size',
      'WORD=tea',
      '# Pod p, container first',
      'ONE=1',
      '',
    ].join('\n'),
    stderr: [
      'error retrieving reference for IP: unsupported fieldPath: status.podIP',
      'error retrieving reference for SIZE: key size not found in config map settings',
      '',
    ].join('\n'),
    exitCode: 0,
  });
  expect(type('kubectl set env pod/p --list -c first').stdout).toBe('# Pod p, container first\nONE=1\n');
});
