import { isDeeper } from '../base/nesting.ts';
import { type Breakpoint, breakpointsIn } from './breakpoint.ts';
import { clusterProblem } from './cluster-check.ts';
import { isFault } from './fault-check.ts';
import { isFilter } from './filter-check.ts';
import type { Pin } from './link/pin.ts';
import { arePins } from './link/pin-check.ts';
import type { Filter } from './messages.ts';
import { type ClusterConfig, LONGEST_NAME, type RecordedInput, type RunDescription } from './run-description.ts';

/** A saved run: its description, where and how it was looked at, and the manifests that lay beside it. */
export interface RunFile {
  readonly run: RunDescription;
  readonly position: number | undefined;
  /** How far its reader had come, where that is not all of it. */
  readonly present?: number | undefined;
  readonly filter?: Filter;
  /** The moments that its reader has pinned. */
  readonly pins?: readonly Pin[];
  /** The manifests of the editor, the shown one last. Those that were applied stand in the inputs, too. */
  readonly files?: readonly { readonly name: string; readonly text: string }[];
  /** Where it is to stop. */
  readonly breakpoints?: readonly Breakpoint[];
}

export function printRun({ run, position, present, filter, pins, files, breakpoints = [] }: RunFile): string {
  const beside = {
    ...(position === undefined ? {} : { position }),
    ...(present === undefined ? {} : { present }),
    ...(filter === undefined ? {} : { filter }),
    ...(pins === undefined || pins.length === 0 ? {} : { pins }),
    ...(files === undefined ? {} : { files }),
    ...(breakpoints.length === 0 ? {} : { breakpoints }),
  };
  return `${JSON.stringify({ kubestep: 'run', ...run, ...beside }, undefined, 2)}\n`;
}

/** Reads what `printRun` wrote; a text that says why when it is something else. */
export function readRun(text: string): RunFile | string {
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(text) as Record<string, unknown>;
  } catch (error) {
    return `not JSON (${(error as Error).message})`;
  }
  if (typeof value !== 'object' || value === null) return 'not a saved run';
  if (value.v !== 1)
    return value.v === undefined ? 'not a saved run' : `made for version ${String(value.v)} of the format`;
  const run = describedRun(value);
  if (typeof run === 'string') return run;
  const { position, present, filter, pins, files } = value;
  const breakpoints = breakpointsIn(value.breakpoints);
  if (filter !== undefined && !isFilter(filter)) return 'filter is not a filter of steps';
  if (pins !== undefined && !arePins(pins)) return 'pins is not a list of pinned moments';
  if (files !== undefined && !areFiles(files)) return 'files is not a list of manifests';
  return {
    run,
    position: isStep(position) ? position : undefined,
    ...(isStep(present) ? { present } : {}),
    ...(filter === undefined ? {} : { filter: filter as Filter }),
    ...(pins === undefined ? {} : { pins }),
    ...(files === undefined ? {} : { files: files as NonNullable<RunFile['files']> }),
    ...(breakpoints.length === 0 ? {} : { breakpoints }),
  };
}

/** The run that a file or a link describes, with each of its fields checked; a text that says which one is wrong. */
export function describedRun(value: { readonly [name: string]: unknown }): RunDescription | string {
  const { build, seed, cluster, inputs, scenario, name } = value;
  if (typeof seed !== 'number' || !Number.isSafeInteger(seed)) return 'seed is not a whole number';
  const problem = clusterProblem(cluster);
  if (problem !== undefined) return problem;
  if (!Array.isArray(inputs)) return 'inputs is not a list';
  const bad = inputs.findIndex((input) => !isInput(input));
  if (bad >= 0) return `inputs[${bad}] is not an input`;
  if (name !== undefined && !isName(name)) return `name is not a text of 1 to ${LONGEST_NAME} characters`;
  return {
    v: 1,
    build: typeof build === 'string' ? build : '',
    seed,
    cluster: cluster as ClusterConfig,
    ...(typeof scenario === 'string' ? { scenario } : {}),
    ...(name === undefined ? {} : { name }),
    inputs: inputs as readonly RecordedInput[],
  };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST_NAME;
}

const isStep = (value: unknown): value is number => Number.isSafeInteger(value);

export function areFiles(value: unknown): boolean {
  return (
    Array.isArray(value) && value.every((file) => typeof file?.name === 'string' && typeof file?.text === 'string')
  );
}

/** With what it is given, and the lists and files in that. */
const LEVELS_OF_AN_INPUT = 4;

function isInput(value: unknown): boolean {
  // What nobody reads must still get to the engine, and back into a file.
  if (isDeeper(value, LEVELS_OF_AN_INPUT)) return false;
  const { afterStep, afterOccurrence, time, input } = (value ?? {}) as Partial<Record<keyof RecordedInput, unknown>>;
  if (![afterStep, afterOccurrence, time].every((number) => typeof number === 'number' && Number.isSafeInteger(number)))
    return false;
  const { command } = (input ?? {}) as { readonly command?: unknown };
  const { type, argv, files, stdin } = (input ?? {}) as {
    type?: unknown;
    argv?: unknown;
    files?: unknown;
    stdin?: unknown;
  };
  if (type === 'interrupt') return Number.isSafeInteger(command);
  if (type === 'answer') {
    const { text } = input as { readonly text?: unknown };
    return Number.isSafeInteger(command) && (text === undefined || typeof text === 'string');
  }
  if (type === 'hang-up') return Number.isSafeInteger((input as { readonly request?: unknown }).request);
  if (type === 'request') return isRequest(input as { readonly [field: string]: unknown });
  if (type === 'packet') return isPacket(input as { readonly [field: string]: unknown });
  if (type === 'cut-watch' || type === 'index' || type === 'look-up')
    return isOfInformer(type, input as { readonly [field: string]: unknown });
  const fault = isFault((input ?? {}) as { readonly [field: string]: unknown });
  if (fault !== undefined) return fault;
  const { beside } = input as { readonly beside?: unknown };
  if (beside !== undefined && typeof beside !== 'boolean') return false;
  if (type === 'etcdctl') return areWords(argv) && (stdin === undefined || typeof stdin === 'string');
  if (type === 'line' && typeof (input as { readonly line?: unknown }).line !== 'string') return false;
  return (
    (type === 'line' || (type === 'kubectl' && areWords(argv))) &&
    typeof files === 'object' &&
    files !== null &&
    Object.values(files).every((text) => typeof text === 'string') &&
    (stdin === undefined || typeof stdin === 'string')
  );
}

const INFORMER_WORDS = { 'cut-watch': [], index: ['index', 'path'], 'look-up': ['index', 'value'] } as const;

function isOfInformer(type: keyof typeof INFORMER_WORDS, input: { readonly [field: string]: unknown }): boolean {
  return ['informer', ...INFORMER_WORDS[type]].every((field) => typeof input[field] === 'string');
}

const METHODS: readonly unknown[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function isRequest({ method, path, user, ...more }: { readonly [field: string]: unknown }): boolean {
  const texts = [more.accept, more.contentType, more.body].every(
    (each) => each === undefined || typeof each === 'string',
  );
  return METHODS.includes(method) && typeof path === 'string' && typeof user === 'string' && texts;
}

function isPacket({ from, to, port, protocol }: { readonly [field: string]: unknown }): boolean {
  const words = typeof from === 'string' && typeof to === 'string';
  return words && Number.isSafeInteger(port) && (protocol === 'tcp' || protocol === 'udp');
}

function areWords(value: unknown): boolean {
  return Array.isArray(value) && value.every((word) => typeof word === 'string');
}
