// Models pkg/kubelet/status/status_manager.go (v1.36)

import { resourceOf } from '../../api/scheme.ts';
import { isStatus, type Status } from '../../api/status.ts';
import type { ContainerStatus, Pod, PodCondition, PodStatus } from '../../api/types/core.ts';
import type { KObject } from '../../api/types/meta.ts';
import { present } from '../../base/assert.ts';
import { slashed } from '../../base/slashed.ts';
import {
  type Context,
  inside,
  Mailbox,
  mergeOrigins,
  type Origin,
  type Process,
  type Table,
} from '../../engine/index.ts';
import { kubelet as kinds } from '../../steps/kubelet.ts';
import { firstInStory } from '../ports/story-scenes.ts';
import type { NodeServices } from './node-services.ts';
import type { StatusRow } from './rows.ts';
import { readyToStart } from './status/conditions.ts';
import { differs, podStatusPatch } from './status/patch.ts';
import { withReadiness, withStarted } from './status/readiness.ts';

const PODS = present(resourceOf('pods'), 'pods');
const SWEEP = 10_000_000;
const NO_STATUSES: readonly ContainerStatus[] = [];
const NO_CONDITIONS: readonly PodCondition[] = [];

interface Entry {
  readonly uid: string;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly subject: string;
  status: PodStatus;
  version: number;
  sent: number;
  /** The newest revision of the object that was met when the status was written. */
  written: number;
  /** Somebody else wrote something else. */
  disputed: boolean;
  origin: Origin;
  queued: boolean;
  /** All is stopped and cleaned up: the object may go when somebody asked for its deletion. */
  finished: boolean;
  /** Nobody asks for it any more. */
  forgotten: boolean;
}

/**
 * Keeps what each pod's status should be and writes it, one pod after another: a GET, then a PATCH of what differs.
 * Models pkg/kubelet/status/status_manager.go (v1.36)
 */
export class StatusManager {
  private readonly entries = new Map<string, Entry>();
  private readonly queue = new Mailbox<Entry>();
  private readonly rows: Table<StatusRow>;
  /** What the table shows, by uid. */
  private readonly shown = new Map<string, Entry>();
  /** Only one failed write at a time arms the sweep. */
  private sweeping = false;

  constructor(
    private readonly services: NodeServices,
    /** The newest version of a pod that the kubelet has heard of. */
    private readonly currentPod: (uid: string) => Pod | undefined,
  ) {
    this.rows = services.engine.viewTable<StatusRow>(`kubelet/${services.node.name}/status`, () =>
      [...this.shown].map(([uid, entry]) => [uid, rowOf(entry)]),
    );
  }

  start(): void {
    this.services.engine.spawn(this.run());
  }

  status(uid: string): PodStatus | undefined {
    return this.entries.get(uid)?.status;
  }

  set(ctx: Context, pod: Pod, status: PodStatus): Context {
    const uid = pod.metadata.uid ?? '';
    const known = this.entries.get(uid);
    if (known !== undefined && !differs(known.status, status)) return ctx;
    const subject = known?.subject ?? subjectOf(pod);
    let running = 0;
    for (const { state } of status.containerStatuses ?? NO_STATUSES) if (state?.running !== undefined) running += 1;
    const ready = isReady(status);
    const set = ctx.step(kinds.statusSet, subject, { phase: status.phase ?? '', ready, running });
    const entry = known ?? this.begin(set, uid, pod, subject, status);
    const { chance } = this.services.env;
    const held = ready && chance !== undefined && !isReady(entry.status) ? chance.readyAt?.(pod) : undefined;
    entry.status = status;
    entry.version += 1;
    this.publish(entry);
    if (held === undefined || held <= ctx.now) this.enqueue(set, entry);
    else this.hold(set, held - ctx.now, (origin) => this.enqueue(origin, entry));
    return set;
  }

  private begin(origin: Origin, uid: string, { metadata }: Pod, subject: string, status: PodStatus): Entry {
    const entry: Entry = {
      uid,
      namespace: metadata.namespace,
      name: metadata.name ?? '',
      subject,
      status,
      version: 0,
      sent: 0,
      written: 0,
      disputed: false,
      origin,
      queued: false,
      finished: false,
      forgotten: false,
    };
    this.entries.set(uid, entry);
    this.shown.set(uid, entry);
    return entry;
  }

  /** The sandbox came up: one condition of what was said last turns True. */
  setReadyToStart(ctx: Context, pod: Pod, time: string): Context {
    const entry = this.entries.get(pod.metadata.uid ?? '');
    if (entry === undefined) return ctx;
    const conditions = readyToStart(entry.status.conditions ?? NO_CONDITIONS, time);
    return this.set(ctx, pod, { ...entry.status, conditions });
  }

  /** A probe has another verdict while the pod's worker is busy. */
  setReadiness(ctx: Context, pod: Pod, container: string, ready: boolean): void {
    const known = this.status(pod.metadata.uid ?? '');
    const told = known === undefined ? undefined : withReadiness(pod, known, container, ready, ctx.now);
    if (told !== undefined) this.set(ctx, pod, told);
  }

  /** So has its startup probe; whether it is ready is for the next sync. */
  setStarted(ctx: Context, pod: Pod, container: string, started: boolean): void {
    const known = this.status(pod.metadata.uid ?? '');
    const told = known === undefined ? undefined : withStarted(known, container, started);
    if (told !== undefined) this.set(ctx, pod, told);
  }

  /** Nothing of the pod is left on the node. */
  finish(ctx: Context, pod: Pod, status: PodStatus): void {
    const set = this.set(ctx, pod, status);
    const entry = this.entries.get(pod.metadata.uid ?? '');
    if (entry === undefined) return;
    const end = (origin: Origin): void => {
      entry.finished = true;
      this.enqueue(origin, entry);
    };
    const held = this.services.env.chance?.goneAt?.(pod);
    if (held === undefined || held <= ctx.now) end(set);
    else this.hold(set, held - ctx.now, end);
  }

  /** Others may have written meanwhile: what is known is compared with the server once more. */
  sayAgain(ctx: Context, { metadata }: Pod): void {
    const entry = this.entries.get(metadata.uid ?? '');
    if (entry !== undefined) this.enqueue(ctx.originOnly(), entry);
  }

  /** A kubelet is who knows: what somebody else wrote over its status is set right by the sweep. */
  heard(ctx: Context, { metadata, status }: Pod): void {
    const entry = this.entries.get(metadata.uid ?? '');
    if (entry === undefined || entry.sent < entry.version || revisionOf(metadata) <= entry.written) return;
    if (!differs(status, entry.status)) return;
    entry.disputed = true;
    this.sweepLater(ctx, entry);
  }

  forget(uid: string): void {
    const entry = this.entries.get(uid);
    if (entry === undefined) return;
    entry.forgotten = true;
    this.entries.delete(uid);
  }

  /** Needs a step. */
  unpublish(uid: string): void {
    this.shown.delete(uid);
    this.rows.delete(uid);
  }

  private hold(ctx: Context, micros: number, act: (origin: Origin) => void): void {
    const origin = ctx.originOnly();
    ctx.after(micros, () => act(origin));
  }

  private enqueue(origin: Origin, entry: Entry): void {
    entry.origin = entry.queued ? mergeOrigins(entry.origin, origin) : origin;
    if (entry.queued) return;
    entry.queued = true;
    this.queue.put(entry);
  }

  private *run(): Process {
    for (;;) {
      const { queue } = this;
      const entry: Entry | undefined = queue.isReady ? queue.tryTake() : yield queue;
      if (entry === undefined) return;
      entry.queued = false;
      if (!entry.forgotten) yield inside(this.sync(this.services.base.from(entry.origin), entry));
    }
  }

  private *sync(ctx: Context, entry: Entry): Process {
    const { client } = this.services;
    const { status, version } = entry;
    const uid = this.writtenTo(entry);
    if (uid === undefined) return;
    const pod = yield* client.get(ctx, PODS, entry.namespace, entry.name);
    if (isStatus(pod)) return this.unread(ctx, entry, pod);
    if (pod.metadata.uid !== uid) return this.missed(entry);
    entry.disputed = false;
    entry.written = revisionOf(pod.metadata);
    const patch = podStatusPatch(uid, pod.status as PodStatus, status);
    if (patch === undefined) ctx.step(kinds.statusUnchanged, entry.subject);
    else {
      const patching = ctx.step(kinds.statusPatch, entry.subject, { changes: changesOf(patch.status) });
      const answer = yield* client.patch(patching, PODS, entry.namespace, entry.name, {
        type: 'strategic',
        body: patch,
        subresource: 'status',
      });
      if (isStatus(answer)) return this.unwritten(patching, entry, answer);
      entry.written = revisionOf(answer.metadata);
      if (isReady(status) && !isReady(pod.status as PodStatus)) this.becameReady(patching, entry);
    }
    entry.sent = version;
    this.publish(entry);
    if (entry.finished && entry.version === version && this.isDeleted(entry, pod)) yield* this.deletePod(ctx, entry);
  }

  /** The uid of the object that has its status; without a mirror there is nothing to write to. */
  private writtenTo({ uid }: Entry): string | undefined {
    const { mirrors } = this.services;
    return mirrors?.has(uid) === true ? mirrors.get(uid) : uid;
  }

  private unread(ctx: Context, entry: Entry, { code = 0, reason }: Status): void {
    ctx.step(kinds.statusRefused, entry.subject, { code, reason: reason ?? '' });
    if (code === 404) this.missed(entry);
    else this.sweepLater(ctx, entry);
  }

  private unwritten(ctx: Context, entry: Entry, { code = 0, reason }: Status): void {
    ctx.step(kinds.statusRefused, entry.subject, { code, reason: reason ?? '' });
    if (code !== 404) this.sweepLater(ctx, entry);
  }

  private becameReady(ctx: Context, { subject }: Entry): void {
    if (firstInStory(this.services.engine, ctx.story, 'ready')) ctx.step(kinds.podReady, subject);
  }

  private isStatic({ uid }: Entry): boolean {
    return this.services.mirrors?.has(uid) === true;
  }

  private isDeleted(entry: Entry, { metadata }: KObject): boolean {
    if (this.isStatic(entry)) return false;
    return (this.currentPod(entry.uid)?.metadata.deletionTimestamp ?? metadata.deletionTimestamp) !== undefined;
  }

  /** The mirror of a pod out of a file comes again. */
  private missed(entry: Entry): void {
    if (!this.isStatic(entry)) this.forget(entry.uid);
  }

  private *deletePod(ctx: Context, entry: Entry): Process {
    const deleting = ctx.step(kinds.deletePod, entry.subject);
    yield* this.services.client.delete(deleting, PODS, entry.namespace, entry.name, {
      gracePeriodSeconds: 0,
      preconditions: { uid: entry.uid },
    });
    this.forget(entry.uid);
  }

  /** What could not be written is tried again by the sweep, or earlier when the status changes again. */
  private sweepLater(ctx: Context, entry: Entry): void {
    if (this.sweeping) return;
    this.sweeping = true;
    const origin = ctx.originOnly();
    ctx.after(SWEEP, () => {
      this.sweeping = false;
      for (const other of this.entries.values())
        if (other === entry || other.disputed || other.sent < other.version) this.enqueue(origin, other);
    });
  }

  private publish(entry: Entry): void {
    if (this.rows.isKept) this.rows.set(entry.uid, rowOf(entry));
  }
}

function revisionOf({ resourceVersion }: Pod['metadata']): number {
  return Number(resourceVersion);
}

function rowOf({ namespace = '', name, status, version, sent }: Entry): StatusRow {
  return {
    pod: slashed(namespace, name),
    phase: status.phase ?? '',
    version,
    sentVersion: sent,
    ready: isReady(status),
    podIP: status.podIP,
    conditions: status.conditions ?? NO_CONDITIONS,
  };
}

export function subjectOf(pod: Pod): string {
  return `pods/${pod.metadata.namespace}/${pod.metadata.name}`;
}

function isReady({ conditions = NO_CONDITIONS }: PodStatus): boolean {
  for (const { type, status } of conditions) if (type === 'Ready' && status === 'True') return true;
  return false;
}

function changesOf(status: { readonly [field: string]: unknown }): string {
  let changes = '';
  for (const field in status) {
    if (field.startsWith('$')) continue;
    changes = changes === '' ? field : `${changes}, ${field}`;
  }
  return changes;
}
