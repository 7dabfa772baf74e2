import type { StepArgs } from '../../steps/define.ts';
import type { HoldKey, HoldText, UnmetWords, WishKey } from './args.ts';

interface Told {
  readonly key: string;
  readonly args: StepArgs;
}

/** The wish and what holds it up in one sentence, with `**…**` around what matters. */
export function sayUnmet(words: UnmetWords, { wish, hold }: { readonly wish: Told; readonly hold: Told }): string {
  return words.join(clause(words.wishes[wish.key as WishKey], wish.args), clause(textOf(words, hold).say, hold.args));
}

/** What to do about it. */
export function sayChange(words: UnmetWords, hold: Told): string {
  return clause(textOf(words, hold).change, hold.args);
}

function textOf(words: UnmetWords, { key }: Told): HoldText<StepArgs> {
  return words.holds[key as HoldKey] as HoldText<StepArgs>;
}

/** The texts are checked against their arguments where they are written; here the shape is forgotten. */
function clause(text: unknown, args: StepArgs): string {
  const template = typeof text === 'function' ? (text as (args: StepArgs) => string)(args) : String(text);
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(args[name] ?? ''));
}
