import { describe, expect, it } from 'vitest';
import { replay } from '../testing/session.ts';

function apply(files: Record<string, string>, ...argv: string[]) {
  const { stdout, stderr, code, sent } = replay({
    argv: ['kubectl', 'apply', ...argv],
    files,
    now: 1_795_227_768_000_000,
    exchanges: [],
  });
  return { stdout, stderr, code, sent: sent.map(({ method, uri }) => `${method} ${uri}`) };
}

describe('manifests', () => {
  it('KC10: a file that does not exist', () => {
    expect(apply({}, '-f', 'nope.yaml')).toEqual({
      stdout: '',
      stderr: 'error: the path "nope.yaml" does not exist\n',
      code: 1,
      sent: [],
    });
  });

  it('KC87: names of files may be patterns, and nobody answers at another machine', () => {
    const told = (file: string, files = {}): string => apply(files, '-f', file).stderr;
    for (const bad of ['[', 'a[', '[]', '[a-]', '*[', 'x\\']) {
      expect(told(bad)).toBe(`error: pattern ${JSON.stringify(bad)} is not valid: syntax error in pattern\n`);
    }
    expect(told('(')).toBe('error: the path "(" does not exist\n');
    const files = { 'd/a1.yaml': 'a: 1', 'd/b(.yaml': 'a: 1' };
    expect(told('d/[^b]?.y*', files)).toContain('error validating "d/a1.yaml"');
    expect(told('d/[b-c](.*', files)).toContain('error validating "d/b(.yaml"');
    expect(told('d/c*', files)).toBe('error: the path "d/c*" does not exist\n');
    expect(told('https://example.org/web.yaml')).toBe(
      'Unable to connect to the server: dial tcp: lookup example.org: no such host\n',
    );
    expect(told('http://127.0.0.1:1/web.yaml')).toBe(
      'The connection to the server 127.0.0.1:1 was refused - did you specify the right host or port?\n',
    );
    expect(apply({}, '-f', 'a', '-f', 'http://b', '-f', 'c').stderr).toBe(
      'the path "a" does not exist\nthe path "c" does not exist\n',
    );
    expect(told('https://')).toBe('Unable to connect to the server: http: no Host in request URL\n');
  });

  it('KC89: a file or folder is found however its path is written', () => {
    const files = { 'a.yaml': 'a: 1', 'd/b.yaml': 'b: 1', 'd/e/c.yaml': 'c: 1', '/tmp/t.yaml': 't: 1' };
    const found = (...args: readonly string[]): string =>
      /error validating "([^"]*)"/.exec(apply(files, ...args).stderr)?.[1] ?? '';
    for (const path of ['./a.yaml', 'd/../a.yaml', '/home/user/a.yaml']) expect(found('-f', path)).toBe(path);
    expect(['.', './', '../user'].map((path) => found('-f', path))).toEqual(['a.yaml', 'a.yaml', 'a.yaml']);
    expect(['./d', 'd/', '/home/user/d'].map((path) => found('-f', path))).toEqual([
      'd/b.yaml',
      'd/b.yaml',
      'd/b.yaml',
    ]);
    expect([found('-Rf', './d/e'), found('-f', '/tmp')]).toEqual(['d/e/c.yaml', '/tmp/t.yaml']);
  });

  it('KC88: -k stands alone', () => {
    const [both, below] = ['only one of -f or -k can be specified', "the -k flag can't be used with -f or -R"];
    expect(apply({}, '-k', 'a', '-f', 'b').stderr).toBe(`error: ${both}\n`);
    expect(apply({}, '-k', 'a', '-R').stderr).toBe(`error: ${below}\n`);
    expect(apply({}, '-k', 'a', '-f', 'b', '-R').stderr).toBe(`${both}\n${below}\n`);
  });

  it('KC11: broken YAML is refused with its line, and nothing is sent', () => {
    const broken = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n spec: {}\n';
    const { stderr, sent } = apply({ 'pod.yaml': broken }, '-f', 'pod.yaml');
    expect(stderr).toMatch(/^error: error parsing pod\.yaml: error converting YAML to JSON: yaml: line \d: .+\n$/);
    expect(sent).toEqual([]);
  });

  it('KC12: a document without apiVersion and kind', () => {
    const { stderr } = apply({ 'a.yaml': 'metadata:\n  name: a\n' }, '-f', 'a.yaml');
    expect(stderr).toBe(
      'error: error validating "a.yaml": error validating data: [apiVersion not set, kind not set]; if you choose to ignore these errors, turn validation off with --validate=false\n',
    );
  });

  it('KC13: an unknown kind is looked for in fresh discovery, then refused', () => {
    const { stderr } = apply(
      { 'a.yaml': 'apiVersion: example.org/v1\nkind: Fruit\nmetadata:\n  name: apple\n' },
      '-f',
      'a.yaml',
    );
    expect(stderr).toBe(
      'error: resource mapping not found for name: "apple" namespace: "" from "a.yaml": no matches for kind "Fruit" in version "example.org/v1"\nensure CRDs are installed first\n',
    );
  });

  it('KC14: an empty file has nothing to apply', () => {
    expect(apply({ 'a.yaml': '---\n# nothing\n' }, '-f', 'a.yaml').stderr).toBe('error: no objects passed to apply\n');
    expect(apply({}).stderr).toBe('error: must specify one of -f and -k\n');
  });

  it('KC15: unknown commands and flags are refused in kubectl’s words', () => {
    const run = (...argv: string[]) => replay({ argv, files: {}, now: 0, exchanges: [] });
    expect(run('kubectl', 'options', '--nope').stderr).toBe(
      "error: unknown flag: --nope\nRun 'kubectl options' without flags.\n",
    );
    expect(run('kubectl', 'got', 'pods').stderr).toBe(
      'error: unknown command "got" for "kubectl"\n\nDid you mean this?\n\tset\n\tget\n\ttop\n',
    );
    expect(run('kubectl', 'get', 'pods', '--sideways').stderr).toBe(
      "error: unknown flag: --sideways\nSee 'kubectl get --help' for usage.\n",
    );
    expect(run('kubectl', 'kuberc', 'view').stderr).toBe('error: kubectl kuberc is not modelled\n');
    expect(run('kubectl', 'get').code).toBe(1);
  });
});
