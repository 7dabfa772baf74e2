import { describe, expect, it } from 'vitest';
import { type FlagsOf, GivenFlags, GLOBAL_FLAGS, parseArgv, readFlags } from './argv.ts';

const SPEC = 'w/watch:b A/all-namespaces:b port:j revision:i timeout:d';
const flags = [
  ...GLOBAL_FLAGS,
  { name: 'filename', letter: 'f', takes: 'list' },
  { name: 'output', letter: 'o', takes: 'value' },
  { name: 'replicas', takes: 'value' },
  ...readFlags(SPEC),
] as const;

function parse(...argv: string[]) {
  const parsed = parseArgv(argv, flags);
  if ('message' in parsed) return parsed.message;
  return { words: parsed.words, options: new GivenFlags<FlagsOf<typeof SPEC | 'o/output replicas'>>(parsed.flags) };
}

describe('arguments', () => {
  it('KC5: takes values behind =, behind a space and behind the letter', () => {
    const bare = parse('get', '-o=');
    expect(typeof bare === 'string' ? bare : bare.options.text('output')).toBe('=');
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

  it('KC5: of joined letters the last may have its value in the next word', () => {
    const parsed = parse('get', '-Ao', 'wide', 'pods');
    if (typeof parsed === 'string') throw new Error(parsed);
    expect([parsed.options.is('all-namespaces'), parsed.options.text('output')]).toEqual([true, 'wide']);
    expect(parsed.words).toEqual(['get', 'pods']);
    expect(parse('get', '-Ao')).toBe("flag needs an argument: 'o' in -o");
  });

  it('KC5: refuses what it does not know, in pflag’s words', () => {
    expect(parse('get', '-A=')).toBe("unknown shorthand flag: '=' in -=");
    expect(parse('get', '--sideways')).toBe('unknown flag: --sideways');
    expect(parse('get', '-x')).toBe("unknown shorthand flag: 'x' in -x");
    expect(parse('scale', '--replicas')).toBe('flag needs an argument: --replicas');
  });

  it('KC35: whole numbers have any base that Go knows, and as many bits as the flag', () => {
    const number = (word: string): unknown => {
      const parsed = parse(word);
      return typeof parsed === 'string' ? parsed : (parsed.options.text('port') ?? parsed.options.text('revision'));
    };
    expect(['0x1F', '017', '1_0', '-0b11', '+3', '0o7', '00'].map((text) => number(`--port=${text}`))).toEqual([
      '31',
      '15',
      '10',
      '-3',
      '3',
      '7',
      '0',
    ]);
    const refusal = (text: string, why: string, flag = 'port') =>
      `invalid argument "${text}" for "--${flag}" flag: strconv.ParseInt: parsing "${text}": ${why}`;
    for (const text of ['08', '1__0', '_1', '1_', '0x', '', 'x']) {
      expect(number(`--port=${text}`)).toBe(refusal(text, 'invalid syntax'));
    }
    expect(number('--port=2147483648')).toBe(refusal('2147483648', 'value out of range'));
    expect(number('--port=-2147483648')).toBe('-2147483648');
    expect(number('--revision=2147483648')).toBe('2147483648');
    expect(number('--revision=9223372036854775808')).toBe(
      refusal('9223372036854775808', 'value out of range', 'revision'),
    );
    expect(parse('-v=0x1')).toBe(
      'invalid argument "0x1" for "-v, --v" flag: strconv.ParseInt: parsing "0x1": invalid syntax',
    );
    expect(parse('--timeout=9999999h')).toBe(
      'invalid argument "9999999h" for "--timeout" flag: time: invalid duration "9999999h"',
    );
  });
});
