import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Anchor } from './anchor.ts';
import { readLink, writeLink } from './index.ts';
import type { Link } from './link.ts';

/** `KUBESTEP_LINKS=10000 npm run unit -- src/protocol/link` draws as many. */
/** The same 600 each time; more of them, and others each time, where somebody asks for them. */
const { KUBESTEP_LINKS } = process.env;
const NUM_RUNS = Number(KUBESTEP_LINKS ?? 600);
const SEED = KUBESTEP_LINKS === undefined ? { seed: 1 } : {};
const PAGE = 'https://docs.example/kubestep/';

const anchor: fc.Arbitrary<Anchor> = fc.record({
  seq: fc.nat(100_000),
  story: fc.nat(9),
  by: fc.constantFrom('beat' as const, 'step' as const),
  kind: fc.constantFrom('insight.stored', 'kubelet.podStarts', 'apiserver.authz'),
  subject: fc.string({ maxLength: 60 }),
  actor: fc.constantFrom('etcd', 'kubelet@node-1', ''),
  nth: fc.integer({ min: 1, max: 50 }),
  like: fc.integer({ min: 1, max: 50 }),
  says: fc.stringMatching(/^[0-9a-z]{7}$/),
  before: fc.stringMatching(/^[0-9a-z]{7}$/),
});
const grain = fc.constantFrom('beat' as const, 'step' as const, 'detail' as const, 'scene' as const);
const scope = fc.constantFrom('story' as const, 'everything' as const);
const moment: fc.Arbitrary<Link['moment']> = fc.record(
  {
    kubernetes: fc.constant('v1.36'),
    build: fc.constantFrom('0.1.0', 'abc'),
    told: fc.string({ unit: 'grapheme', maxLength: 80 }),
    filter: fc.record({ grain, scope, actor: fc.string({ maxLength: 20 }) }, { requiredKeys: ['grain', 'scope'] }),
    isInside: fc.constant(true),
    panel: fc.constantFrom('step', 'node'),
    chosen: fc.dictionary(fc.constantFrom('node', 'subject', 'etcdKey'), fc.string({ minLength: 1, maxLength: 30 }), {
      minKeys: 1,
    }),
    language: fc.constantFrom('en' as const, 'zh' as const),
    layout: fc.string({ maxLength: 30 }),
    notes: fc.string({ unit: 'grapheme', maxLength: 200 }),
  },
  { requiredKeys: [] },
);
const scenario = fc.record({ scenario: fc.constantFrom('fruit', 'cron-tab'), part: fc.nat(9) });
const file = fc.record({ name: fc.constantFrom('a.yaml', 'ä.yaml'), text: fc.string({ unit: 'grapheme' }) });
const run = fc.record({
  run: fc.record({
    v: fc.constant(1 as const),
    build: fc.constant('b'),
    seed: fc.nat(),
    cluster: fc.record({ nodes: fc.nat(9), latencies: fc.constant('zero' as const) }),
    inputs: fc.array(
      fc.record({
        afterStep: fc.nat(),
        afterOccurrence: fc.nat(),
        time: fc.nat(),
        input: fc.record({
          type: fc.constant('kubectl' as const),
          argv: fc.array(fc.string(), { maxLength: 5 }),
          files: fc.dictionary(fc.constantFrom('a', 'b'), fc.string({ maxLength: 300 })),
        }),
      }),
      { maxLength: 3 },
    ),
  }),
  files: fc.array(file, { maxLength: 2 }),
});
const place: fc.Arbitrary<NonNullable<Link['to']>> = fc.oneof(
  fc.record({ anchor }),
  fc.constant({ start: true as const }),
);
const drawn: fc.Arbitrary<Pick<Link, 'of' | 'to' | 'moment'>> = fc.record({
  of: fc.oneof(scenario, run),
  to: place,
  moment,
});

/** The same that is said with other words: an empty text is as none. */
const sameAs = (link: unknown) => JSON.parse(JSON.stringify(link)) as unknown;

it('a link is read as what was written', () => {
  fc.assert(
    fc.property(drawn, (link) => {
      const read = readLink(new URL(writeLink(PAGE, link)));
      const build = 'run' in link.of ? { build: link.of.run.build } : {};
      expect(writeLink(PAGE, link)).toMatch(/[a-zA-Z0-9]$/);
      expect(read).toEqual({ form: 'anchored', ...link, moment: { ...link.moment, ...build } });
    }),
    { numRuns: Math.max(100, NUM_RUNS / 10), ...SEED },
  );
});

/** What chats, mail programs and tired fingers do to a text. */
const damage = fc.record({
  deed: fc.constantFrom('flip', 'cut', 'drop', 'double', 'swap', 'lower', 'insert', 'forget' as const),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.integer({ min: 1, max: 40 }),
  by: fc.constantFrom(...'0aZq=&%+.#?-_ é'),
});
type Damage = typeof damage extends fc.Arbitrary<infer D> ? D : never;

function damaged(link: string, { deed, at, length, by }: Damage): string {
  // The address of the page itself is nobody's link.
  const from = PAGE.length + Math.floor(at * (link.length - PAGE.length));
  const [head, tail] = [link.slice(0, from), link.slice(from)];
  switch (deed) {
    case 'flip':
      return `${head}${by}${tail.slice(1)}`;
    case 'cut':
      return head;
    case 'drop':
      return head + tail.slice(length);
    case 'double':
      return head + tail.slice(0, length) + tail;
    case 'swap':
      return head + tail.slice(1, 2) + tail.slice(0, 1) + tail.slice(2);
    case 'lower':
      return PAGE + link.slice(PAGE.length).toLowerCase();
    case 'insert':
      return `${head}${by}${tail}`;
    case 'forget':
      return link.replace(/[?&]\w+=[^&#]*/, '');
  }
}

/** Either it says why not, or it is the link that it was; an address that is left with nothing asks for nothing. */
function isKept(link: string, whole: unknown): void {
  const url = new URL(link);
  // Somewhere else on that server there is no page of ours.
  if (url.href.replace(/[?#].*/s, '') !== PAGE) return;
  const read = readLink(url);
  if (typeof read === 'string') return expect(read).not.toBe('');
  if (read === undefined)
    return expect(`${url.search}${url.hash}`.replace(/(%\w\w)+/g, '%').length, link).toBeLessThan(5);
  const language = (one: unknown) => ({ ...(one as Link), moment: { ...(one as Link).moment, language: undefined } });
  expect(sameAs(language(read)), link).toEqual(sameAs(language(whole)));
}

it('links that were damaged on the way are refused in words, and none is another one', () => {
  fc.assert(
    fc.property(drawn, fc.array(damage, { minLength: 1, maxLength: 3 }), (link, deeds) => {
      const text = writeLink(PAGE, link);
      isKept(deeds.reduce(damaged, text), readLink(new URL(text)));
    }),
    { numRuns: NUM_RUNS, ...SEED, endOnFailure: true },
  );
});

it('what is left of a link behind # is refused, however short it is', () => {
  for (const left of ['#v=2#run=v2.t', '#v=2', '#v=2&lang=zh', '#2#ru', '#run', '#r'])
    expect(readLink(new URL(PAGE + left)), left).toBe('the link is damaged or was cut');
  expect(readLink(new URL(`${PAGE}#top`))).toBeUndefined();
});

it('a link whose version was mistyped is no link that somebody typed', () => {
  for (const query of [
    '.v=2&scenario=cron-tab&pa',
    'a=2&scenario=fruit',
    '=v2&scenario=fruit',
    'scenario=',
    'v2=&scenario=fruit',
  ])
    expect(readLink(new URL(`${PAGE}?${query}`)), query).toBe('the link is damaged or was cut');
  expect(readLink(new URL(`${PAGE}?si=Zx81kq&utm_source=a&scenario=fruit`))).toMatchObject({ form: 'typed' });
});

it('links of the forms before are refused as well when they were damaged', () => {
  const kept = JSON.parse(readFileSync('testdata/links/v1.json', 'utf8')) as readonly (readonly [string, string])[];
  // Without a checksum, or without a number that anybody else wrote, nothing can be told.
  const summed = kept
    .map(([link]) => PAGE + link.replace(/embed&lang=zh&theme=dark&?/, '').replace('?#', '#'))
    .filter((link) => /sum=|#run=2\./.test(link))
    .map((link) => ({ link, whole: readLink(new URL(link)) }));
  fc.assert(
    fc.property(fc.constantFrom(...summed), damage, ({ link, whole }, deed) => {
      if (deed.deed !== 'forget') isKept(damaged(link, deed), whole);
    }),
    { numRuns: NUM_RUNS, ...SEED, endOnFailure: true },
  );
});
