// Models what stands between [[ and ]] in bash and busybox ash (v1.36)

import type { Process } from '../../engine/index.ts';
import { BadPattern, matcherOf } from '../tools/lines/line-patterns.ts';
import type { Match } from '../tools/lines/matcher.ts';
import { Endless } from '../tools/work.ts';
import { patternIn, type Scope, textOf } from './expansion.ts';
import { type Inside, runCommand } from './run-tool.ts';
import type { Word } from './syntax.ts';
import { bareOf } from './words.ts';

/** Whether it holds. Of `=~` the groups are left in `BASH_REMATCH`. */
export function* holdsBetween(words: readonly Word[], scope: Scope, inside: Inside): Process<boolean> {
  const outer = outerOperator(words);
  if (outer !== undefined) {
    const [left, right] = [words.slice(0, outer), words.slice(outer + 1)];
    const first = yield* holdsBetween(left, scope, inside);
    if (first === (bareOf(words[outer]) === '||')) return first;
    return yield* holdsBetween(right, scope, inside);
  }
  const [first = []] = words;
  const [begin, operator] = [bareOf(first), bareOf(words[1])];
  if (begin === '!') return !(yield* holdsBetween(words.slice(1), scope, inside));
  if (begin === '(') return yield* holdsBetween(words.slice(1, -1), scope, inside);
  if (operator === '==' || operator === '=' || operator === '!=') {
    const pattern = yield* patternIn(words[2] ?? [], scope);
    return pattern.isLike(yield* textOf(first, scope)) === (operator !== '!=');
  }
  if (operator === '=~') return matches(yield* textOf(first, scope), yield* textOf(words[2] ?? [], scope), scope);
  const texts: string[] = [];
  for (const word of words) texts.push(yield* textOf(word, scope));
  return runCommand(['test', ...texts], inside, scope.files).exitCode === 0;
}

/** The place of the operator that binds least, outside of brackets. */
function outerOperator(words: readonly Word[]): number | undefined {
  for (const operator of ['||', '&&']) {
    let depth = 0;
    for (const [at, each] of words.entries()) {
      const word = bareOf(each);
      if (word === '(') depth += 1;
      if (word === ')') depth -= 1;
      if (word === operator && depth === 0) return at;
    }
  }
  return undefined;
}

function matches(text: string, expression: string, scope: Scope): boolean {
  let found: Match | undefined;
  try {
    found = matcherOf([expression], { isExtended: true }).find(text);
  } catch (error) {
    if (error instanceof Endless) scope.burst();
    else if (!(error instanceof BadPattern)) throw error;
  }
  if (found === undefined) return false;
  const all = [text.slice(found.start, found.end), ...found.groups];
  for (const [at, group = ''] of all.entries()) scope.assign(`BASH_REMATCH[${at}]`, group);
  return true;
}
