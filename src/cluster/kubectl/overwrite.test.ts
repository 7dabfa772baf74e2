import { expect, it } from 'vitest';
import { terminal } from './testing/terminal.ts';

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
