import { ADMISSION_TABLE, type AdmissionRow } from '../../cluster/apiserver/admission/rows.ts';
import { DELTA_TABLES, INDEXER_TABLES, type QueueRow } from '../../cluster/clientgo/rows.ts';
import { KEYS_TABLE } from '../../cluster/etcd/rows.ts';
import { CACHE_TABLE, COMMANDS_TABLE, type CommandRow } from '../../cluster/kubectl/session/rows.ts';
import { CHAIN_TABLES } from '../../cluster/network/iptables/rows.ts';
import { RAW_REQUESTS_TABLE, type RawRequestRow } from '../../cluster/ports/raw-requests.ts';
import type { Delta, Step } from '../../engine/index.ts';
import type { RequestView } from '../../protocol/request-view.ts';
import type { StepDetailView } from '../../protocol/views.ts';
import { apiserver } from '../../steps/apiserver.ts';
import { etcd } from '../../steps/etcd.ts';
import type { KindName } from '../../steps/index.ts';
import { beatView } from '../beats/beat-view.ts';
import { diffValues } from '../diff.ts';
import { manifestPart } from '../manifest-part.ts';
import { answerLines, outputLines } from '../output-lines.ts';
import type { RequestRecord } from '../request-index.ts';
import { ruleLines } from '../rule-lines.ts';
import type { Snapshot } from '../snapshot.ts';
import { shownEffects, tellingChain } from '../why.ts';

const MOST_CAUSES = 6;
const MOST_EFFECTS = 6;

/** The step at the cursor: whose request it belongs to, what it read and wrote, what caused it and what it caused. */
export function stepView(snapshot: Snapshot): StepDetailView | undefined {
  const { step } = snapshot;
  if (step === undefined) return undefined;
  const record = snapshot.requests.of(step.seq);
  return {
    step: snapshot.view(step.seq),
    request: record === undefined ? undefined : requestView(snapshot, record, step.seq),
    reads: step.reads.map(({ table, key, version }) => ({ table, key, version, writer: undefined })),
    writes: snapshot.deltas.map(({ table, key, before, after }) => ({
      table: snapshot.tableName(table),
      key,
      op: before === undefined ? ('add' as const) : after === undefined ? ('remove' as const) : ('change' as const),
    })),
    diff: stepDiff(snapshot),
    first: snapshot.scenes.isFirstOfKind(step.seq),
    causes: shownCauses(snapshot, step.seq).map((seq) => snapshot.view(seq)),
    effects: effectsToShow(snapshot, step.seq, record).map((seq) => snapshot.view(seq)),
    manifest: manifestPart(snapshot, step, record),
    ...beatAt(snapshot, step.seq),
  };
}

const MOST_BESIDE = 40;

function beatAt(snapshot: Snapshot, seq: number): Pick<StepDetailView, 'beat' | 'beside'> {
  const { filter } = snapshot.index;
  if (snapshot.journal.storyOf(seq) < 0 || (filter.grain !== 'beat' && filter.within === undefined)) return {};
  const { beats, journal } = snapshot;
  const place = filter.within === undefined ? beats.placeOf(seq) : beats.placeAt(filter.within);
  const beat = beatView(beats, journal, place);
  // Who follows an object stands at folded beats, too: these have no other.
  const isOther = filter.object !== undefined && filter.within === undefined && beat?.seq !== seq;
  if (beat === undefined || isOther) return {};
  const beside = beat.seq === seq ? beat.folded.flatMap(({ members }) => members) : [];
  return { beat, beside: beside.slice(0, MOST_BESIDE).map((at) => snapshot.view(at)) };
}

/** What the step caused; inside a request, where one handler simply follows another, the one that follows. */
function effectsToShow(snapshot: Snapshot, seq: number, record: RequestRecord | undefined): readonly number[] {
  const { journal, index, requests } = snapshot;
  const isShown = (at: number) => index.indexOf(at) !== undefined;
  const effects = shownEffects(journal, seq, isShown, MOST_EFFECTS);
  if (effects.length > 0 || record === undefined) return effects;
  return requests
    .stepsOf(record, record.lastStep)
    .filter((at) => at > seq && isShown(at))
    .slice(0, 1);
}

/** Causes that one can go to: what the filter hides is passed over, unless everything is hidden. */
function shownCauses(snapshot: Snapshot, seq: number): readonly number[] {
  const causes = tellingChain(snapshot.journal, seq).slice(1);
  const shown = causes.filter((at) => snapshot.index.indexOf(at) !== undefined);
  return (shown.length > 0 ? shown : causes).slice(0, MOST_CAUSES);
}

/** The change that matters most to a reader: the stored object's, else the first table row that changed. */
export function stepDiff(snapshot: Snapshot): StepDetailView['diff'] {
  const [stored] = snapshot.changesOf(KEYS_TABLE);
  if (stored !== undefined) return diffValues(stored.before?.value, stored.after?.value);
  const first = snapshot.deltas[0];
  if (first === undefined) return [];
  const name = snapshot.tableName(first.table);
  if (CHAIN_TABLES.IPv4.has(name)) return ruleLines(snapshot.deltas.filter(({ table }) => table === first.table));
  if (name === COMMANDS_TABLE && first.after !== undefined) return newOutput(first);
  if (name === RAW_REQUESTS_TABLE && first.after !== undefined)
    return answerLines(first.before as RawRequestRow | undefined, first.after as RawRequestRow);
  // A copy of an answer of the server's is no change of anything: its row is told below.
  if (name === CACHE_TABLE) return [];
  if (name === ADMISSION_TABLE) return admissionDiff(first.after as AdmissionRow);
  return diffValues(known(snapshot, first), objectOf(first.after));
}

function newOutput({ before, after }: Delta): StepDetailView['diff'] {
  return outputLines(before as CommandRow | undefined, after as CommandRow).filter(({ op }) => op !== 'same');
}

/** What an admission plugin made of the object. */
export function admissionDiff({ before, object }: AdmissionRow): StepDetailView['diff'] {
  return diffValues(before, object);
}

/** Rows of caches and queues wrap the object that they are about. */
function objectOf(row: unknown): unknown {
  const { object } = (row ?? {}) as { readonly object?: unknown };
  return typeof object === 'object' ? object : row;
}

/** What a reader compares a row with: its own past, or, for an event that has just arrived, what the client's cache still holds. */
function known(snapshot: Snapshot, { table, before, after }: Delta): unknown {
  const name = snapshot.tableName(table);
  const informer = DELTA_TABLES.oneOf(name);
  if (before !== undefined || informer === undefined) return objectOf(before);
  return snapshot.table(INDEXER_TABLES.of(informer)).get((after as QueueRow).key);
}

/** A request as its own steps up to the cursor tell it. */
export function requestView(snapshot: Snapshot, record: RequestRecord, until: number): RequestView {
  const { journal, requests } = snapshot;
  const steps = requests.stepsOf(record, until).map((seq) => journal.step(seq));
  const received = steps[0];
  const authenticated = argsOf(steps, apiserver.authenticated.name);
  const applied = argsOf(steps, etcd.applied.name);
  const responded = argsOf(steps, apiserver.responded.name);
  const [path = ''] = String(received?.args.path ?? '').split('?');
  return {
    id: record.received,
    actor: record.client,
    user: text(authenticated?.user),
    groups: text(authenticated?.groups)
      .split(',')
      .map((group) => group.trim())
      .filter((group) => group !== ''),
    agent: text(received?.args.userAgent),
    method: text(received?.args.method),
    verb: text(received?.args.verb),
    resource: resourceOf(path),
    path: text(received?.args.path),
    subject: named(
      steps.findLast(({ subject }) => subject !== '')?.subject ?? record.subject,
      text(received?.args.verb),
    ),
    enteredAt: snapshot.sinceStart(record.startTime),
    code: typeof responded?.code === 'number' ? responded.code : undefined,
    revision: typeof applied?.revision === 'number' ? applied.revision : undefined,
  };
}

/** An object that is being created has no name in its path: `pods/default` becomes `pods/default/`, a subject with an empty name. */
function named(subject: string, verb: string): string {
  return verb === 'create' && subject.split('/').length === 2 && !subject.endsWith('/') ? `${subject}/` : subject;
}

function argsOf(steps: readonly Step[], kind: KindName): Step['args'] | undefined {
  return steps.findLast((step) => step.kind.name === kind)?.args;
}

function text(value: unknown): string {
  return value === undefined ? '' : String(value);
}

/** `pods`, `pods/status`, or the path itself when it names no resource. */
function resourceOf(path: string): string {
  const match =
    /^\/(?:api\/[^/]+|apis\/[^/]+\/[^/]+)(?:\/namespaces\/[^/]+(?=\/))?\/([^/]+)(?:\/([^/]+)(?:\/([^/]+))?)?/.exec(
      path,
    );
  if (match === null) return path;
  const [, resource = '', , subresource] = match;
  return subresource === undefined ? resource : `${resource}/${subresource}`;
}
