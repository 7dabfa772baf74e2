// Models pkg/kubelet/status/status_manager.go (v1.36)

import { isStatus, type Status } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { ContainerStatus, Pod, PodCondition, PodStatus } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { present } from '../../../base/assert.ts';
import { slashed } from '../../../base/slashed.ts';
import { SECOND } from '../../../base/time/units.ts';
import { type Context, Mailbox, mergeOrigins, type Origin, type Process, type Table } from '../../../engine/index.ts';
import { kubelet as kinds } from '../../../steps/kubelet.ts';
import { lasting } from '../../ports/panic.ts';
import { podSubject } from '../../ports/subject.ts';
import type { NodeServices } from '../node/services.ts';
import { STATUS_TABLES, type StatusRow } from '../pods/rows.ts';
import type { StatusEntry as Entry, StatusHolder } from '../pods/status-entry.ts';
import { readyToStart } from './conditions.ts';
import { differs, podStatusPatch } from './patch.ts';
import { withReadiness, withStarted } from './readiness.ts';

const PODS = present(resourceOf('pods'), 'pods');
const SWEEP = 10 * SECOND;
const NO_STATUSES: readonly ContainerStatus[] = [];
const NO_CONDITIONS: readonly PodCondition[] = [];

/**
 * Keeps what each pod's status should be and writes it, one pod after another: a GET, then a PATCH of what differs.
 * Models pkg/kubelet/status/status_manager.go (v1.36)
 */
export class StatusManager {
  /** Also what is forgotten, as long as the table shows it. */
  private readonly entries = new Set<Entry>();
  private readonly queue = new Mailbox<Entry>();
  private readonly rows: Table<StatusRow>;
  /** Only one failed write at a time arms the sweep. */
  private sweeping = false;

  constructor(
    private readonly services: NodeServices,
    /** The newest version of a pod that the kubelet has heard of. */
    private readonly currentPod: (uid: string) => Pod | undefined,
  ) {
    this.rows = services.engine.viewTable(STATUS_TABLES.of(services.node.name), () =>
      [...this.entries].map((entry) => [entry.of.uid, rowOf(entry)]),
    );
  }

  start(): void {
    const { engine } = this.services;
    engine.spawn(lasting(engine, () => this.run()));
  }

  set(ctx: Context, holder: StatusHolder, status: PodStatus): Context {
    const known = holder.said;
    if (known !== undefined && !differs(known.status, status)) return ctx;
    let running = 0;
    for (const { state } of status.containerStatuses ?? NO_STATUSES) if (state?.running !== undefined) running += 1;
    const ready = isReady(status);
    const set = ctx.step(
      kinds.statusSet,
      holder.subject,
      ctx.isRecorded && { phase: status.phase ?? '', ready, running },
    );
    const entry = known ?? this.begin(set, holder, status);
    const { chance } = this.services.env;
    const held = ready && chance !== undefined && !isReady(entry.status) ? chance.readyAt?.(holder.pod) : undefined;
    entry.status = status;
    entry.version += 1;
    this.publish(entry);
    if (held === undefined || held <= ctx.now) this.enqueue(set, entry);
    else this.hold(set, held, (origin) => this.enqueue(origin, entry));
    return set;
  }

  /** What the pod's object says of it was said before the run began. */
  found(origin: Origin, holder: StatusHolder): void {
    const entry = this.begin(origin, holder, holder.pod.status);
    this.publish(entry);
  }

  private begin(origin: Origin, holder: StatusHolder, status: PodStatus): Entry {
    const entry: Entry = {
      of: holder,
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
    if (holder.entry !== undefined) this.entries.delete(holder.entry);
    holder.entry = entry;
    this.entries.add(entry);
    return entry;
  }

  /** The sandbox came up: one condition of what was said last turns True. */
  setReadyToStart(ctx: Context, holder: StatusHolder, time: string): Context {
    const { said } = holder;
    if (said === undefined) return ctx;
    const conditions = readyToStart(said.status.conditions ?? NO_CONDITIONS, time);
    return this.set(ctx, holder, { ...said.status, conditions });
  }

  /** A probe has another verdict while the pod's worker is busy. */
  setReadiness(ctx: Context, holder: StatusHolder, container: string, ready: boolean): void {
    const known = holder.said?.status;
    const told = known === undefined ? undefined : withReadiness(holder.pod, known, container, ready, ctx.wall);
    if (told !== undefined) this.set(ctx, holder, told);
  }

  /** So has its startup probe; whether it is ready is for the next sync. */
  setStarted(ctx: Context, holder: StatusHolder, container: string, started: boolean): void {
    const known = holder.said?.status;
    const told = known === undefined ? undefined : withStarted(known, container, started);
    if (told !== undefined) this.set(ctx, holder, told);
  }

  /** Nothing of the pod is left on the node. */
  finish(ctx: Context, holder: StatusHolder, status: PodStatus): void {
    const set = this.set(ctx, holder, status);
    const entry = holder.said;
    if (entry === undefined) return;
    const end = (origin: Origin): void => {
      entry.finished = true;
      this.enqueue(origin, entry);
    };
    const held = this.services.env.chance?.goneAt?.(holder.pod);
    if (held === undefined || held <= ctx.now) end(set);
    else this.hold(set, held, end);
  }

  /** Others may have written meanwhile: what is known is compared with the server once more. */
  sayAgain(ctx: Context, { said }: StatusHolder): void {
    if (said !== undefined) this.enqueue(ctx.originOnly(), said);
  }

  /** A kubelet is who knows: what somebody else wrote over its status is set right by the sweep. */
  heard(ctx: Context, { pod: { metadata, status }, said: entry }: StatusHolder): void {
    if (entry === undefined || entry.sent < entry.version || revisionOf(metadata) <= entry.written) return;
    if (!differs(status, entry.status)) return;
    entry.disputed = true;
    this.sweepLater(ctx, entry);
  }

  forget(holder: StatusHolder): void {
    if (holder.said !== undefined) holder.said.forgotten = true;
  }

  /** Needs a step. */
  unpublish({ uid, entry }: StatusHolder): void {
    if (entry !== undefined) this.entries.delete(entry);
    this.rows.delete(uid);
  }

  private hold(ctx: Context, until: number, act: (origin: Origin) => void): void {
    const origin = ctx.originOnly();
    ctx.at(until, () => act(origin));
  }

  private enqueue(origin: Origin, entry: Entry): void {
    entry.origin = entry.queued ? mergeOrigins(entry.origin, origin) : origin;
    if (entry.queued) return;
    entry.queued = true;
    this.queue.put(entry);
  }

  /** One loop to the end of each writing: a process of its own for each would be made for two waits. */
  private *run(): Process {
    const { queue } = this;
    const { base, client } = this.services;
    for (;;) {
      const entry = yield* queue.take();
      if (entry === undefined) return;
      entry.queued = false;
      const { of, status, version } = entry;
      const uid = entry.forgotten ? undefined : this.writtenTo(of);
      if (uid === undefined) continue;
      const ctx = base.from(entry.origin);
      const { namespace, name = '' } = of.pod.metadata;
      const pod: KObject | Status = yield client.get(ctx, PODS, namespace, name);
      if (!this.isRead(ctx, entry, uid, pod)) continue;
      const patch = podStatusPatch(uid, pod.status as PodStatus, status);
      if (patch === undefined) ctx.note(kinds.statusUnchanged, of.subject);
      else {
        const changes = ctx.isRecorded && { changes: changesOf(patch.status) };
        const patching = ctx.step(kinds.statusPatch, of.subject, changes);
        const ready = isReady(status) && !isReady(pod.status as PodStatus);
        const answer: KObject | Status = yield client.patch(patching, PODS, namespace, name, {
          type: 'strategic',
          body: patch,
          subresource: 'status',
        });
        if (!this.isWritten(patching, entry, answer)) continue;
        if (ready) this.becameReady(patching, entry);
      }
      entry.sent = version;
      this.publish(entry);
      if (entry.finished && entry.version === version && this.isDeleted(entry, pod)) yield this.deletePod(ctx, entry);
    }
  }

  private isRead(ctx: Context, entry: Entry, uid: string, answer: KObject | Status): answer is KObject {
    if (isStatus(answer)) this.unread(ctx, entry, answer);
    else if (answer.metadata.uid !== uid) this.missed(entry);
    else {
      entry.disputed = false;
      entry.written = revisionOf(answer.metadata);
      return true;
    }
    return false;
  }

  private isWritten(ctx: Context, entry: Entry, answer: KObject | Status): boolean {
    if (isStatus(answer)) {
      const { code = 0, reason } = answer;
      ctx.step(kinds.statusRefused, entry.of.subject, { code, reason: reason ?? '' });
      if (code !== 404) this.sweepLater(ctx, entry);
      return false;
    }
    entry.written = revisionOf(answer.metadata);
    return true;
  }

  /** The uid of the object that has its status; without a mirror there is nothing to write to. */
  private writtenTo({ uid }: StatusHolder): string | undefined {
    const { mirrors } = this.services;
    return mirrors?.has(uid) === true ? mirrors.get(uid) : uid;
  }

  private unread(ctx: Context, entry: Entry, { code = 0, reason }: Status): void {
    ctx.step(kinds.statusRefused, entry.of.subject, { code, reason: reason ?? '' });
    if (code === 404) this.missed(entry);
    else this.sweepLater(ctx, entry);
  }

  private becameReady(ctx: Context, { of }: Entry): void {
    if (this.services.engine.storyScenes.isFirst(ctx.story, 'ready')) ctx.step(kinds.podReady, of.subject);
  }

  private isStatic({ of }: Entry): boolean {
    return this.services.mirrors?.has(of.uid) === true;
  }

  private isDeleted(entry: Entry, { metadata }: KObject): boolean {
    if (this.isStatic(entry)) return false;
    return (this.currentPod(entry.of.uid)?.metadata.deletionTimestamp ?? metadata.deletionTimestamp) !== undefined;
  }

  /** The mirror of a pod out of a file comes again. */
  private missed(entry: Entry): void {
    if (!this.isStatic(entry)) this.forget(entry.of);
  }

  private *deletePod(ctx: Context, entry: Entry): Process {
    const { namespace, name = '', uid = '' } = entry.of.pod.metadata;
    const deleting = ctx.step(kinds.deletePod, entry.of.subject);
    yield this.services.client.delete(deleting, PODS, namespace, name, {
      gracePeriodSeconds: 0,
      preconditions: { uid },
    });
    this.forget(entry.of);
  }

  /** What could not be written is tried again by the sweep, or earlier when the status changes again. */
  private sweepLater(ctx: Context, entry: Entry): void {
    if (this.sweeping) return;
    this.sweeping = true;
    const origin = ctx.originOnly();
    ctx.after(SWEEP, () => {
      this.sweeping = false;
      for (const other of this.entries)
        if (!other.forgotten && (other === entry || other.disputed || other.sent < other.version))
          this.enqueue(origin, other);
    });
  }

  private publish(entry: Entry): void {
    if (this.rows.isKept) this.rows.set(entry.of.uid, rowOf(entry));
  }
}

function revisionOf({ resourceVersion }: Pod['metadata']): number {
  return Number(resourceVersion);
}

function rowOf({ of, status, version, sent }: Entry): StatusRow {
  const { namespace = '', name = '' } = of.pod.metadata;
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
  return podSubject(pod.metadata.namespace, pod.metadata.name);
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
