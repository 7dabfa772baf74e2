import { expect, it } from 'vitest';
import { terminal } from './testing/terminal.ts';

const MAP = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, labels: {a: b}}\n`;

it('KC110: names stand neither beside selectors nor beside all namespaces', () => {
  const { type } = terminal();
  type('kubectl create configmap one');
  const told = (line: string) => type(`kubectl ${line}`).stderr;
  const named = 'error: name cannot be provided when a selector is specified\n';
  const paired = 'error: selectors and the all flag cannot be used when passing resource/name arguments\n';
  const everywhere = 'error: a resource cannot be retrieved by name across all namespaces\n';
  for (const command of ['get', 'describe', 'delete', 'wait --for=delete']) {
    expect(told(`${command} cm one -l a=b`)).toBe(named);
    expect(told(`${command} cm/one -l a=b`)).toBe(paired);
    expect(told(`${command} cm/one -A`)).toBe(everywhere);
  }
  expect(told('label cm one a=b --field-selector=metadata.name=one')).toBe(named);
  expect(told('get cm one --selector=')).toBe('');
  expect(told('get ns default -A')).not.toBe(everywhere);
});

it('KC111: what is listed of several objects is set apart, unless they come from one file', () => {
  const { type } = terminal();
  const files = { 'both.yaml': `${MAP('one')}---\n${MAP('two')}`, 'd/one.yaml': MAP('one'), 'd/two.yaml': MAP('two') };
  type('kubectl apply -f both.yaml', files);
  const list = (file: string) => type(`kubectl label -f ${file} --list`, files).stdout;
  expect(list('both.yaml')).toBe('a=b\na=b\n');
  expect(list('d')).toBe('Listing labels for ConfigMap./one:\n a=b\nListing labels for ConfigMap./two:\n a=b\n');
});

it('KC112: a template of the output and one beside it do not go together', () => {
  const { type } = terminal();
  type('kubectl create configmap one');
  const shown = (flags: string) => type(`kubectl get configmap one ${flags}`);
  expect(shown('-o jsonpath={.kind} --template={{.kind}}').stderr).toContain(
    'unable to match a printer suitable for the output format "jsonpath={.kind}"',
  );
  expect(shown('-o go-template --template={{.kind}}').stdout).toBe('ConfigMap');
  expect(type('kubectl auth whoami --template={{.kind}}').stdout).toContain('ATTRIBUTE');
  expect(type('kubectl events --template=x').stderr).toBe('No events found in default namespace.\n');
});

it('KC113: values of flags that are none are refused', () => {
  const { type } = terminal();
  for (const made of ['configmap x', 'serviceaccount x', 'job x --image=a', 'role x --verb=get --resource=pods']) {
    expect(type(`kubectl create ${made} --validate=x`).stderr).toContain('invalid - validate option "x"');
  }
  expect(type('kubectl run x --image=a --cascade=x').stderr).toContain('invalid cascade value (x)');
  expect(type('kubectl diff --x')).toEqual({
    stdout: '',
    stderr: "error: unknown flag: --x\nSee 'kubectl diff -h' for help and examples\n",
    exitCode: 2,
  });
  expect(type('kubectl auth can-i get pods --no-headers').stderr).toContain('cannot be set without --list');
});

it('KC114: an empty output is none, and a template alone shows one object after the other', () => {
  const { type } = terminal();
  const files = { 'both.yaml': `${MAP('one')}---\n${MAP('two')}` };
  expect(type('kubectl apply -f both.yaml --output=', files).stdout).toBe(
    'configmap/one created\nconfigmap/two created\n',
  );
  expect(type('kubectl apply -f both.yaml --template={{.kind}}', files).stdout).toBe('ConfigMapConfigMap');
  expect(type('kubectl label configmap one c=d --output=').stdout).toBe('configmap/one labeled\n');
});

it('KC115: labels that cannot be read are refused where files name the objects, and not read with --local', () => {
  const { type } = terminal();
  const files = { 'both.yaml': `${MAP('one')}---\n${MAP('two')}` };
  for (const command of ['apply', 'create', 'get', 'describe', 'delete', 'label a=b']) {
    expect(type(`kubectl ${command} -f both.yaml --selector==`, files).stderr).toBe(
      `error: the provided selector "=" is not valid: found '=', expected: !, identifier, or 'end of string'\n`,
    );
  }
  expect(type('kubectl label -f both.yaml c=d --local -l x=y', files).stdout).toBe(
    'configmap/one labeled\nconfigmap/two labeled\n',
  );
});
