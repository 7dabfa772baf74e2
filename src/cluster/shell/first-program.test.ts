import { describe, expect, it } from 'vitest';
import { behaviourOf } from '../images/catalog.ts';
import { isInstalled } from '../images/installed.ts';
import { lastCommandOf, readsInput } from './commands.ts';
import { firstWord, programFor } from './first-program.ts';

const busybox = behaviourOf('busybox:1.36');
const sh = (script: string) => programFor(busybox, ['sh', '-c', script], []);

describe('the program of a container', () => {
  it('SH9: a script is followed; what only waits is known beforehand', () => {
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
  ])('SH9: what a script does first says whether it waits for its input: %s', (script, reads) => {
    expect(readsInput(['sh', '-c', script])).toBe(reads);
  });

  it.each([
    ['sleep 60', 'sleep 60'],
    ['echo "for all"; sleep 60', 'sleep 60'],
    ['WAIT=1 exec sleep "60"', 'sleep 60'],
    ['mkdir /a && app --serve', 'app --serve'],
    ['sleep $WAIT', undefined],
    ['sleep 60 > /log', undefined],
    ['sleep 60 &', undefined],
    ['sleep 60 | cat', undefined],
    ['echo a || sleep 60', undefined],
    ['trap "" TERM; sleep 60', undefined],
    ['while sleep 1; do date; done', undefined],
    ['echo (', undefined],
  ])('SH16: a shell gives its place to the last command of a plain script: %s', (script, words) => {
    expect(lastCommandOf(['sh', '-c', script])?.join(' ')).toBe(words);
    const isOne = !/;|&&/.test(script);
    expect(lastCommandOf(['bash', '-c', script])?.join(' ')).toBe(isOne ? words : undefined);
  });

  it('SH12: what an image does not have is not found', () => {
    expect(firstWord(busybox, [], ['bash', '-c', 'exit 1'])).toBe('bash');
    expect(isInstalled(busybox, 'bash')).toBe(false);
    expect(isInstalled(busybox, '/bin/sh')).toBe(true);
    expect(firstWord(behaviourOf('nginx'), [], ['-g', 'daemon off;'])).toBeUndefined();
    expect(firstWord(behaviourOf('curlimages/curl'), [], ['-s', 'http://web'])).toBe('curl');
  });

  it('SH10: what is unknown runs until it is stopped and says so', () => {
    expect(programFor(busybox, ['top', '-b'], [])).toMatchObject({ runMicros: undefined, note: 'unknown' });
    expect(programFor(busybox, ['seq', '1000000000'], [])).toMatchObject({ note: 'unknown' });
    expect(programFor(behaviourOf('nginx'), [], [])).toMatchObject({ servesPort: 80, onTerm: { exitCode: 0 } });
    expect(programFor(behaviourOf('nginx'), ['nginx', '-g', 'daemon off;'], [])).toMatchObject({ servesPort: 80 });
  });
});
