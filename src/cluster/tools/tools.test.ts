import { describe, expect, it } from 'vitest';
import { Files } from './files/files.ts';
import { matcherOf } from './lines/line-patterns.ts';
import { tell } from './tools.ts';

describe('small programs', () => {
  it('TL6: links lead on, and are seen as what they are', () => {
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

  it('TL3: `seq` counts as far as it is told to, and says so where that is more than anybody reads', () => {
    expect(tell('seq', ['1', '2', '2999'], undefined)?.stdout.split('\n').slice(-3)).toEqual(['2997', '2999', '']);
    expect(tell('seq', ['1000000000'], undefined)).toBeUndefined();
  });

  it('TL3: an expression is one of POSIX: the longest match, and no letters of other languages', () => {
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
  ])('TL4: no expression takes long: %s %s %s', (name, ...words) => {
    expect(tell(name, words, `${'a'.repeat(3000)}c\n`)?.takes).toBeUndefined();
  });

  it('TL4: what takes longer takes time, and what takes too long does not end', () => {
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
