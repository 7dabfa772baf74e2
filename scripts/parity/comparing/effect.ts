import { ballastOf } from '../recordings/agreement.ts';
import type { Facts, Pod } from '../recordings/facts.ts';
import { answeredObject, isEvent, regarding, type Write } from '../recordings/history.ts';
import { isObject, type Json, type JsonObject, listAt, textAt } from '../recordings/json.ts';
import type { Leaves, Normaliser } from './normalise.ts';

/** One leaf that a write changed. `undefined` is absence. */
export interface Change {
  readonly old: string | undefined;
  readonly now: string | undefined;
}
export type Effect = ReadonlyMap<string, Change>;

/** A write in common words, ready to be compared with one of another recording. */
export interface CommonWrite {
  readonly write: Write;
  readonly user: string;
  /** `pods default/x`: what was written to; for an event what it is about. */
  readonly object: string;
  /** `patch status`, `create`, `create binding` … */
  readonly action: string;
  readonly isStatus: boolean;
  readonly isEvent: boolean;
  /** Everything about the request but its body. */
  readonly head: Leaves;
  readonly request: Leaves;
  readonly effect: Effect;
  /** The state before is not in the recording: the effect is the whole state after. */
  readonly whole: Leaves | undefined;
  readonly wholeAfter: Leaves;
}

function diffLeaves(before: Leaves, after: Leaves): Effect {
  const changes = new Map<string, Change>();
  for (const [path, now] of after) {
    const old = before.get(path);
    if (old !== now) changes.set(path, { old, now });
  }
  for (const [path, old] of before) {
    if (!after.has(path)) changes.set(path, { old, now: undefined });
  }
  return changes;
}

const NONE: Leaves = new Map();

/** Turns writes into common words; states that several writes share are flattened once. */
export class Commoner {
  private readonly states = new Map<JsonObject, Leaves>();

  constructor(
    private readonly facts: Facts,
    private readonly normaliser: Normaliser,
  ) {}

  state(object: JsonObject, subject: Pod | undefined): Leaves {
    let leaves = this.states.get(object);
    if (leaves === undefined) {
      leaves = this.normaliser.leaves(withoutVersion(object), subject);
      this.states.set(object, leaves);
    }
    return leaves;
  }

  write(write: Write): CommonWrite {
    const { entry } = write;
    const subject = this.facts.pods.get(write.podName);
    const text = (value: string | undefined) => this.normaliser.text(value, subject);
    const head = new Map<string, string>();
    head.set('code', String(entry.code));
    head.set('resource', entry.resource);
    head.set('uri', text(entry.uri));
    head.set('groups', (entry.groups ?? []).join(' '));
    head.set('ua', text(entry.ua));
    for (const [key, values] of Object.entries(entry.userExtra ?? {})) head.set(`extra ${key}`, text(values.join(' ')));
    for (const [key, value] of Object.entries(entry.annotations ?? {})) head.set(`annotation ${key}`, text(value));
    const add = (prefix: string, body: Json | undefined) => {
      for (const [path, value] of this.normaliser.leaves(body, subject)) head.set(`${prefix}.${path}`, value);
    };
    if (entry.code >= 300) add('failure', entry.failure);
    if (answeredObject(entry) === undefined && entry.subresource !== 'token') add('answer', answerOf(entry));
    if (isEvent(entry)) head.set('target', text(`${entry.namespace ?? ''}/${entry.name}`));
    const after = this.after(write, subject);
    const known = write.before !== 'unknown';
    const whole = write.before === 'absent' || write.before === 'unknown' ? NONE : this.state(write.before, subject);
    const before = saysOnlyMetadata(write) ? ofMetadata(whole) : whole;
    const effect = new Map(after === NONE ? [] : diffLeaves(before, after));
    if (write.deleted) effect.set('(deleted)', { old: undefined, now: 'true' });
    return {
      write,
      user: text(entry.user),
      object: this.objectOf(write, subject),
      action: entry.subresource ? `${entry.verb} ${entry.subresource}` : entry.verb,
      isStatus: entry.subresource === 'status' && entry.code < 300,
      isEvent: isEvent(entry),
      head,
      request: withoutBallast(entry, this.normaliser.leaves(entry.request, subject)),
      effect,
      whole: known || write.deleted || after === NONE ? undefined : after,
      wholeAfter: after,
    };
  }

  private after(write: Write, subject: Pod | undefined): Leaves {
    if (write.deleted) {
      // What goes away with an object was put there by other writes; its last state is compared when the answer has it.
      const last = answeredObject(write.entry);
      return last === undefined || write.before === 'unknown' ? NONE : this.state(last, subject);
    }
    if (write.after !== undefined) return this.state(write.after, subject);
    if (write.answer !== undefined) return this.state(write.answer, subject);
    // Nothing in etcd, but an answer all the same: tokens, reviews, dry runs.
    const { response, subresource, code } = write.entry;
    return subresource === 'token' && code < 300 ? this.normaliser.leaves(response, subject) : NONE;
  }

  private objectOf(write: Write, subject: Pod | undefined): string {
    const { entry } = write;
    const place = (namespace: string | undefined, name: string) =>
      this.normaliser.text(namespace ? `${namespace}/${name}` : name, subject);
    if (isEvent(entry)) {
      const about = regarding(entry);
      if (about === undefined) return `event ${place(entry.namespace, entry.name)}`;
      return `event about ${textAt(about, 'kind')} ${place(textAt(about, 'namespace'), textAt(about, 'name'))}`;
    }
    if (entry.subresource === 'token' && subject !== undefined) {
      return `token of ${place(entry.namespace, entry.name)} for ${place(undefined, subject.name)}`;
    }
    const name = entry.name || `${textAt(entry.request, 'metadata', 'generateName')}<none>`;
    return `${entry.resource} ${place(entry.namespace, name)}`;
  }
}

/** Who asks only for metadata is answered so: the rest is not gone. */
function saysOnlyMetadata({ entry }: Write): boolean {
  return textAt(answeredObject(entry), 'kind') === 'PartialObjectMetadata';
}

function ofMetadata(leaves: Leaves): Leaves {
  return new Map([...leaves].filter(([path]) => /^(metadata|managedFields)\b/.test(path)));
}

/** Of what went with a namespace the names are told: how far each object had come is compared where it was written. */
function answerOf({ verb, user, response }: Write['entry']): Json | undefined {
  if (verb !== 'deletecollection' || !user.endsWith(':namespace-controller') || !isObject(response)) return response;
  if (textAt(response, 'kind').includes('Event')) return { kind: 'EventList' };
  const items = listAt(response, 'items').map((item) => ({ metadata: { name: textAt(item, 'metadata', 'name') } }));
  return response.items === undefined ? response : { ...response, items };
}

/** Revisions differ in every run and in every write. */
function withoutVersion(object: JsonObject): JsonObject {
  const metadata = object.metadata as JsonObject | undefined;
  return metadata === undefined ? object : { ...object, metadata: { ...metadata, resourceVersion: '<rv>' } };
}

/** Several effects one after another, as one. */
export function composeEffects(effects: readonly Effect[]): Effect {
  if (effects.length === 1) return effects[0] ?? new Map();
  const changes = new Map<string, Change>();
  for (const effect of effects) {
    for (const [path, change] of effect) {
      const earlier = changes.get(path);
      const old = earlier === undefined ? change.old : earlier.old;
      if (old === change.now) changes.delete(path);
      else changes.set(path, { old, now: change.now });
    }
  }
  return changes;
}

/** Several patches one after another, as one; of full objects the last one counts. */
export function composeRequests(writes: readonly CommonWrite[]): Leaves {
  const last = writes[writes.length - 1];
  if (last === undefined) return NONE;
  if (writes.length === 1 || !last.action.startsWith('patch')) return last.request;
  const merged = new Map<string, string>();
  for (const write of writes) {
    for (const [path, value] of write.request) {
      const before = path.endsWith('#order') && !path.includes('$') ? merged.get(path) : undefined;
      merged.set(path, before === undefined ? value : [...new Set(`${before} ${value}`.split(' '))].join(' '));
    }
  }
  return merged;
}

/**
 * An update of a status brings the spec along as the writer's cache had it, and the other way round: the server does not
 * look at it. Whether it is what the writer had read, `agreement.ts` asks.
 */
function withoutBallast(entry: Write['entry'], leaves: Leaves): Leaves {
  const part = ballastOf(entry);
  if (part === undefined) return leaves;
  const isBallast = (path: string) =>
    path.startsWith(`${part}.`) ||
    (path === 'metadata.generation' && (part === 'spec' || entry.resource === 'replicasets.apps'));
  return new Map([...leaves].filter(([path]) => !isBallast(path)));
}
