import { expect, it } from 'vitest';
import { terminal } from '../testing/terminal.ts';

const map = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`;
const FILES = { 'd/a.yaml': map('one'), 'd/kustomization.yaml': 'resources: [a.yaml]\n', 'd/z.yaml': map('two') };
const UNREAD = `unable to decode "d/kustomization.yaml": Object 'Kind' is missing in '{"resources":["a.yaml"]}'\n`;

it('KC99: a file that is no manifest keeps no other from being shown, described and deleted', () => {
  const { type } = terminal();
  type('kubectl apply -f d', FILES);
  expect(type('kubectl get -f d --no-headers', FILES)).toMatchObject({
    stdout: expect.stringMatching(/^one .*\ntwo .*\n$/),
    stderr: UNREAD,
    exitCode: 1,
  });
  const named = type('kubectl get -f d -o name', FILES);
  expect(named).toEqual({ stdout: 'configmap/one\nconfigmap/two\n', stderr: `error: ${UNREAD}`, exitCode: 1 });
  const described = type('kubectl describe -f d', FILES);
  expect([described.stdout.match(/^Name: .*$/gm), described.stderr]).toEqual([
    [expect.stringMatching(/one$/), expect.stringMatching(/two$/)],
    UNREAD,
  ]);
  const gone = 'configmap "one" deleted from default namespace\nconfigmap "two" deleted from default namespace\n';
  expect(type('kubectl delete -f d', FILES)).toEqual({ stdout: gone, stderr: `error: ${UNREAD}`, exitCode: 1 });
  const missing = (name: string): string => `Error from server (NotFound): configmaps "${name}" not found\n`;
  expect(type('kubectl get -f d', FILES).stderr).toBe(`${missing('one')}${UNREAD}${missing('two')}`);
});

it('KC100: a folder without manifests is told with the endings that are read', () => {
  const { type } = terminal();
  const told = 'error reading [d]: recognized file extensions are [.json .yaml .yml]\n';
  expect(type('kubectl apply -f d', { 'd/e/a.yaml': map('one') }).stderr).toBe(`error: ${told}`);
  const both = type('kubectl apply -f d -f nope', { 'd/e/a.yaml': map('one') });
  expect(both.stderr).toBe(`${told}the path "nope" does not exist\n`);
});

it('KC101: delete tells a list that is refused with its selectors', () => {
  const { type } = terminal();
  expect(type('kubectl delete pods --field-selector=x=y').stderr).toBe(
    'Error from server (BadRequest): Unable to find "/v1, Resource=pods" that match label selector "", field selector "x=y": field label not supported: x\n',
  );
});

it('KC102: a command without a client tells of -v=6 where the kubeconfig is, and no more', () => {
  const { type } = terminal();
  const told = (line: string): number => type(line).stderr.split('Feature gate default state').length - 1;
  expect([told('kubectl get pods -v=6'), told('kubectl config current-context -v=6')]).toEqual([10, 0]);
  expect(type('kubectl config current-context -v=6').stderr).toMatch(/^I.*Config loaded from file: {2}\S+\n$/);
});
