import type { StepArgs } from '../../steps/define.ts';
import type { HoldKey, HoldText, UnmetWords, WishKey } from './args.ts';

interface Told {
  readonly key: string;
  readonly args: StepArgs;
}

/** The wish and what holds it up in one sentence, with `**…**` around what matters. */
export function sayUnmet(words: UnmetWords, { wish, hold }: { readonly wish: Told; readonly hold: Told }): string {
  const ofItself = wish.key === 'pod' ? words.ofItself : (clause: string) => clause;
  const what = template(words.wishes[wish.key as WishKey], wish.args);
  const why = ofItself(template(textOf(words, hold).say, hold.args));
  return words.join(filled(what, inClause(wish.args)), filled(why, inClause(hold.args)));
}

/** What to do about it. */
export function sayChange(words: UnmetWords, hold: Told): string {
  return filled(template(textOf(words, hold).change, hold.args), hold.args);
}

function textOf(words: UnmetWords, { key }: Told): HoldText<StepArgs> {
  return words.holds[key as HoldKey] as HoldText<StepArgs>;
}

/** The texts are checked against their arguments where they are written; here the shape is forgotten. */
function template(text: unknown, args: StepArgs): string {
  return typeof text === 'function' ? (text as (args: StepArgs) => string)(args) : String(text);
}

/** What others said in whole sentences stands inside one of ours, which has a full stop of its own. */
function inClause(args: StepArgs): StepArgs {
  const entries = Object.entries(args).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.replace(/(?<![.。])[.。]$/, '') : value,
  ]);
  return Object.fromEntries(entries) as StepArgs;
}

function filled(text: string, args: StepArgs): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(args[name] ?? ''));
}
