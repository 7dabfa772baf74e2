// Models jq 1.6 src/builtin.c f_match with oniguruma, whose expressions are read here as POSIX has them, with \d, \w, \s (v1.36)

import { BadPattern, matcherOf } from '../lines/line-patterns.ts';
import type { Match } from '../lines/matcher.ts';
import type { Filter } from './jq-grammar.ts';
import type { JqRunner, Names } from './jq-runner.ts';
import { JqError, told, write } from './jq-values.ts';

/** `test`, `match`, `capture`, `scan`, `sub`, `gsub`, `splits`, `split` with an expression. */
export function* expressions(
  jq: JqRunner,
  name: string,
  args: readonly Filter[],
  input: unknown,
  names: Names,
): Generator<unknown> {
  if (typeof input !== 'string') throw new JqError(`${told(input)} cannot be matched, as it is not a string`);
  const [one, other, third] = args;
  const isChange = name === 'sub' || name === 'gsub';
  const [given] = one === undefined ? [] : [...jq.run(one, input, names)];
  const [pattern, ownFlags] = Array.isArray(given) ? (given as [unknown, unknown]) : [given, undefined];
  if (typeof pattern !== 'string') throw new JqError(`${told(pattern)} cannot be matched, as it is not a string`);
  const flagsFilter = isChange ? third : other;
  const [flags] = flagsFilter === undefined ? [ownFlags] : [...jq.run(flagsFilter, input, names)];
  const text = typeof flags === 'string' ? flags : '';
  const found = matchesIn(jq, pattern, input, text);
  const isGlobal = text.includes('g') || name === 'gsub' || name === 'scan' || name.startsWith('split');
  const used = isGlobal ? found : found.slice(0, 1);
  const groups = namesIn(pattern);
  switch (name) {
    case 'test':
      yield found.length > 0;
      return;
    case 'match':
      for (const match of used) yield toldMatch(match, groups, input);
      return;
    case 'capture':
      for (const match of used) yield captured(match, groups);
      return;
    case 'scan':
      for (const match of used)
        yield match.groups.length === 0
          ? input.slice(match.start, match.end)
          : match.groups.map((group) => group ?? null);
      return;
    case 'split':
      yield parted(input, used);
      return;
    case 'splits':
      yield* parted(input, used);
      return;
    default: {
      if (other === undefined) return;
      let made = '';
      let at = 0;
      for (const match of used) {
        const [text] = [...jq.run(other, captured(match, groups), names)];
        made += input.slice(at, match.start) + (typeof text === 'string' ? text : write(text, {}));
        at = match.end;
      }
      yield made + input.slice(at);
    }
  }
}

function parted(text: string, matches: readonly Match[]): readonly string[] {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of matches) {
    parts.push(text.slice(at, start));
    at = end;
  }
  return [...parts, text.slice(at)];
}

/** Names of groups are taken out, and the letters of classes are written as POSIX has them. */
function matchesIn({ work }: JqRunner, pattern: string, text: string, flags: string): readonly Match[] {
  const plain = pattern
    .replace(/\(\?<\w+>/g, '(')
    .replace(/\(\?:/g, '(')
    .replace(/\\d/g, '[0-9]')
    .replace(/\\D/g, '[^0-9]')
    .replace(/\\s/g, '[[:space:]]')
    .replace(/\\S/g, '[^[:space:]]');
  try {
    return [...matcherOf([plain], { isExtended: true, ignoresCase: flags.includes('i'), work }).all(text)];
  } catch (error) {
    if (error instanceof BadPattern)
      throw new JqError(`${pattern} (at offset 0) is not a valid regex: ${error.message}`);
    throw error;
  }
}

/** By the place of their brackets; those without a name are not told by `capture`. */
function namesIn(pattern: string): readonly (string | undefined)[] {
  return [...pattern.matchAll(/\\.|\((?!\?:)(?:\?<(\w+)>)?/g)]
    .filter(([whole]) => whole.startsWith('('))
    .map(([, name]) => name);
}

function captured({ groups }: Match, names: readonly (string | undefined)[]): unknown {
  const made: { [name: string]: unknown } = {};
  for (const [at, name] of names.entries()) if (name !== undefined) made[name] = groups[at] ?? null;
  return made;
}

function toldMatch({ start, end, groups }: Match, names: readonly (string | undefined)[], text: string): unknown {
  const string = text.slice(start, end);
  let from = start;
  const captures = groups.map((group, at) => {
    const place = group === undefined ? -1 : text.indexOf(group, from);
    if (place >= 0) from = place;
    return { offset: place, length: group?.length ?? 0, string: group ?? null, name: names[at] ?? null };
  });
  return { offset: start, length: string.length, string, captures };
}
