import { expect, it } from 'vitest';
import { terminal } from '../testing/terminal.ts';

const printed = (stdout: string, stderr = '', exitCode = 0) => ({ stdout, stderr, exitCode });
const MAP = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`;

it('KC90: --local takes an object as its file says it, in no namespace and of any type', () => {
  const { type } = terminal();
  const files = {
    'map.yaml': MAP('one'),
    'ball.yaml': 'apiVersion: example.org/v1\nkind: Ball\nmetadata: {name: red}\n',
  };
  expect(type('kubectl label -f map.yaml a=b --local -o jsonpath={.metadata}', files)).toEqual(
    printed('{"labels":{"a":"b"},"name":"one"}'),
  );
  expect(type('kubectl label -f ball.yaml a=b --local', files)).toEqual(printed('ball.example.org/red labeled\n'));
  expect(type('kubectl set image -f ball.yaml a=b --local', files).stderr).toBe(
    'error: unable to decode "ball.yaml": no kind "Ball" is registered for version "example.org/v1" in scheme "pkg/scheme/scheme.go:28"\n',
  );
});

it('KC90: annotate divides several documents with ---, label does not', () => {
  const { type } = terminal();
  const files = { 'maps.yaml': `${MAP('one')}---\n${MAP('two')}` };
  const shown = (command: string): string => type(`kubectl ${command} -f maps.yaml a=b --local -o yaml`, files).stdout;
  expect(shown('annotate').split('---\n')).toHaveLength(2);
  expect(shown('label').split('---\n')).toHaveLength(1);
});

it('KC92: an object without a version is looked for below none', () => {
  const { type } = terminal();
  const files = { 'map.yaml': 'kind: ConfigMap\nmetadata: {name: one}\n' };
  expect(type('kubectl create -f map.yaml --validate=false', files).stderr).toBe(
    'Error from server (NotFound): error when creating "map.yaml": the server could not find the requested resource\n',
  );
});

it('KC91: describe reads what belongs to an object page by page', () => {
  const { type } = terminal();
  for (const name of ['one', 'two', 'three']) type(`kubectl create quota ${name} --hard=pods=5`);
  const all = type('kubectl describe ns default').stdout;
  expect(all).toMatch(/Name: {5}one[\s\S]*Name: {5}three[\s\S]*Name: {5}two/);
  expect(type('kubectl describe ns default --chunk-size=1').stdout).toBe(all);
});
