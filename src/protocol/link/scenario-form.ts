import { isFilter } from '../filter-check.ts';
import type { Filter } from '../messages.ts';
import { checksum, type Fields, whole } from './fields.ts';
import { DAMAGED, type Link, type LinkedScenario, type Moment, madeForVersion } from './link.ts';
import { wrongInMoment } from './moment-check.ts';
import { placeOf } from './pin-check.ts';

/** The version of the form; it stands before everything else, so that a link that was cut is seen to be one. */
const FORM = '2';
/** The words of a link to a scenario, in the order in which they are written and summed up. */
const WORDS = [
  'scenario',
  'part',
  'k8s',
  'build',
  'at',
  'story',
  'beat',
  'step',
  'of',
  'by',
  'nth',
  'like',
  'says',
  'before',
  'grain',
  'scope',
  'actor',
  'object',
  'inside',
  'panel',
  'layout',
  'notes',
  'told',
] as const;
type Word = (typeof WORDS)[number];
/** What is chosen on the page has names of its own, written as `on.node=node-1`. */
const CHOSEN = 'on.';
/** The words that nobody writes by hand. */
const OWN_WORDS: readonly string[] = [
  'v',
  'sum',
  ...WORDS.filter((word) => !['scenario', 'part', 'grain', 'step'].includes(word)),
];

/** The query of a link to a moment of a scenario, without its `?`. */
export function printScenarioLink({ scenario, part }: LinkedScenario, link: Pick<Link, 'to' | 'moment'>): string {
  const { filter, chosen, language, isInside } = link.moment;
  const words: { readonly [word in Word]?: string | number | undefined } = {
    scenario,
    part,
    k8s: link.moment.kubernetes,
    build: link.moment.build,
    ...wordsOfPlace(link.to),
    ...(filter as { readonly [name: string]: string } | undefined),
    inside: isInside === true ? 1 : undefined,
    panel: link.moment.panel,
    layout: link.moment.layout,
    notes: link.moment.notes,
    told: link.moment.told,
  };
  const asked = new URLSearchParams();
  for (const word of WORDS) if (words[word] !== undefined) asked.set(word, String(words[word]));
  for (const [name, value] of Object.entries(chosen ?? {})) asked.set(`${CHOSEN}${name}`, value);
  const spoken = language === undefined ? '' : `&lang=${language}`;
  // Stars make letters fat in some texts. The checksum stands last: programs leave out a dot at the end of an address.
  return `v=${FORM}&${String(asked).replaceAll('*', '%2A')}&sum=${sumOf(asked)}${spoken}`;
}

function wordsOfPlace(to: Link['to']): { readonly [word in Word]?: string | number } {
  if (to === undefined || !('anchor' in to)) return { at: 'start' };
  const { seq, story, by, kind, subject, actor, nth, like, says, before } = to.anchor;
  return { at: seq, story, [by]: kind, of: subject, by: actor, nth, like, says, before };
}

/** Whether a query has words that only a program puts there. */
export function isWrittenByProgram(asked: URLSearchParams): boolean {
  return OWN_WORDS.some((word) => asked.has(word)) || [...asked.keys()].some((name) => name.startsWith(CHOSEN));
}

export function readScenarioLink(asked: URLSearchParams): Link | string {
  const form = asked.get('v') ?? '';
  if (form !== FORM) return /^[1-9]\d{0,3}$/.test(form) ? madeForVersion(form) : DAMAGED;
  const scenario = asked.get('scenario');
  if (scenario === null || isTwice(asked) || asked.get('sum') !== sumOf(asked)) return DAMAGED;
  const part = whole(asked.get('part'));
  if (part === undefined || part < 0) return 'part is not a number of parts';
  const to = asked.get('at') === 'start' ? placeOf('start') : placeOf(anchorIn(asked));
  if (to === undefined) return 'the place is not described in full';
  const moment = momentIn(asked);
  const wrong = wrongInMoment(moment as { readonly [name: string]: unknown });
  return wrong === undefined ? { form: 'anchored', of: { scenario, part }, to, moment } : `${wrong} cannot be read`;
}

function anchorIn(asked: URLSearchParams): unknown {
  const by = asked.has('beat') ? 'beat' : 'step';
  return {
    seq: whole(asked.get('at')),
    story: whole(asked.get('story')),
    by,
    kind: asked.get(by),
    subject: asked.get('of'),
    actor: asked.get('by'),
    nth: whole(asked.get('nth')),
    like: whole(asked.get('like')),
    says: asked.get('says'),
    before: asked.get('before'),
  };
}

function momentIn(asked: URLSearchParams): Moment {
  const chosen = [...asked].flatMap(([name, value]) =>
    name.startsWith(CHOSEN) ? [[name.slice(CHOSEN.length), value] as const] : [],
  );
  const filter = filterIn(asked);
  return {
    ...present({
      kubernetes: asked.get('k8s'),
      build: asked.get('build'),
      told: asked.get('told'),
      panel: asked.get('panel'),
      layout: asked.get('layout'),
      notes: asked.get('notes'),
    }),
    ...(filter === undefined ? {} : { filter }),
    ...(asked.get('inside') === '1' ? { isInside: true } : {}),
    ...(chosen.length === 0 ? {} : { chosen: Object.fromEntries(chosen) }),
    ...languageIn(asked),
  };
}

/** The words of a filter, when there are any; the check says whether they make one. */
function filterIn(asked: URLSearchParams): Filter | undefined {
  const filter: unknown = present({
    grain: asked.get('grain'),
    scope: asked.get('scope'),
    actor: asked.get('actor'),
    object: asked.get('object'),
  });
  return Object.keys(filter as object).length === 0 ? undefined : (filter as Filter);
}

/** A language that is none is the reader's own: it is asked for outside of the checksum. */
export function languageIn(asked: URLSearchParams): Pick<Moment, 'language'> {
  const language = asked.get('lang');
  return language === 'en' || language === 'zh' ? { language } : {};
}

function present(words: { readonly [name: string]: string | null }): Fields {
  return Object.fromEntries(Object.entries(words).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

function sumOf(asked: URLSearchParams): string {
  const chosen = [...asked].filter(([name]) => name.startsWith(CHOSEN)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return checksum(JSON.stringify([WORDS.map((word) => asked.get(word)), chosen]));
}

/** Of two words of one name only one would be read. */
function isTwice(asked: URLSearchParams): boolean {
  const names = [...asked.keys()].filter(
    (name) => OWN_WORDS.includes(name) || (WORDS as readonly string[]).includes(name),
  );
  return new Set(names).size < names.length;
}

// What was written before there were anchors.

const NUMBERED = ['scenario', 'part', 'at', 'grain', 'scope', 'actor', 'object'] as const;

/** A scenario, so many parts and the number of a step, under a checksum. */
export function readNumberedLink(asked: URLSearchParams): Link | string {
  const scenario = asked.get('scenario');
  const sum = checksum(JSON.stringify(NUMBERED.map((word) => asked.get(word))));
  if (scenario === null || asked.get('sum') !== sum) return DAMAGED;
  const [part, seq, filter] = [whole(asked.get('part')), whole(asked.get('at')), filterIn(asked)];
  if (part === undefined || seq === undefined || !isFilter(filter)) return DAMAGED;
  return { form: 'numbered', of: { scenario, part }, to: { seq }, moment: { filter, ...languageIn(asked) } };
}

/** Links of one's own hand count steps like this, whatever the page shows at first. */
const PLAIN: Filter = { grain: 'step', scope: 'story' };
const MOST_PARTS = 10_000;

/** `?scenario=fruit`, with `&part=` and the `&step=` of the story if one likes. */
export function readTypedLink(scenario: string, asked: URLSearchParams): Link | string {
  const [part, step] = [whole(asked.get('part') ?? '1'), whole(asked.get('step') ?? '0')];
  if (part === undefined || part < 0 || part > MOST_PARTS) return 'part is not a number of parts';
  if (step === undefined || step < 0) return 'step is not the number of a step';
  const language = languageIn(asked);
  if (!asked.has('step')) return { form: 'typed', of: { scenario, part }, moment: language };
  // Who names a step goes on by steps.
  const to = { index: step, filter: PLAIN };
  return { form: 'typed', of: { scenario, part }, to, moment: { filter: PLAIN, ...language } };
}
