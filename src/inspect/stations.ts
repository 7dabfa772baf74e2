import type { Step } from '../engine/index.ts';
import type { Phrase, StationView } from '../protocol/views.ts';
import { apiserver } from '../steps/apiserver.ts';
import { SERVER_STATIONS, type Station, type StepArgs } from '../steps/define.ts';
import { etcd } from '../steps/etcd.ts';
import type { RequestRecord } from './request-index.ts';
import type { Snapshot } from './snapshot.ts';

const REFUSALS: ReadonlySet<string> = new Set([
  apiserver.unauthenticated.name,
  apiserver.overloaded.name,
  apiserver.forbidden.name,
  apiserver.decodeFailed.name,
  apiserver.mutationFailed.name,
  apiserver.rejected.name,
  etcd.compareFailed.name,
]);
/** Validation looks at every field and then tells what it found: that it ran is not yet that the object is valid. */
const VALIDATED = apiserver.validated.name;
const ANSWERED = apiserver.responded.name;
/** What the server's own code for HTTP refuses before it looks for the object: how the body is written, or how much of it. */
const UNREADABLE: ReadonlySet<unknown> = new Set([400, 406, 413, 415]);
/** There is little room under a station: how callers prove who they are, who allowed them, and media types of patches. */
const SHORT: ReadonlyMap<unknown, string> = new Map([
  ['serviceaccount', 'SA token'],
  ['static-token', 'token'],
  ['strategic-merge-patch+json', 'strategic'],
  ['merge-patch+json', 'JSON merge'],
  ['json-patch+json', 'JSON'],
  ['apply-patch+yaml', 'apply'],
  ['privileged groups', 'group'],
]);
/** Of mutating admission: by how many plugins the object was changed. */
const CHANGED = ['apiserver.mutated.none', 'apiserver.mutated.one'] as const;
/** What becomes of an object is said in the reader's language. */
const PREPARED: ReadonlyMap<unknown, string> = new Map([
  ['create', 'create'],
  ['update', 'update'],
  ['update status', 'status'],
  ['update scale', 'scale'],
  ['bind', 'bind'],
  ['evict', 'evict'],
  ['remove', 'remove'],
  ['mark for deletion', 'marked'],
]);

/** What a short phrase about a step is filled with. */
export function shortArgs(args: StepArgs): StepArgs {
  const { method, type, authorizer } = args;
  const [by, what, who] = [SHORT.get(method), SHORT.get(type), SHORT.get(authorizer)];
  if (by === undefined && what === undefined && who === undefined) return args;
  return { ...args, method: by ?? method, type: what ?? type, authorizer: who ?? authorizer };
}

/** The log of one request up to the cursor, a verdict under each station it has passed. */
export function trunkOf(snapshot: Snapshot, record: RequestRecord | undefined, live: boolean): readonly StationView[] {
  const passed = record === undefined ? new Map<Station, Verdict>() : verdictsOn(snapshot, record);
  const here = live ? (snapshot.step?.kind as { readonly station?: Station } | undefined)?.station : undefined;
  return SERVER_STATIONS.map((id): StationView => {
    const found = passed.get(id);
    const state = found?.refused === true ? 'refused' : id === here ? 'now' : found === undefined ? 'quiet' : 'passed';
    return { id, state, verdict: found?.verdict };
  });
}

interface Verdict {
  readonly verdict: Phrase;
  readonly refused: boolean;
}

/** What was said of a request at each station that it has passed. */
function verdictsOn(snapshot: Snapshot, record: RequestRecord): ReadonlyMap<Station, Verdict> {
  const { journal, requests, cursor } = snapshot;
  const passed = new Map<Station, Verdict>();
  const changers = new Set<string>();
  for (const seq of requests.stepsOf(record, cursor.position)) {
    const step = journal.step(seq);
    const station = (step.kind as { readonly station?: Station }).station;
    if (station === undefined || step.kind.name === ANSWERED) continue;
    if (step.kind === apiserver.mutated && step.args.changed !== '') changers.add(String(step.args.plugin));
    const args = station === 'mutating-admission' ? { ...step.args, plugins: changers.size } : step.args;
    const isChange = station === 'mutating-admission' && !isRefusal(step);
    const key = (isChange ? CHANGED[changers.size] : undefined) ?? verdictKey(step);
    const refused = isRefusal(step) || (passed.get(station)?.refused ?? false);
    passed.set(station, { verdict: { key, args: shortArgs(args) }, refused });
  }
  const failure = failureOf(snapshot, record);
  if (failure !== undefined && !SERVER_STATIONS.some((id) => passed.get(id)?.refused === true)) {
    const { code, verdict } = failure;
    // To hear that something is not there is an answer: whoever reads wanted to know.
    const refused = !(code === 404 && isRead(record.verb));
    passed.set(UNREADABLE.has(code) ? 'decode' : 'registry', { verdict, refused });
  }
  return passed;
}

/** How a request failed, once it is answered: also where no station says so itself, as when the registry finds nothing. */
function failureOf(
  { journal, requests, cursor }: Snapshot,
  record: RequestRecord,
): { readonly code: number; readonly verdict: Phrase } | undefined {
  const last = requests.stepsOf(record, cursor.position).findLast((seq) => journal.kindOf(seq).name === ANSWERED);
  const code = last === undefined ? undefined : journal.step(last).args.code;
  if (typeof code !== 'number' || code < 400) return undefined;
  return { code, verdict: { key: 'apiserver.answered', args: { code } } };
}

function isRead(verb: string | undefined): boolean {
  return verb === 'get' || verb === 'list' || verb === 'watch';
}

function isRefusal({ kind, args }: Pick<Step, 'kind' | 'args'>): boolean {
  return REFUSALS.has(kind.name) || isInvalid(kind.name, args);
}

function isInvalid(kind: string, args: StepArgs): boolean {
  return kind === VALIDATED && args.errors !== 0;
}

/** One kind of step may have several verdicts. */
export function verdictKey({
  kind,
  args,
}: {
  readonly kind: { readonly name: string };
  readonly args: StepArgs;
}): string {
  if (isInvalid(kind.name, args)) return `${kind.name}.not`;
  const special = kind === apiserver.prepared ? PREPARED.get(args.operation) : undefined;
  if (special !== undefined) return `${kind.name}.${special}`;
  return kind === apiserver.fetched && args.from === 'cache' ? 'apiserver.fetched.cache' : kind.name;
}
