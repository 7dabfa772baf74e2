// Models staging/src/k8s.io/kubectl/pkg/drain/drain.go DeleteOrEvictPods (v1.36)

import type { Pod } from '../../../../api/types/core.ts';
import { goDuration } from '../../../../api/values/duration.ts';
import { SECOND } from '../../../../base/time/units.ts';
import { all, type Process } from '../../../../engine/index.ts';
import { aggregate } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import type { DryRun } from '../../writing/dry-run.ts';
import { suffixOf } from '../../writing/writing.ts';
import { isLongGone, nameOf } from './drain-pods.ts';
import type { DrainOptions } from './flags.ts';

const POLL_MICROS = SECOND;
const RETRY_MICROS = 5 * SECOND;

/** Evicts the Pods, and waits until they are gone; what went wrong. */
export function* evictPods(
  session: Session,
  pods: readonly Pod[],
  options: DrainOptions<'drain'>,
  dryRun: DryRun,
): Process<string | undefined> {
  yield* session.call({ method: 'GET', path: '/api/v1', accept: 'application/json, */*' });
  // The real one starts all at once, and the one started last gets to run first.
  const order = [...pods.slice(-1), ...pods.slice(0, -1)];
  const round = new EvictionRound(session, options, dryRun);
  const results = yield* all(
    session.ctx,
    order.map((pod) => round.send(pod)),
  );
  const errors = results.filter((result) => result !== undefined);
  return errors.length === 0 ? undefined : aggregate(errors);
}

/** Deletes the Pods whatever a disruption budget says, and waits for all together; what went wrong. */
export function* deletePods(
  session: Session,
  pods: readonly Pod[],
  options: DrainOptions<'drain'>,
  dryRun: DryRun,
): Process<string | undefined> {
  const timeout = options.micros('timeout') ?? 0;
  const ends = timeout === 0 ? Number.POSITIVE_INFINITY : session.now + timeout;
  const body = deleteOptionsOf(options, dryRun);
  for (const { metadata } of pods) {
    const path = `/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}`;
    const response = yield* session.call({ method: 'DELETE', path, body, accept: 'application/json, */*' });
    if (response.code >= 300 && response.code !== 404)
      return (response.body as { readonly message?: string }).message ?? '';
    if (tellsOfStarts(options)) session.print(`pod/${metadata.name} deletion started${suffixOf(dryRun)}\n`);
  }
  let left = pods;
  while (!session.interrupted) {
    const still: Pod[] = [];
    for (const pod of left) {
      const outcome = yield* lookAt(session, pod, options);
      if (typeof outcome === 'string') return outcome;
      if (outcome) still.push(pod);
    }
    if (still.length === 0) return undefined;
    if (session.now >= ends) return 'context deadline exceeded';
    left = still;
    yield session.ctx.sleepUntil(Math.min(session.now + POLL_MICROS, ends));
  }
  return undefined;
}

/** Whether one has to go on waiting for it. */
function* lookAt(session: Session, { metadata }: Pod, options: DrainOptions<'drain'>): Process<boolean | string> {
  const { name, namespace, uid } = metadata;
  const path = `/api/v1/namespaces/${namespace}/pods/${name}`;
  const found = yield* session.call({ method: 'GET', path, accept: 'application/json, */*' });
  if (found.code === 404 || (found.code === 200 && (found.body as Pod).metadata.uid !== uid)) {
    session.print(`pod/${name} deleted\n`);
    return false;
  }
  if (found.code !== 200) return (found.body as { readonly message?: string }).message ?? '';
  if (!isLongGone(found.body as Pod, session.now, options)) return true;
  session.print(skipped(name, options.text('skip-wait-for-delete-timeout')));
  return false;
}

function skipped(name: string | undefined, seconds: string | undefined): string {
  return `Skip evicting pod ${name} because of deletion timestamp is older than ${seconds} seconds\n`;
}

function deleteOptionsOf(options: DrainOptions<'drain'>, dryRun: DryRun): object {
  const grace = Number(options.text('grace-period') ?? '-1');
  return {
    ...(dryRun === 'server' ? { dryRun: ['All'] } : {}),
    ...(grace < 0 ? {} : { gracePeriodSeconds: grace }),
  };
}

/** Only who asks for more is told that something has begun. */
const tellsOfStarts = (options: DrainOptions<'drain'>): boolean => Number(options.text('v') ?? '0') >= TALKATIVE;
const TALKATIVE = 2;

/** Pods that are evicted side by side, all until the same moment. */
class EvictionRound {
  private readonly ends: number;
  private readonly deleteOptions: object;
  private readonly timeout: string;
  private readonly isTold: boolean;

  constructor(
    private readonly session: Session,
    private readonly options: DrainOptions<'drain'>,
    private readonly dryRun: DryRun,
  ) {
    const timeout = options.micros('timeout') ?? 0;
    this.timeout = goDuration(timeout);
    this.ends = timeout === 0 ? Number.POSITIVE_INFINITY : session.now + timeout;
    this.deleteOptions = deleteOptionsOf(options, dryRun);
    this.isTold = tellsOfStarts(options);
  }

  /** A refusal by a disruption budget is tried again, for ever; what went wrong. */
  *send(pod: Pod): Process<string | undefined> {
    const { session } = this;
    const { name, namespace } = pod.metadata;
    for (;;) {
      const started = this.isTold && this.dryRun === 'none' ? `pod/${name} eviction started\n` : '';
      session.print(`${started}evicting pod ${nameOf(pod)}${suffixOf(this.dryRun)}\n`);
      const trouble = `error when evicting pods/"${name}" -n "${namespace}"`;
      if (this.isOver) return `${trouble}: global timeout reached: ${this.timeout}`;
      const response = yield* session.call({
        method: 'POST',
        path: `/api/v1/namespaces/${namespace}/pods/${name}/eviction`,
        accept: 'application/json, */*',
        body: {
          kind: 'Eviction',
          apiVersion: 'policy/v1',
          metadata: { name, namespace },
          deleteOptions: this.deleteOptions,
        },
      });
      if (response.code === 404) return undefined;
      if (response.code < 300) return this.dryRun === 'server' ? undefined : yield* this.untilGone(pod);
      const { message = '' } = response.body as { readonly message?: string };
      if (response.code !== 429) return `${trouble}: ${message}`;
      session.complain(`${trouble} (will retry after 5s): ${message}\n`);
      yield session.ctx.sleep(RETRY_MICROS);
      if (session.interrupted) return undefined;
    }
  }

  private *untilGone({ metadata }: Pod): Process<string | undefined> {
    const { session } = this;
    const { name, namespace, uid } = metadata;
    while (!session.interrupted) {
      const path = `/api/v1/namespaces/${namespace}/pods/${name}`;
      const found = yield* session.call({ method: 'GET', path, accept: 'application/json, */*' });
      if (found.code === 404 || (found.code === 200 && (found.body as Pod).metadata.uid !== uid)) {
        session.print(`pod/${name} evicted\n`);
        return undefined;
      }
      if (found.code === 200 && isLongGone(found.body as Pod, session.now, this.options)) {
        const limit = this.options.text('skip-wait-for-delete-timeout');
        session.print(skipped(name, limit));
        return undefined;
      }
      const trouble = `error when waiting for pod "${name}" in namespace "${namespace}" to terminate`;
      if (found.code !== 200) return `${trouble}: ${(found.body as { readonly message?: string }).message ?? ''}`;
      if (this.isOver) return `${trouble}: global timeout reached: ${this.timeout}`;
      yield session.ctx.sleep(POLL_MICROS);
    }
    return undefined;
  }

  private get isOver(): boolean {
    return this.session.now >= this.ends;
  }
}
