import { describe, expect, it } from 'vitest';
import type { StepView } from '../../protocol/views.ts';
import { en } from '../i18n/en.ts';
import { zh } from '../i18n/zh.ts';
import { isFailure } from './closing.ts';
import { stepKinds } from './kinds.ts';
import { createNarrator, gather, gatherKinds } from './narrator.ts';
import { words as wordsEn } from './words-en.ts';
import { words as wordsMoreEn } from './words-more-en.ts';
import { words as wordsMoreZh } from './words-more-zh.ts';
import { words as wordsZh } from './words-zh.ts';

const step: StepView = {
  seq: 3,
  index: 2,
  time: 0,
  kind: 'replicaset.sync',
  actor: 'replicaset-controller',
  subject: 'replicasets.apps/default/nginx-775',
  args: { wanted: 3, found: 0 },
};
const english = gather({
  '../../narration/en/controllers/replicaset.ts': {
    replicaset: { sync: { say: '{subject} wants **{wanted}**, has {found}{gone}', why: 'because of {subject}' } },
  },
  '../../narration/en/scenes.ts': { scenes: { enter: 'typed' } },
  '../../narration/en/phrases.ts': { phrases: { 'line.idle': 'idle', 'line.wants': 'wants {want}' } },
});
const chinese = gather({ '../../narration/zh/scenes.ts': { scenes: { enter: '回车' } } });

describe('the narrator', () => {
  it('fills in arguments and the name of the subject; absent ones leave nothing', () => {
    const narrator = createNarrator(english, english, new Map());
    expect(narrator.sentence(step)).toBe('nginx-775 wants **3**, has 0');
    expect(narrator.why(step)).toBe('because of nginx-775');
    expect(narrator.phrase({ key: 'line.wants', args: { want: 3 } })).toBe('wants 3');
  });
  it('falls back by key: to English, then to the bare fact', () => {
    const narrator = createNarrator(chinese, english, new Map());
    expect(narrator.scene('enter')).toBe('回车');
    expect(narrator.sentence(step)).toBe('nginx-775 wants **3**, has 0');
    expect(narrator.sentence({ ...step, kind: 'cri.pullImage' })).toBe('**nginx-775**: pull image (wanted 3, found 0)');
    expect(createNarrator(undefined, undefined, new Map()).phrase({ key: 'line.odd' })).toBe('line.odd');
  });
  it('says the bare fact when a text stumbles over its arguments', () => {
    const broken = gather({ 'replicaset.ts': { all: { sync: { say: () => JSON.parse('{'), why: '' } } } });
    expect(createNarrator(broken, undefined, new Map()).sentence(step)).toContain('sync');
  });
  it('knows the kinds that a component declares', () => {
    const kinds = gatherKinds({
      'a.ts': { steps: { sync: { name: 'a.sync', component: 'a', models: 'x.go' } }, other: 3 },
    });
    expect(kinds.get('a.sync')?.models).toBe('x.go');
  });
});

it.each([
  ['en', wordsEn, wordsMoreEn],
  ['zh', wordsZh, wordsMoreZh],
])('every kind of step is told in words on the page (%s)', (_, words, more) => {
  const told = new Map([...words.texts, ...more.texts]);
  expect([...stepKinds.keys()].filter((kind) => !told.has(kind))).toEqual([]);
});

it('what is left out is said in Chinese, too', () => {
  const kinds = [...stepKinds.values()].filter((kind) => kind.notModelled !== undefined).map(({ name }) => name);
  expect(Object.keys(wordsMoreZh.notModelled).sort()).toEqual(kinds.sort());
});

describe('the dictionary', () => {
  it('has every key in both languages, with the same places to fill', () => {
    const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
    expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      expect(zh[key], key).not.toBe('');
      expect(places(zh[key]), key).toEqual(places(en[key]));
    }
  });
});

it('a command that failed is told also at the end of the story, one that did well is not', () => {
  expect(isFailure({ kind: 'kubectl.exit', args: { code: 1 } })).toBe(true);
  expect(isFailure({ kind: 'etcdctl.exit', args: { code: 3 } })).toBe(true);
  expect(isFailure({ kind: 'kubectl.exit', args: { code: 0 } })).toBe(false);
  expect(isFailure({ kind: 'etcd.applied', args: {} })).toBe(false);
});
