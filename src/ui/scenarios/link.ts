import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import { fnv1a } from '../../base/hash.ts';
import { isFilter } from '../../protocol/filter-check.ts';
import type { Filter, Frame, Place } from '../../protocol/messages.ts';
import { printRun, type RunFile, readRun } from '../../protocol/run-file.ts';
import type { Scenario } from '../../scenarios/index.ts';
import type { Page } from '../public.ts';
import { isOnlyParts } from './progress.ts';

/** A link must not unpack into more than this. */
const MOST_BYTES = 4_000_000;
const DAMAGED = 'the link is damaged or was cut';
/** Links of one's own hand count steps like this, whatever the page shows at first. */
const PLAIN: Filter = { grain: 'step', scope: 'story' };
/** What stands before a packed run: the version of its form and a checksum. */
const RUN = /^#run=(?:(\d+)\.([0-9a-z]+)\.)?(.*)$/s;
const FORM = '2';
/** The parts of a link to a moment of a scenario, without its checksum. */
const FIELDS = ['scenario', 'part', 'at', 'grain', 'scope', 'actor', 'object'] as const;

/** What a link takes along besides the run. */
interface Looked {
  readonly filter: Filter;
  /** The manifests of the editor, the shown one last. */
  readonly files: NonNullable<RunFile['files']>;
}

/**
 * A link to the step at the cursor. Where nothing was done but the scenario's parts it names them, else it holds the
 * whole description of the run. It carries a checksum: what was cut or mistyped on the way shows no other story.
 */
export function linkTo(here: string, frame: Frame, scenario: Scenario | undefined, looked: Looked): string {
  const base = here.replace(/[?#].*$/, '');
  const { filter, files } = looked;
  if (scenario !== undefined) {
    const { inputs } = frame.run;
    if (isOnlyParts(scenario, frame.run) && frame.branches.length <= 1) {
      const { within: _, ...steps } = filter;
      const fields = { scenario: scenario.id, part: `${inputs.length}`, at: `${frame.seq ?? -1}`, ...steps };
      const asked = new URLSearchParams(fields);
      return `${base}?sum=${sumOf(asked)}&${asked}`;
    }
  }
  const text = packed({ run: frame.run, position: frame.seq, filter, files });
  return `${base}#run=${FORM}.${checksum(text)}.${text}`;
}

/** The same of what is on the page now; undefined before there is anything. */
export function linkToNow({ session, viewer, manifests }: Sharing, scenario: Scenario | undefined): string | undefined {
  const { frame } = session.frames.getState();
  if (frame === undefined) return undefined;
  return linkTo(location.href, frame, scenario, { filter: viewer.getState().filter, files: manifests?.() ?? [] });
}

type Sharing = Pick<Page, 'session' | 'viewer' | 'manifests'>;

/** What a link asks for; a text that says why when it cannot be read; undefined when it asks for nothing. */
export function readLink(search: string, hash: string): RunFile | ScenarioPlace | string | undefined {
  const asked = new URLSearchParams(search);
  const scenario = asked.get('scenario');
  const sum = asked.get('sum');
  if (sum !== null || asked.has('at')) {
    return scenario === null || sum !== sumOf(asked) ? DAMAGED : exactPlace(scenario, asked);
  }
  if (scenario !== null) {
    const step = whole(asked.get('step'));
    // Who names a step goes on by steps.
    const to = step === undefined ? {} : { to: { index: step, filter: PLAIN }, filter: PLAIN };
    return { scenario, part: whole(asked.get('part')) ?? 1, ...to };
  }
  const [, form, given, text] = RUN.exec(hash) ?? [];
  if (text === undefined) return hash.length > LONGEST_OTHER ? DAMAGED : undefined;
  if (form === undefined) return unpacked(text);
  if (form !== FORM) return `made for version ${form} of the format`;
  return given === checksum(text) ? unpacked(text) : DAMAGED;
}

/** What follows `#` without being a link is short; a link whose beginning was mistyped is not. */
const LONGEST_OTHER = 40;

export interface ScenarioPlace {
  readonly scenario: string;
  /** How many parts have been done. */
  readonly part: number;
  readonly to?: Place;
  /** The filter that was looked through. */
  readonly filter?: Filter;
}

function exactPlace(scenario: string, asked: URLSearchParams): ScenarioPlace | string {
  const [part, at] = [Number(asked.get('part')), Number(asked.get('at'))];
  const words = ['grain', 'scope', 'actor', 'object'].flatMap((name) => {
    const value = asked.get(name);
    return value === null ? [] : [[name, value]];
  });
  const filter: unknown = Object.fromEntries(words);
  if (!Number.isSafeInteger(part) || !Number.isSafeInteger(at) || !isFilter(filter)) return DAMAGED;
  return { scenario, part, to: { seq: at }, filter };
}

function sumOf(asked: URLSearchParams): string {
  return checksum(JSON.stringify(FIELDS.map((name) => asked.get(name))));
}

function checksum(text: string): string {
  return fnv1a(text).toString(36).padStart(7, '0');
}

function whole(text: string | null): number | undefined {
  return text !== null && /^\d{1,7}$/.test(text) ? Number(text) : undefined;
}

function packed(file: RunFile): string {
  const text = btoa(strFromU8(deflateSync(strToU8(JSON.stringify(JSON.parse(printRun(file)))), { level: 9 }), true));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function unpacked(text: string): RunFile | string {
  try {
    const bytes = strToU8(atob(text.replaceAll('-', '+').replaceAll('_', '/')), true);
    const room = new Uint8Array(MOST_BYTES);
    return readRun(strFromU8(inflateSync(bytes, { out: room })));
  } catch {
    return DAMAGED;
  }
}
