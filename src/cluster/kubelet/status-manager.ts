// Models pkg/kubelet/status/status_manager.go (v1.36)

import { resourceOf } from '../../api/scheme.ts';
import { isStatus } from '../../api/status.ts';
import type { ContainerStatus, Pod, PodCondition, PodStatus } from '../../api/types/core.ts';
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
    const { uid = '', namespace, name = '' } = pod.metadata;
    let entry = this.entries.get(uid);
    if (entry !== undefined && !differs(entry.status, status)) return ctx;
    const subject = entry?.subject ?? subjectOf(pod);
    let running = 0;
    for (const { state } of status.containerStatuses ?? NO_STATUSES) if (state?.running !== undefined) running += 1;
    const set = ctx.step(kinds.statusSet, subject, { phase: status.phase ?? '', ready: isReady(status), running });
    if (entry === undefined) {
      entry = {
        uid,
        namespace,
        name,
        subject,
        status,
        version: 0,
        sent: 0,
        written: 0,
        disputed: false,
        origin: set,
        queued: false,
        finished: false,
        forgotten: false,
      };
      this.entries.set(uid, entry);
      this.shown.set(uid, entry);
    }
    const held = isReady(status) && !isReady(entry.status) ? this.services.env.chance?.readyAt?.(pod) : undefined;
    entry.status = status;
    entry.version += 1;
    this.publish(entry);
    if (held === undefined || held <= ctx.now) this.enqueue(set, entry);
    else this.hold(set, held - ctx.now, (origin) => this.enqueue(origin, entry));
    return set;
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
    entry.origin = entry.queued
      ? mergeOrigins(entry.origin, origin)
      : { cause: origin.cause, more: origin.more, story: origin.story };
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
    const { subject, status, version } = entry;
    const { mirrors } = this.services;
    const isStatic = mirrors?.has(entry.uid) === true;
    // Without a mirror there is nothing to write to.
    const uid = isStatic ? mirrors.get(entry.uid) : entry.uid;
    if (uid === undefined) return;
    const pod = yield* client.get(ctx, PODS, entry.namespace, entry.name);
    if (isStatus(pod)) {
      ctx.step(kinds.statusRefused, subject, { code: pod.code ?? 0, reason: pod.reason ?? '' });
      if (pod.code === 404) this.missed(entry, isStatic);
      else this.sweepLater(ctx, entry);
      return;
    }
    if (pod.metadata.uid !== uid) return this.missed(entry, isStatic);
    entry.disputed = false;
    entry.written = revisionOf(pod.metadata);
    const patch = podStatusPatch(uid, pod.status as PodStatus, status);
    if (patch === undefined) ctx.step(kinds.statusUnchanged, subject);
    else {
      const changes = changesOf(patch.status);
      const patching = ctx.step(kinds.statusPatch, subject, { changes });
      const answer = yield* client.patch(patching, PODS, entry.namespace, entry.name, {
        type: 'strategic',
        body: patch,
        subresource: 'status',
      });
      if (isStatus(answer)) {
        patching.step(kinds.statusRefused, subject, { code: answer.code ?? 0, reason: answer.reason ?? '' });
        if (answer.code !== 404) this.sweepLater(ctx, entry);
        return;
      }
      entry.written = revisionOf(answer.metadata);
      const becameReady = isReady(status) && !isReady(pod.status as PodStatus);
      if (becameReady && firstInStory(this.services.engine, patching.story, 'ready')) {
        patching.step(kinds.podReady, subject);
      }
    }
    entry.sent = version;
    this.publish(entry);
    if (!entry.finished || entry.version !== version || isStatic) return;
    const deleting =
      (this.currentPod(entry.uid) ?? (pod as Pod)).metadata.deletionTimestamp ?? pod.metadata.deletionTimestamp;
    if (deleting !== undefined) yield* this.deletePod(ctx, entry);
  }

  /** The mirror of a pod out of a file comes again. */
  private missed(entry: Entry, isStatic: boolean): void {
    if (!isStatic) this.forget(entry.uid);
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

function isReady(status: PodStatus): boolean {
  return status.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') === true;
}

function changesOf(status: { readonly [field: string]: unknown }): string {
  let changes = '';
  for (const field in status) {
    if (field.startsWith('$')) continue;
    changes = changes === '' ? field : `${changes}, ${field}`;
  }
  return changes;
}
