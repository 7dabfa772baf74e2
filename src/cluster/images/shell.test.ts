import { describe, expect, it } from 'vitest';
import { behaviourOf, canonicalName, pull } from './catalog.ts';
import { Files } from './files.ts';
import { isInstalled } from './installed.ts';
import { matcherOf } from './line-patterns.ts';
import { programFor } from './program-for.ts';
import { firstWord, readsInput } from './shell.ts';
import { tell } from './tools.ts';

const busybox = behaviourOf('busybox:1.36');
const sh = (script: string) => programFor(busybox, ['sh', '-c', script], []);

describe('images', () => {
  it('IMG1: names get registry, library and tag', () => {
    expect(canonicalName('nginx')).toBe('docker.io/library/nginx:latest');
    expect(canonicalName('bitnami/redis:7')).toBe('docker.io/bitnami/redis:7');
    expect(canonicalName('localhost:5000/a/b:c')).toBe('localhost:5000/a/b:c');
    expect(canonicalName('registry.k8s.io/pause@sha256:ab')).toBe('registry.k8s.io/pause@sha256:ab');
  });

  it('IMG2: a registry refuses what it does not have, in the words of containerd', () => {
    expect(pull('nginx:1.27')).toHaveProperty('image');
    expect(pull('nginx:9.99')).toEqual({
      error:
        'rpc error: code = NotFound desc = failed to pull and unpack image "docker.io/library/nginx:9.99": failed to resolve reference "docker.io/library/nginx:9.99": docker.io/library/nginx:9.99: not found',
    });
    expect(pull('ngnix')).toHaveProperty('error', expect.stringContaining('pull access denied'));
    expect(pull('registry.nowhere.test/a:1')).toHaveProperty('error', expect.stringContaining('no such host'));
  });

  it('IMG2: a tag goes on after a point, not within its number; copies of official images are as good', () => {
    const has = (image: string): boolean => 'image' in pull(image);
    expect(['nginx:1.16', 'nginx:1.16.1', 'nginx:1.29-alpine', 'ubuntu:22.04', 'postgres:16'].filter(has)).toHaveLength(
      5,
    );
    expect(['nginx:1.161', 'nginx:1.99', 'node:200', 'redis:70'].filter(has)).toEqual([]);
    expect(behaviourOf('registry.k8s.io/busybox:1.27.2')).toBe(busybox);
    expect(behaviourOf('registry.k8s.io/e2e-test-images/nginx:1.14-4')?.repository).toBe('nginx');
    expect(has('public.ecr.aws/docker/library/redis:7')).toBe(true);
    expect(has('us-docker.pkg.dev/google-samples/containers/gke/hello-app:2.0')).toBe(true);
    expect(has('registry.k8s.io/e2e-test-images/wordpress')).toBe(false);
  });

  it('IMG27: links lead on, and are seen as what they are', () => {
    const files = new Files();
    const say = (line: string) => {
      const [name = '', ...args] = line.split(' ');
      return tell(name, args, undefined, files);
    };
    for (const line of ['mkdir /tmp/d', 'touch /tmp/d/f', 'ln -s d /tmp/l', 'ln -s x /tmp/d/gone']) say(line);
    expect(say('readlink -f /tmp/l/f')?.stdout).toBe('/tmp/d/f\n');
    expect(say('ls -l /tmp/l')?.stdout).toMatch(/^lrwxrwxrwx .* 1 .* \/tmp\/l -> d\n$/);
    expect(say('find /tmp -type l')?.stdout).toBe('/tmp/d/gone\n/tmp/l\n');
    expect(say('test -L /tmp/d/gone')?.exitCode).toBe(0);
    expect(say('ln -s a /tmp/none/b')?.stderr).toBe('ln: /tmp/none/b: No such file or directory\n');
    say('rm -r /tmp/l');
    expect(say('ls /tmp/d')?.stdout).toBe('f\ngone\n');
  });

  it('IMG3: a script is followed; what only waits is known beforehand', () => {
    for (const script of [
      'exit 3',
      'while true; do date; sleep 5; done',
      "trap 'exit 0' TERM; sleep infinity",
      'top -b',
    ])
      expect(sh(script)).toMatchObject({ runMicros: undefined, onTerm: undefined, note: 'live' });
    expect(programFor(busybox, ['sleep', '1m'], [])).toMatchObject({ runMicros: 60_000_000, note: undefined });
    expect(programFor(busybox, [], ['sleep', '3'])).toMatchObject({ runMicros: 3_000_000 });
    expect(programFor(busybox, ['sleep', 'infinity'], [])).toMatchObject({ runMicros: undefined, note: undefined });
    expect(programFor(busybox, ['tail', '-f', '/dev/null'], [])).toMatchObject({
      runMicros: undefined,
      note: undefined,
    });
    expect(programFor(busybox, ['tail', '-f', '/tmp/log'], [])).toMatchObject({ note: 'live' });
  });

  it.each([
    ['cat', true],
    ['echo -n read: && cat && echo closed', true],
    ['echo Name?; read name; echo $name', true],
    ['echo a | cat; sleep 60', false],
    ['cat < /etc/hosts', false],
    ['sleep 1; cat', false],
  ])('IMG3: what a script does first says whether it waits for its input: %s', (script, reads) => {
    expect(readsInput(['sh', '-c', script])).toBe(reads);
  });

  it('IMG8: what an image does not have is not found', () => {
    expect(firstWord(busybox, [], ['bash', '-c', 'exit 1'])).toBe('bash');
    expect(isInstalled(busybox, 'bash')).toBe(false);
    expect(isInstalled(busybox, '/bin/sh')).toBe(true);
    expect(firstWord(behaviourOf('nginx'), [], ['-g', 'daemon off;'])).toBeUndefined();
    expect(firstWord(behaviourOf('curlimages/curl'), [], ['-s', 'http://web'])).toBe('curl');
  });

  it('IMG4: what is unknown runs until it is stopped and says so', () => {
    expect(programFor(busybox, ['top', '-b'], [])).toMatchObject({ runMicros: undefined, note: 'unknown' });
    expect(programFor(behaviourOf('nginx'), [], [])).toMatchObject({ servesPort: 80, onTerm: { exitCode: 0 } });
    expect(programFor(behaviourOf('nginx'), ['nginx', '-g', 'daemon off;'], [])).toMatchObject({ servesPort: 80 });
  });

  it('IMG12: `seq` counts as far as it is told to, and says so where that is more than anybody reads', () => {
    expect(tell('seq', ['1', '2', '2999'], undefined)?.stdout.split('\n').slice(-3)).toEqual(['2997', '2999', '']);
    expect(tell('seq', ['1000000000'], undefined)).toBeUndefined();
    expect(programFor(busybox, ['seq', '1000000000'], [])).toMatchObject({ note: 'unknown' });
  });

  it('IMG12: an expression is one of POSIX: the longest match, and no letters of other languages', () => {
    const first = (pattern: string, text: string) => {
      const { start, end } = matcherOf([pattern], { isExtended: true }).find(text) ?? { start: 0, end: 0 };
      return text.slice(start, end);
    };
    expect(first('one|one two', 'one two')).toBe('one two');
    expect(first('a*(ab)?', 'aab')).toBe('aab');
    expect(first('\\d+', '12d')).toBe('d');
    expect(first('\\<b[[:alnum:]]{2,3}', 'abc bcde1')).toBe('bcde');
    expect(() => first('(a', 'a')).toThrow('Unmatched ( or \\(');
    expect(() => first('a{1,40000}', 'a')).toThrow('Regular expression too big');
  });

  it.each([
    ['grep', '-E', '(a+)+b'],
    ['sed', '-E', 's/(a|aa)+$/x/'],
    ['awk', '/(a*)*b/'],
    ['grep', '(a*)*(a|b)*c'],
  ])('IMG25: no expression takes long: %s %s %s', (name, ...words) => {
    expect(tell(name, words, `${'a'.repeat(3000)}c\n`)?.takes).toBeUndefined();
  });

  it('IMG25: what takes longer takes time, and what takes too long does not end', () => {
    const text = `${'a'.repeat(200)}c\n`;
    expect(tell('grep', ['-E', '(a*)(a*)(a*)(a*)\\1\\2\\3\\4b'], text)?.takes).toEqual({ micros: undefined });
    expect(tell('expr', [text, ':', '\\(a*\\)\\(a*\\)\\(a*\\)\\(a*\\)\\1\\2\\3b'], undefined)?.takes).toEqual({
      micros: undefined,
    });
    expect(tell('awk', ['BEGIN { while (1) n++ }'], '')?.takes).toEqual({ micros: undefined });
    expect(tell('sed', [':a;ba'], text)?.takes).toEqual({ micros: undefined });
    expect(tell('awk', ['BEGIN { while (n < 20000) n++ }'], '')?.takes?.micros).toBeGreaterThan(1000);
    expect(tell('sed', ['s/.*/&&/;'.repeat(30)], text)?.bursts).toBe(true);
  });
});
