import { expect, it } from 'vitest';
import { terminal } from '../../testing/terminal.ts';

const files = {
  'a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {colour: blue}\n',
};

it('KC74: apply --overwrite=false refuses to set what somebody else has changed, and says what that was', () => {
  const { type } = terminal();
  const apply = (flags: string) => type(`kubectl apply -f a.yaml ${flags}`, files);
  apply('-o name');
  type('kubectl patch configmap a -p {"data":{"other":"x"}}');
  expect(apply('--overwrite=false').stdout).toBe('configmap/a unchanged\n');
  type('kubectl patch configmap a -p {"data":{"colour":"red"}}');
  const { stdout, stderr, exitCode } = apply('--overwrite=false');
  expect([stdout, exitCode]).toEqual(['', 1]);
  const conflict =
    'patch:\ndata:\n  colour: blue\n\nconflicts with changes made from original to current:\ndata:\n  colour: red\n  other: x\n';
  expect(stderr.startsWith(`warning: error calculating patch from openapi v3 spec: ${conflict}`)).toBe(true);
  expect(stderr).toContain(`\n\n\nwarning: error calculating patch from openapi spec: ${conflict}`);
  const refusal =
    'error: error when applying patch:\n\nto:\nResource: "/v1, Resource=configmaps", GroupVersionKind: "/v1, Kind=ConfigMap"\nName: "a", Namespace: "default"\nfor: "a.yaml": error when patching "a.yaml": creating patch with:\noriginal:\n{"apiVersion"';
  expect(stderr).toContain(refusal);
  expect(stderr.match(/^for: patch:$/gm)).toHaveLength(1);
  expect(apply('--overwrite').stdout).toBe('configmap/a configured\n');
});

it('KC43: diff asks again when the object changes, and says when it no longer minds', () => {
  const { type } = terminal();
  type('kubectl apply -f a.yaml --server-side --field-manager=other', files);
  const mine = { 'a.yaml': files['a.yaml'].replace('blue', 'red') };
  const { stderr, exitCode } = type('kubectl diff -f a.yaml --server-side', mine);
  const [log = '', refusal = ''] = stderr.split('\n');
  expect(log).toMatch(
    /^W\d{4} [\d:.]+ +\d+ diff\.go:723\] Object \(\/v1, Kind=ConfigMap: a\) keeps changing, diffing without lock$/,
  );
  expect(refusal).toContain('Apply failed with 1 conflict: conflict with "other": .data.colour');
  expect(exitCode).toBe(2);
});

it('KC94: server-side apply tells an error as the server said it', () => {
  const { type } = terminal();
  const files = { 'a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n' };
  const { stderr } = type('kubectl apply -f a.yaml -n other --server-side', files);
  expect(stderr).toBe('Error from server (NotFound): namespaces "other" not found\n');
});

it('KC103: apply and diff say which item of a list lacks its key', () => {
  const { type } = terminal();
  const pod = (containers: string): Record<string, string> => ({
    'p.yaml': `apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [${containers}]}\n`,
  });
  type('kubectl apply -f p.yaml', pod('{name: a, image: x}'));
  const nameless = pod('{image: x}');
  const why = 'map: map[image:x] does not contain declared merge key: name\n';
  const warnings = `warning: error calculating patch from openapi v3 spec: ${why}warning: error calculating patch from openapi spec: ${why}`;
  const told = (words: string) => {
    const { stderr, exitCode } = type(`kubectl ${words} -f p.yaml`, nameless);
    expect(stderr.endsWith(`\n\nfor: ${why}`)).toBe(true);
    return [stderr.split('\noriginal:')[0], exitCode];
  };
  const about =
    'to:\nResource: "/v1, Resource=pods", GroupVersionKind: "/v1, Kind=Pod"\nName: "p", Namespace: "default"\nfor: "p.yaml": ';
  const failed = `${warnings}error: error when applying patch:\n\n${about}`;
  expect(told('apply')).toEqual([`${failed}error when patching "p.yaml": creating patch with:`, 1]);
  expect(told('apply --dry-run=client')).toEqual([`${failed}creating patch with:`, 1]);
  expect(told('diff')).toEqual([`${warnings}error: error when patching "p.yaml": creating patch with:`, 2]);
});

it('KC183: annotate may always overwrite the cause of a change, and nothing else unless told', () => {
  const { type } = terminal();
  type('kubectl create configmap a');
  const cause = () => type('kubectl get configmap a -o jsonpath={.metadata.annotations}').stdout;
  for (const each of ['one', 'two'])
    expect(type(`kubectl annotate configmap a kubernetes.io/change-cause=${each}`).stdout).toBe(
      'configmap/a annotated\n',
    );
  expect(cause()).toBe('{"kubernetes.io/change-cause":"two"}');
  type('kubectl annotate configmap a x=1 y=2');
  const refused = type('kubectl annotate configmap a kubernetes.io/change-cause=three x=3 y=4');
  expect(refused.stderr).toBe(
    "error: --overwrite is false but found the following declared annotation(s): 'x' already has a value (1); 'y' already has a value (2)\n",
  );
  expect(cause()).toContain('"kubernetes.io/change-cause":"two"');
});

it('KC183: label tells of everything that it would overwrite, among others as one', () => {
  const { type } = terminal();
  for (const name of ['a', 'b']) type(`kubectl create configmap ${name}`);
  type('kubectl label configmap a b x=1 y=2');
  const [x, y] = [1, 2].map((value) => `'${' xy'[value]}' already has a value (${value}), and --overwrite is false`);
  expect(type('kubectl label configmap a x=3 y=4').stderr).toBe(`${x}\n${y}\n`);
  expect(type('kubectl label configmap a b x=3 y=4').stderr).toBe(`[${x}, ${y}]\n[${x}, ${y}]\n`);
  expect(type('kubectl label configmap a x=3').stderr).toBe(`error: ${x}\n`);
});
