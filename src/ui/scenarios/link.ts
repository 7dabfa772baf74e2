import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import type { Frame } from '../../protocol/messages.ts';
import { printRun, type RunFile, readRun } from '../../protocol/run-file.ts';
import type { Scenario } from '../../scenarios/index.ts';
import { progressOf } from './progress.ts';

/** A link must not unpack into more than this. */
const MOST_BYTES = 4_000_000;

/**
 * A link to the step at the cursor. Where nothing was done but the scenario's parts it names them, else it holds the
 * whole description of the run.
 */
export function linkTo(here: string, frame: Frame, scenario: Scenario | undefined): string {
  const base = here.replace(/[?#].*$/, '');
  if (scenario !== undefined) {
    const { begins } = progressOf(scenario, frame);
    if (begins.length === frame.run.inputs.length && frame.branches.length <= 1) {
      return `${base}?scenario=${scenario.id}&part=${begins.length}&step=${frame.index}`;
    }
  }
  return `${base}#run=${packed({ run: frame.run, position: frame.seq })}`;
}

/** What a link asks for; a text that says why when it cannot be read; undefined when it asks for nothing. */
export function readLink(search: string, hash: string): RunFile | ScenarioPlace | string | undefined {
  const asked = new URLSearchParams(search);
  const scenario = asked.get('scenario');
  if (scenario !== null) return { scenario, part: whole(asked.get('part')) ?? 1, step: whole(asked.get('step')) };
  const run = /^#run=(.*)$/.exec(hash)?.[1];
  return run === undefined ? undefined : unpacked(run);
}

export interface ScenarioPlace {
  readonly scenario: string;
  /** How many parts have been done. */
  readonly part: number;
  /** As the transport counts steps. */
  readonly step: number | undefined;
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
    return 'the link is damaged or was cut';
  }
}
