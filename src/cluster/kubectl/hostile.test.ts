import { describe, expect, it } from 'vitest';
import { type Exchange, replay } from './testing/session.ts';

const CONFIG_MAP = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`;
const NOT_FOUND = { kind: 'Status', status: 'Failure', reason: 'NotFound', message: 'not found', code: 404 };

function run(line: readonly string[], files: Record<string, string> = {}, exchanges: readonly Exchange[] = []) {
  const { stdout, stderr, code, sent } = replay({ argv: ['kubectl', ...line], files, now: 0, exchanges });
  return { stdout, stderr, code, sent: sent.map(({ method, uri }) => `${method} ${uri}`) };
}

/** Objects that do not exist yet and are created as they were sent. */
const fresh = (...names: readonly string[]): readonly Exchange[] =>
  names.flatMap((name): Exchange[] => [
    { method: 'GET', uri: '', code: 404, response: NOT_FOUND },
    { method: 'POST', uri: '', code: 201, response: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } } },
  ]);

describe('what no kubectl command may break', () => {
  it('KC33: words that every object of JavaScript has are no commands, files or users', () => {
    for (const word of ['constructor', '__proto__', 'toString']) {
      expect(run([word]).stderr).toBe(`error: unknown command "${word}" for "kubectl"\n`);
      expect(run(['get', '-f', word]).stderr).toBe(`error: the path "${word}" does not exist\n`);
      expect(run(['get', 'pods', '--user', word]).stderr).toBe(`error: auth info "${word}" does not exist\n`);
      expect(run(['delete', 'pods', 'a', `--cascade=${word}`]).stderr).toMatch(/^error: invalid cascade value/);
    }
  });

  it('KC34: names that cannot stand in a path are refused before anything is sent', () => {
    const refused = (name: string) => run(['get', 'pods', name]);
    expect(refused('%zz')).toMatchObject({
      stderr: 'error: invalid resource name "%zz": [may not contain \'%\']\n',
      sent: [],
    });
    expect(refused('..').stderr).toBe('error: invalid resource name "..": [may not be \'..\']\n');
    expect(run(['get', 'pods', '-n', 'a/b']).stderr).toBe('invalid namespace "a/b": [may not contain \'/\']\n');
    const slash = run(['apply', '-f', 'a.yaml'], { 'a.yaml': CONFIG_MAP('a/b') });
    expect(slash.stderr).toBe(
      'error: error when retrieving current configuration of:\nResource: "/v1, Resource=configmaps", GroupVersionKind: "/v1, Kind=ConfigMap"\nName: "a/b", Namespace: "default"\nfrom server for: "a.yaml": invalid resource name "a/b": [may not contain \'/\']\n',
    );
  });

  it('KC35: numbers and durations are checked before anything is sent', () => {
    const wrong = (...line: string[]) => run(line).stderr.split('\n', 1)[0];
    const syntax = (flag: string, word: string) =>
      `error: invalid argument "${word}" for "${flag}" flag: strconv.ParseInt: parsing "${word}": invalid syntax`;
    expect(wrong('delete', 'pod', 'a', '--grace-period=abc')).toBe(syntax('--grace-period', 'abc'));
    expect(wrong('scale', 'deploy', 'a', '--replicas=2.5')).toBe(syntax('--replicas', '2.5'));
    expect(wrong('create', 'deployment', 'a', '--image=b', '--replicas=x')).toBe(syntax('-r, --replicas', 'x'));
    expect(wrong('get', 'nodes', '--chunk-size=x')).toBe(syntax('--chunk-size', 'x'));
    expect(wrong('rollout', 'undo', 'deploy/a', '--to-revision=99999999999999999999')).toMatch(/value out of range$/);
    expect(wrong('wait', 'pod/a', '--for=delete', '--timeout=bad')).toMatch(/time: invalid duration "bad"$/);
  });

  it('KC36: flags of kubectl itself may come before the command', () => {
    const list = { kind: 'Table', columnDefinitions: [], rows: [], metadata: {} };
    const { stderr, sent } = run(['-n', 'kube-system', 'get', 'pods'], {}, [
      { method: 'GET', uri: '', code: 200, response: list },
    ]);
    expect(stderr).toBe('No resources found in kube-system namespace.\n');
    expect(sent).toEqual(['GET /api/v1/namespaces/kube-system/pods?limit=500']);
  });

  it('KC37: a selector and names exclude each other; nothing is deleted', () => {
    const refusal = 'error: name cannot be provided when a selector is specified\n';
    expect(run(['delete', 'pods', 'a', '-l', 'b=c'])).toMatchObject({ stderr: refusal, sent: [] });
    expect(run(['get', 'pods', 'a', '-l', 'b=c'])).toMatchObject({ stderr: refusal, sent: [] });
    expect(run(['get', 'pods', 'a', '-A']).stderr).toBe(
      'error: a resource cannot be retrieved by name across all namespaces\n',
    );
    expect(run(['delete', 'pods', '--all', '-l', 'b=c']).stderr).toBe(
      "error: setting 'all' parameter but found a non empty selector. \n",
    );
    expect(run(['label', 'pod', 'x', 'a=b', 'a-']).stderr).toBe(
      'error: can not both modify and remove a label in the same command\n',
    );
    expect(run(['annotate', 'pod', 'x', 'a=b', 'c']).stderr).toBe(
      'error: all resources must be specified before annotation changes: c\n',
    );
  });

  it('KC38: one document that is refused does not keep the others from being applied', () => {
    const files = {
      'a.yaml': `${CONFIG_MAP('one')}---\napiVersion: v1\nkind: Foo\nmetadata:\n  name: f\n---\n${CONFIG_MAP('two')}`,
    };
    const { stdout, stderr, code } = run(['apply', '-f', 'a.yaml'], files, fresh('one', 'two'));
    expect(stdout).toBe('configmap/one created\nconfigmap/two created\n');
    expect(stderr).toBe(
      'error: resource mapping not found for name: "f" namespace: "" from "a.yaml": no matches for kind "Foo" in version "v1"\nensure CRDs are installed first\n',
    );
    expect(code).toBe(1);
    const broken = { 'a.yaml': `${CONFIG_MAP('one')}---\nkind: [\n` };
    expect(run(['apply', '-f', 'a.yaml'], broken, fresh('one'))).toMatchObject({
      stdout: 'configmap/one created\n',
      code: 1,
    });
  });

  it('KC39: documents that are no objects, and metadata that cannot be read', () => {
    const said = (text: string) => run(['apply', '-f', 'a.yaml'], { 'a.yaml': text }).stderr;
    const invalid = (what: string) =>
      `error: error validating "a.yaml": error validating data: ${what}; if you choose to ignore these errors, turn validation off with --validate=false\n`;
    expect(said('hello\n')).toBe(invalid('invalid object to validate'));
    expect(said('- a\n')).toBe(invalid('invalid object to validate'));
    expect(said('apiVersion: 1\nkind: Pod\n')).toBe(invalid("apiVersion isn't string type"));
    expect(said('apiVersion: v1\nkind: [Pod]\n')).toBe(invalid("kind isn't string type"));
    expect(said('apiVersion: a/b/c\nkind: Pod\n')).toBe(invalid('unexpected GroupVersion string: a/b/c'));
    expect(said('apiVersion: v1\nkind: List\n')).toBe(invalid('invalid object to validate'));
    const head = 'apiVersion: v1\nkind: ConfigMap\nmetadata: ';
    expect(said(`${head}hi\n`)).toBe(
      'error: unable to decode "a.yaml": json: cannot unmarshal string into Go struct field metadataOnlyObject.metadata of type v1.ObjectMeta\n',
    );
    expect(said(`${head}{name: 5}\n`)).toBe(
      'error: unable to decode "a.yaml": json: cannot unmarshal number into Go struct field ObjectMeta.metadata.name of type string\n',
    );
    expect(said(`${head}{name: null}\n`)).toMatch(/resource name may not be empty\n$/);
    const unchecked = (text: string) => run(['create', '-f', 'a.yaml', '--validate=false'], { 'a.yaml': text }).stderr;
    const undecodable = (what: string) => `error: unable to decode "a.yaml": ${what}\n`;
    expect(unchecked('kind: Nope\nmetadata: {name: a}\n')).toContain('no matches for kind "Nope" in version ""\n');
    expect(unchecked('kind: [Pod]\napiVersion: v1\n')).toBe(
      undecodable(`Object 'Kind' is missing in '{"apiVersion":"v1","kind":["Pod"]}'`),
    );
    expect(unchecked('kind: Pod\napiVersion: 5\n')).toBe(
      undecodable(
        'json: cannot unmarshal number into Go struct field metadataOnlyObject.TypeMeta.apiVersion of type string',
      ),
    );
    expect(unchecked('- a\n')).toBe(
      undecodable('json: cannot unmarshal array into Go value of type unstructured.detector'),
    );
  });

  it('KC40: several refusals are told one after another, each with its reason', () => {
    const invalid = (name: string) => ({
      kind: 'Status',
      status: 'Failure',
      reason: 'Invalid',
      code: 422,
      message: `ConfigMap "${name}" is invalid: no`,
      details: { name, kind: 'ConfigMap', causes: [{ field: 'data', message: 'no' }] },
    });
    const refused = (name: string): Exchange[] => [
      { method: 'GET', uri: '', code: 404, response: NOT_FOUND },
      { method: 'POST', uri: '', code: 422, response: invalid(name) },
    ];
    const files = { 'a.yaml': `${CONFIG_MAP('a')}---\n${CONFIG_MAP('b')}` };
    expect(run(['apply', '-f', 'a.yaml'], files, [...refused('a'), ...refused('b')]).stderr).toBe(
      'Error from server (Invalid): error when creating "a.yaml": ConfigMap "a" is invalid: no\nError from server (Invalid): error when creating "a.yaml": ConfigMap "b" is invalid: no\n',
    );
    const one = run(['apply', '-f', 'a.yaml'], { 'a.yaml': CONFIG_MAP('a') }, refused('a'));
    expect(one.stderr).toBe('The ConfigMap "a" is invalid: data: no\n');
  });

  it('KC42: a selector that cannot be read is named with what was looked for', () => {
    const body = { kind: 'Status', status: 'Failure', reason: 'BadRequest', code: 400, message: 'no selector' };
    const { stderr } = run(['get', 'pods', '-l', '!!'], {}, [{ method: 'GET', uri: '', code: 400, response: body }]);
    expect(stderr).toBe(
      'Error from server (BadRequest): Unable to find "/v1, Resource=pods" that match label selector "!!", field selector "": no selector\n',
    );
    expect(run(['delete']).stderr).toMatch(
      /^error: You must provide one or more resources by argument or filename\.\nExample/,
    );
    expect(run(['scale', '--replicas=1']).stderr).toBe(run(['delete']).stderr);
  });
});
