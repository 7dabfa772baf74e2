import type { ThreeWayField, ThreeWayObject } from '../../protocol/three-way.ts';
import type { Say } from '../widgets/kit/words.ts';
import type { ThreeWayKey } from './strings.ts';

type Words = Say<ThreeWayKey>;
const LONGEST = 120;

/** A value as somebody would write it. */
export function shownJson(json: string): string {
  const value: unknown = JSON.parse(json);
  const text = typeof value === 'string' && value !== '' ? value : json;
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** The text has it otherwise than the cluster. */
export function isOtherInText({ given, live }: ThreeWayField): boolean {
  return (given ?? '') !== (live ?? '');
}

/** Whether an Apply writes anything of it; where it changes no field, that is what was applied last. */
export function isWritten({ state, fields, records }: ThreeWayObject): boolean {
  return state === 'absent' || records === true || fields.some(({ effect }) => effect !== 'keeps');
}

/** What an Apply does with a field, in a sentence; empty where that goes without saying. */
export function toldOfApply(field: ThreeWayField, t: Words): string {
  const { effect, given, live, applied, result } = field;
  switch (effect) {
    case 'sets':
      return t('sets', { value: shownJson(result ?? 'null') });
    case 'adds':
      return t('adds');
    case 'removes':
      return t(applied === undefined ? 'removesUnnamed' : 'removes');
    case 'keeps':
      if (given === undefined) return t(live === undefined ? 'goes' : 'stays');
      return isOtherInText(field) ? '' : t('agree');
  }
}

/** What an Apply does with an object, in a sentence. */
export function toldOfObject(
  { state, document, fields, lastApplied, problem, records }: ThreeWayObject,
  t: Words,
): string {
  if (state !== 'there') return t(state);
  if (problem !== undefined) return t('refused', { message: problem });
  if (document === undefined) {
    if (lastApplied === undefined) return t('noTextNever');
    return `${t('noText')} ${fields.length === 0 ? t('noTextEqual') : ''}`.trim();
  }
  if (fields.length === 0) return t(records === true ? 'equalRecord' : 'equal');
  const deeds = (['sets', 'adds', 'removes'] as const).flatMap((effect) => {
    const count = fields.filter((field) => field.effect === effect).length;
    return count === 0 ? [] : [t(`deed.${effect}`, { count })];
  });
  return t('does', {
    deeds: deeds.length === 0 ? t(records === true ? 'deed.record' : 'deed.nothing') : deeds.join(t('and')),
  });
}
