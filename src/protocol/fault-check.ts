import { type Check, inFields, isObject, isWhole } from './check-values.ts';
import type { FaultRates } from './run-description.ts';

/** Delays that a run may change: those of the cluster's latencies. */
export const DELAYS: readonly string[] =
  'network link handler etcdCommit etcdRead etcdWatch informer kubectlStart schedulingCycle controllerSync kubeletSync volumeSetup runPodSandbox cniAdd imageStatus pullImagePerMiB createContainer startContainer stopContainer removeSandbox packetRules cloudBalancer'.split(
    ' ',
  );

const LONGEST_DELAY = 600_000;
/** Two years: longer than a certificate is valid. */
const LARGEST_OFFSET = 63_072_000;
/** A fault that is to end by itself does so within a day. */
const LONGEST_SECONDS = 86_400;

const share: Check = (value) =>
  typeof value === 'number' && value >= 0 && value <= 1000 ? undefined : ' is not a number of a thousand';

const RATES: { readonly [name in keyof FaultRates]-?: Check } = {
  requestErrorPerMille: share,
  lostRequestPerMille: share,
  slowRequestPerMille: share,
  slowRequestMillis: (value) =>
    isWhole(value, 0, LONGEST_DELAY) ? undefined : ` is not a whole number of milliseconds up to ${LONGEST_DELAY}`,
  dropWatchPerMille: share,
};

export function ratesProblem(value: unknown): string | undefined {
  return isObject(value) ? inFields(value, RATES, 'faults') : ' is not a number of a thousand for each name';
}

export function delaysProblem(value: unknown): string | undefined {
  if (!isObject(value)) return ' is not a pair of milliseconds for each name';
  for (const [name, spread] of Object.entries(value)) {
    if (!DELAYS.includes(name)) return ` has ${name}, which is no delay: there are ${DELAYS.join(', ')}`;
    if (!isSpread(spread)) return `.${name} is not a pair of milliseconds, from and to, up to ${LONGEST_DELAY}`;
  }
  return undefined;
}

/** A clock that stands apart from the others, by whole seconds; 0: it does not. */
export const isOffset = (value: unknown): boolean => isWhole(value, -LARGEST_OFFSET, LARGEST_OFFSET);

export function clocksProblem(value: unknown): string | undefined {
  if (!isObject(value)) return ' is not a number of seconds for each name';
  for (const [name, offset] of Object.entries(value))
    if (!isOffset(offset)) return `.${name} is not a whole number of seconds up to ${LARGEST_OFFSET}`;
  return undefined;
}

/** `node-2=90, kube-apiserver=-3600`, in seconds; undefined for anything else. */
export function readClocks(text: string): { readonly [machine: string]: number } | undefined {
  const clocks: { [machine: string]: number } = {};
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '') continue;
    const [, name = '', offset = ''] = /^([\w.-]+)=([+-]?\d{1,9})$/.exec(part) ?? [];
    if (name === '' || !isOffset(Number(offset))) return undefined;
    clocks[name] = Number(offset);
  }
  return clocks;
}

/** A fault as an input of a run, whichever it is; undefined for an input that is none. */
export function isFault({ type, ...fields }: { readonly [field: string]: unknown }): boolean | undefined {
  const { node, member, state, seconds } = fields;
  const isForAWhile = seconds === undefined || isWhole(seconds, 1, LONGEST_SECONDS);
  const isRunning = state === 'running' || state === 'stopped';
  switch (type) {
    case 'api-server':
      return isRunning && isForAWhile;
    case 'kubelet':
      return typeof node === 'string' && isRunning && isForAWhile;
    case 'etcd-member':
      return typeof member === 'string' && (isRunning || (state === 'slow' && isFsync(fields))) && isForAWhile;
    case 'partition':
      return typeof node === 'string' && (state === 'cut' || state === 'whole') && isForAWhile;
    case 'clock':
      return typeof fields.machine === 'string' && isOffset(fields.offsetSeconds) && isForAWhile;
    case 'rates':
      return isObject(fields.faults) && ratesProblem(fields.faults) === undefined && isForAWhile;
    case 'delays':
      return isObject(fields.delays) && delaysProblem(fields.delays) === undefined && isForAWhile;
  }
  return undefined;
}

/** An etcd whose disk takes longer has been given up by everybody. */
const LONGEST_FSYNC = 60_000;

function isFsync({ fsyncMillis }: { readonly fsyncMillis?: unknown }): boolean {
  return fsyncMillis === undefined || isWhole(fsyncMillis, 1, LONGEST_FSYNC);
}

function isSpread(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [from, to] = value;
  return typeof from === 'number' && typeof to === 'number' && 0 <= from && from <= to && to <= LONGEST_DELAY;
}
