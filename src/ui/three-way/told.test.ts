import { expect, test } from 'vitest';
import type { ThreeWayField, ThreeWayObject } from '../../protocol/three-way.ts';
import { threeWayWords } from './strings.ts';
import { isOtherInText, isWritten, shownJson, toldOfApply, toldOfObject } from './told.ts';

const say =
  (language: 'en' | 'zh') =>
  (key: keyof typeof threeWayWords.en, args: Readonly<Record<string, string | number>> = {}) =>
    threeWayWords[language][key].replace(/\{(\w+)\}/g, (_, name: string) => String(args[name]));

const field = (of: Partial<ThreeWayField>): ThreeWayField => ({
  path: 'spec.replicas',
  livePath: 'spec.replicas',
  textPath: ['spec', 'replicas'],
  effect: 'keeps',
  ...of,
});
const object = (of: Partial<ThreeWayObject>): ThreeWayObject => ({
  subject: 'deployments.apps/default/web',
  kind: 'Deployment',
  name: 'web',
  document: 0,
  state: 'there',
  lastApplied: { by: 'annotation' },
  fields: [],
  others: [],
  filled: 0,
  more: 0,
  ...of,
});

test.each<[Partial<ThreeWayField>, string]>([
  [{ effect: 'sets', given: '"a"', live: '"b"', result: '"a"' }, 'Apply sets it to a.'],
  [{ effect: 'adds', given: '1', result: '1' }, 'Apply adds it.'],
  [{ effect: 'removes', live: '1', applied: '1' }, threeWayWords.en.removes],
  [{ effect: 'removes', live: '1' }, 'Apply removes it.'],
  [{ given: '2', live: '2', applied: '1', result: '2' }, threeWayWords.en.agree],
  [{ live: '1', applied: '1', result: '1' }, threeWayWords.en.stays],
  [{ applied: '1' }, threeWayWords.en.goes],
])('%j: an Apply of it is told in both languages', (of, english) => {
  expect(toldOfApply(field(of), say('en'))).toBe(english);
  expect(toldOfApply(field(of), say('zh'))).toMatch(/[\u4e00-\u9fff]/);
});

test.each<[Partial<ThreeWayObject>, string]>([
  [{ state: 'absent' }, threeWayWords.en.absent],
  [{}, threeWayWords.en.equal],
  [
    { fields: [field({ effect: 'sets' }), field({ effect: 'removes' }), field({ effect: 'sets' })] },
    'Apply sets 2, removes 1.',
  ],
  [{ fields: [field({})] }, 'Apply changes no field in the cluster.'],
  [{ records: true }, threeWayWords.en.equalRecord],
  [
    { fields: [field({})], records: true },
    'Apply changes no field in the cluster, and only records that this text was applied.',
  ],
  [{ problem: 'no' }, 'kubectl makes no patch of this: no'],
])('%j: so is an Apply of the object', (of, english) => {
  expect(toldOfObject(object(of), say('en'))).toBe(english);
  expect(toldOfObject(object(of), say('zh'))).toMatch(/[\u4e00-\u9fff]/);
});

test('an Apply writes something where it makes, changes or only records', () => {
  expect(isWritten(object({}))).toBe(false);
  expect(isWritten(object({ fields: [field({})] }))).toBe(false);
  expect(isWritten(object({ fields: [field({})], records: true }))).toBe(true);
  expect(isWritten(object({ fields: [field({ effect: 'adds' })] }))).toBe(true);
  expect(isWritten(object({ state: 'absent' }))).toBe(true);
});

test('of an object that no text has it is said what was applied last', () => {
  const { document: _, lastApplied: __, ...unnamed } = object({});
  expect(toldOfObject(unnamed, say('en'))).toBe(threeWayWords.en.noTextNever);
  expect(toldOfObject({ ...unnamed, lastApplied: { by: 'annotation' } }, say('en'))).toContain(
    'as it was applied last',
  );
});

test('values are shown as one would write them, and long ones are cut', () => {
  expect([shownJson('"a b"'), shownJson('""'), shownJson('3'), shownJson('{"a":1}')]).toEqual([
    'a b',
    '""',
    '3',
    '{"a":1}',
  ]);
  expect(shownJson(JSON.stringify('x'.repeat(500)))).toHaveLength(120);
  expect([field({ given: '1', live: '1' }), field({ live: '1' })].map(isOtherInText)).toEqual([false, true]);
});
