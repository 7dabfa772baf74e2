import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { StepArgs, StepKind } from '../steps/define.ts';
import { clusterKinds } from '../steps/index.ts';
import { facts as enFacts } from './en/facts.ts';
import * as en from './en/index.ts';
import { phrases as enPhrases } from './en/phrases.ts';
import { hookProblem } from './facts.ts';
import { duration, isHeader } from './insight-args.ts';
import { nameOf, plainText, render } from './render.ts';
import type { Text } from './text.ts';
import { facts as zhFacts } from './zh/facts.ts';
import * as zh from './zh/index.ts';
import { phrases as zhPhrases } from './zh/phrases.ts';

const STEPS = new URL('../steps/', import.meta.url);
const LANGUAGES: readonly (readonly [string, { readonly [kind: string]: Text }])[] = [
  ['en', en.texts],
  ['zh', zh.texts],
];

/** The declared arguments of a kind, by type, as written in the source of its component. */
type Declared = ReadonlyMap<string, string>;

const declarations = new Map<string, Declared>();
const componentFiles = readdirSync(STEPS, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !/^(define|index)\.|\.test\./.test(file),
);
for (const file of componentFiles) {
  const source = readFileSync(new URL(file, STEPS), 'utf8');
  const component = /defineSteps\('([^']+)'/.exec(source)?.[1] as string;
  for (const [, name, args = ''] of source.matchAll(/^ {2}(\w+): step(?:<\{([^}]*)\}>)?\(/gm)) {
    const fields = [...args.matchAll(/(\w+)\??: ([^;]+)/g)].map(([, arg = '', type = '']): [string, string] => [
      arg,
      type,
    ]);
    declarations.set(`${component}.${name}`, new Map(fields));
  }
}

/** Values that functions branch on, so that every form of a sentence is seen. */
const WORDS = /'([^'\n]{1,40})'/g;
const VALUES: { readonly [type: string]: readonly unknown[] } = {
  number: [0, 1, 3, 201, 2_500_000],
  boolean: [true, false],
  string: ['', 'some'],
};

/** Sets of arguments: each argument in turn takes all its values, with the others plain or empty. */
function samples(declared: Declared, words: readonly string[]): readonly StepArgs[] {
  const valuesOf = (type: string) => {
    const base = type.split('|')[0]?.trim() ?? 'string';
    const values = VALUES[base] ?? VALUES.string ?? [];
    return base === 'string' ? [...values, ...words] : values;
  };
  const found: StepArgs[] = [];
  for (const at of [0, 1, 2]) {
    const plain = Object.fromEntries(
      [...declared].map(([name, type]) => [name, valuesOf(type)[at] ?? valuesOf(type)[0]]),
    );
    found.push(plain as StepArgs);
    for (const [name, type] of declared)
      for (const value of valuesOf(type)) found.push({ ...plain, [name]: value } as StepArgs);
  }
  return found;
}

function templatesOf(kind: StepKind, text: Text['say']): ReadonlySet<string> {
  if (typeof text === 'string') return new Set([text]);
  return new Set(samples(declarations.get(kind.name) ?? new Map(), wordsIn(text)).map((args) => text(args)));
}

function wordsIn(text: Text['say']): readonly string[] {
  return [...String(text).matchAll(WORDS)].map(([, word = '']) => word);
}

const placeholders = (template: string) => [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
const isBalanced = (template: string) => template.split('**').length % 2 === 1;

describe('kinds of step', () => {
  it('those of every component file are in clusterKinds, once', () => {
    const names = clusterKinds.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.toSorted()).toEqual([...declarations.keys()].toSorted());
  });
});

describe.each(LANGUAGES)('%s', (language, texts) => {
  it('has a text for every kind and for nothing else', () => {
    expect(Object.keys(texts).toSorted()).toEqual(clusterKinds.map(({ name }) => name).toSorted());
  });

  it.each(clusterKinds.map((kind) => [kind.name, kind] as const))('%s reads well', (name, kind) => {
    const text = texts[name] as Text;
    const known = new Set(['subject', ...(declarations.get(name)?.keys() ?? [])]);
    const whys = templatesOf(kind, text.why);
    for (const template of [...templatesOf(kind, text.say), ...whys]) {
      expect(isBalanced(template), template).toBe(true);
      expect(
        placeholders(template).filter((each) => !known.has(each)),
        template,
      ).toEqual([]);
      expect(template).not.toMatch(/undefined|NaN|\[object|\$\{| {2}|\( *\)|（ *）/);
      if (language === 'zh') expect(template.replace(/`[^`]*`/g, '')).not.toMatch(/[\u4e00-\u9fff][,:;?!]/);
    }
    for (const why of whys)
      expect(why.split(language === 'zh' ? /[。？]/ : /[.?](?: |$)/).length - 1).toBeGreaterThan(0);
  });
});

it('both languages use the same arguments where both are plain', () => {
  for (const { name } of clusterKinds) {
    const [first, second] = [en.texts[name]?.say, zh.texts[name]?.say];
    if (typeof first !== 'string' || typeof second !== 'string') continue;
    expect(placeholders(second).toSorted(), name).toEqual(placeholders(first).toSorted());
  }
});

it('every argument has a Chinese name', () => {
  const names = new Set([...declarations.values()].flatMap((declared) => [...declared.keys()]));
  expect([...names].filter((name) => !(name in zhFacts))).toEqual([]);
});

describe('sentences of beats', () => {
  it('are the same in both languages', () => {
    expect(Object.keys(zh.insight).toSorted()).toEqual(Object.keys(en.insight).toSorted());
    expect(Object.keys(zh.folds)).toEqual(Object.keys(en.folds));
  });

  it.each([
    [0, '0.1 ms'],
    [1400, '1.4 ms'],
    [43_000, '43 ms'],
    [1_811_700, '1.8 s'],
  ])('%i microseconds are %s', (micros, text) => {
    expect(duration(micros)).toBe(text);
  });

  it('tell a table from other output', () => {
    expect(isHeader('NAME   READY   STATUS')).toBe(true);
    expect(isHeader('+-----+-----+')).toBe(true);
    expect(isHeader('ERROR')).toBe(false);
    expect(isHeader('apiVersion: v1')).toBe(false);
  });
});

it('a number of mebibytes that stands alone is called so', () => {
  for (const facts of [enFacts, zhFacts])
    for (const name of ['memory', 'disk']) expect(facts[name], name).toContain('MiB');
});

it('both languages have the same phrases and chapters, with the same arguments', () => {
  expect(Object.keys(zh.scenes)).toEqual(Object.keys(en.scenes));
  expect(Object.keys(zh.phrases)).toEqual(Object.keys(en.phrases));
  for (const [key, phrase] of Object.entries(en.phrases))
    expect(placeholders(zh.phrases[key as keyof typeof en.phrases]).toSorted()).toEqual(
      placeholders(phrase).toSorted(),
    );
});

describe('render', () => {
  it('fills in arguments and the short name of the subject, and marks what is strong', () => {
    const pieces = render('**{subject}** has {count} Pods{gone}.', { count: 3 }, 'deployments.apps/default/nginx');
    expect(pieces).toEqual([
      { text: 'nginx', strong: true },
      { text: ' has 3 Pods.', strong: false },
    ]);
    expect(plainText(pieces)).toBe('nginx has 3 Pods.');
  });

  it.each([
    ['deployments.apps/default/nginx', 'nginx'],
    ['nodes/node-1', 'node-1'],
    ['pods/', 'pods'],
    ['pods/default/*', 'pods'],
    ['pods/default/nginx-', 'nginx-…'],
    ['etcd', 'etcd'],
  ])('calls %s %s', (subject, name) => {
    expect(nameOf(subject)).toBe(name);
  });
});

it('says in either language what becomes of an object at the registry', () => {
  const spoken = Object.entries(zhPhrases).filter(([key]) => key.startsWith('apiserver.prepared.'));
  expect(spoken.length).toBeGreaterThan(6);
  for (const [key, text] of spoken) {
    expect(text, key).not.toMatch(/[a-z]/);
    expect(enPhrases[key as keyof typeof enPhrases], key).toMatch(/^[a-z ]+$/);
  }
});

it('calls what a port of a Service became by its name in each mode', () => {
  const args = { port: 'default/web', chain: 'x', usable: 1, total: 1, local: 0 };
  const said = (texts: { readonly [kind: string]: Text }, mode: string) => {
    const { say, why } = texts['proxy.portWritten'] as Text;
    return [say, why].map((text) => (typeof text === 'string' ? text : text({ ...args, mode })));
  };
  expect(said(en.texts, 'iptables')[0]).toContain('1 endpoint, {local} of them on this node: chain **{chain}**');
  expect(said(en.texts, 'ipvs')[0]).toContain('virtual server **{chain}**');
  expect(said(zh.texts, 'userspace')[0]).toContain('自己的端口 **{chain}**');
  for (const texts of [en.texts, zh.texts])
    expect(new Set(['iptables', 'nftables', 'ipvs', 'userspace'].map((mode) => said(texts, mode)[1])).size).toBe(4);
});

it('what a hook came to is told without the names that the sentence has', () => {
  const where = 'for Container "web" in Pod "failing_default(0aa1)" failed - error:';
  const exec = `Exec lifecycle hook ([sh -c exit 7]) ${where} command 'sh -c exit 7' exited with 7: , message: "not today\\nsorry\\n"`;
  expect(hookProblem(exec)).toEqual({ code: 7, said: 'not today ⏎ sorry' });
  const http = `HTTP lifecycle hook (/bye) ${where} dial tcp 10.244.1.2:80: connect: connection refused`;
  expect(hookProblem(http)).toEqual({ code: undefined, said: 'dial tcp 10.244.1.2:80: connect: connection refused' });
});
