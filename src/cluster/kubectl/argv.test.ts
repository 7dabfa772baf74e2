import { describe, expect, it } from 'vitest';
import { GLOBAL_FLAGS, Options, parseArgv } from './argv.ts';

const flags = [
  ...GLOBAL_FLAGS,
  { name: 'filename', letter: 'f', takes: 'list' },
  { name: 'output', letter: 'o', takes: 'value' },
  { name: 'watch', letter: 'w', takes: 'nothing' },
  { name: 'all-namespaces', letter: 'A', takes: 'nothing' },
  { name: 'replicas', takes: 'value' },
] as const;

function parse(...argv: string[]) {
  const parsed = parseArgv(argv, flags);
  if ('message' in parsed) return parsed.message;
  return { words: parsed.words, options: new Options(parsed.flags) };
}

describe('arguments', () => {
  it('KC5: takes values behind =, behind a space and behind the letter', () => {
    for (const argv of [['-o', 'wide'], ['-owide'], ['--output=wide'], ['--output', 'wide'], ['-o=wide']]) {
      const parsed = parse('get', ...argv, 'pods');
      if (typeof parsed === 'string') throw new Error(parsed);
      expect([parsed.words, parsed.options.text('output')]).toEqual([['get', 'pods'], 'wide']);
    }
  });

  it('KC5: joins letters that take nothing', () => {
    const parsed = parse('get', 'pods', '-Aw');
    if (typeof parsed === 'string') throw new Error(parsed);
    expect([parsed.options.is('all-namespaces'), parsed.options.is('watch')]).toEqual([true, true]);
  });

  it('KC5: refuses what it does not know, in pflag’s words', () => {
    expect(parse('get', '--sideways')).toBe('unknown flag: --sideways');
    expect(parse('get', '-x')).toBe("unknown shorthand flag: 'x' in -x");
    expect(parse('scale', '--replicas')).toBe('flag needs an argument: --replicas');
  });
});
