import { DAMAGED, type Link } from './link.ts';
import { printRunLink, readRunLink } from './run-form.ts';
import {
  isWrittenByProgram,
  languageIn,
  printScenarioLink,
  readNumberedLink,
  readScenarioLink,
  readTypedLink,
} from './scenario-form.ts';

export type { Anchor, FoundAnchor } from './anchor.ts';
export type { Link, LinkedFile, LinkedPlace, LinkedRun, LinkedScenario, Moment } from './link.ts';

const RUN = '#run=';
/** What follows `#` without being a link is short; a link whose beginning was mistyped is not. */
const LONGEST_OTHER = 40;
/** Whoever counts clicks adds something shorter to an address. */
const LONGEST_TRACE = 300;
/** What was behind `#` and has come before it. */
function isOfRun([name, value]: readonly [string, string]): boolean {
  return name === 'run' || name.length > LONGEST_OTHER || !/^[\w.-]+$/.test(name) || value.length > LONGEST_TRACE;
}

/** `v=2` with a character that is another one, or too many: whoever counts clicks has longer names or longer values. */
function isVersionMistyped([name, value]: readonly [string, string]): boolean {
  return name.length <= 3 && value.length <= 2;
}

/** What is left of a link behind `#`, where a place on a page would be one short word. */
function isOfDamaged(hash: string): boolean {
  return hash.length > LONGEST_OTHER || /[=&#]/.test(hash.slice(1)) || (hash.length > 1 && RUN.startsWith(hash));
}

/** The query of a link that holds a run behind `#`: where that was cut, one sees that something was there. */
const RUN_FOLLOWS = 'v=2';

/** The address of a link, from the address of the page. */
export function writeLink(page: string, link: Pick<Link, 'of' | 'to' | 'moment'>): string {
  const base = page.replace(/[?#].*$/s, '');
  if ('scenario' in link.of) return `${base}?${printScenarioLink(link.of, link)}`;
  const { language } = link.moment;
  const query = language === undefined ? RUN_FOLLOWS : `${RUN_FOLLOWS}&lang=${language}`;
  return `${base}?${query}#${printRunLink(link.of, link)}`;
}

/** What an address asks for; a text that says why when it cannot be read; undefined when it asks for nothing. */
export function readLink({
  search,
  hash,
}: {
  readonly search: string;
  readonly hash: string;
}): Link | string | undefined {
  const asked = new URLSearchParams(search);
  if (hash.startsWith(RUN)) {
    const link = readRunLink(hash.slice(RUN.length));
    if (typeof link === 'string') return link;
    return { ...link, moment: { ...link.moment, ...languageIn(asked) } };
  }
  if (isOfDamaged(hash)) return DAMAGED;
  if (asked.has('v')) return readScenarioLink(asked);
  if (asked.has('sum') || asked.has('at')) return readNumberedLink(asked);
  if (isWrittenByProgram(asked) || [...asked].some(isOfRun) || [...asked].some(isVersionMistyped)) return DAMAGED;
  const scenario = asked.get('scenario');
  if (scenario === '') return DAMAGED;
  return scenario === null ? undefined : readTypedLink(scenario, asked);
}
