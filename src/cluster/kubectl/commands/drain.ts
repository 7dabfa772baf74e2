import { goDuration } from '../../../api/duration.ts';
import type { Node, Pod } from '../../../api/types/core.ts';
import { all, type Process } from '../../../engine/index.ts';
import type { Options } from '../argv.ts';
import type { DryRun } from '../dry-run.ts';
import { Failure, failureOf, isFailure } from '../errors.ts';
import type { Session } from '../session.ts';
import { dryRunOf, suffixOf } from '../writing.ts';
import { type Fetched, fetchTargets } from './change.ts';
import { cordonTarget, usage } from './nodes.ts';

const POLL_MICROS = 1_000_000;
const RETRY_MICROS = 5_000_000;
const MIRROR = 'kubernetes.io/config.mirror';

/** Models staging/src/k8s.io/kubectl/pkg/cmd/drain/drain.go (v1.36) */
export function* drain(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  if (words.length === 0 && !options.has('selector')) return usage('drain');
  const dryRun = dryRunOf(session, options);
  if (isFailure(dryRun)) return dryRun;
  const fetched = yield* fetchTargets(session, ['nodes', ...words], options);
  if (isFailure(fetched)) return fetched;
  for (const target of fetched) {
    const cordoned = yield* cordonTarget(session, target, true, options);
    if (isFailure(cordoned)) return cordoned;
  }
  for (const target of fetched) {
    const failed = yield* drainNode(session, target, options, dryRun);
    if (failed !== undefined) return failed;
    session.print(`${target.label} drained${suffixOf(dryRun)}\n`);
  }
  return 0;
}

function* drainNode(session: Session, target: Fetched, options: Options, dryRun: DryRun): Process<Failure | undefined> {
  const node = target.object as Node;
  const listed = yield* podsOf(session, node.metadata.name ?? '');
  if (isFailure(listed)) return listed;
  const sorted = sortOut(listed, options);
  if (sorted.errors.length > 0) return pending(target.name, sorted.errors);
  if (sorted.warnings.length > 0) session.warn(sorted.warnings.join('; '));
  if (sorted.pods.length === 0) return undefined;
  if (dryRun === 'client') {
    for (const pod of sorted.pods) session.print(`evicting pod ${nameOf(pod)} (dry run)\n`);
    return undefined;
  }
  yield* session.call({ method: 'GET', path: '/api/v1', accept: 'application/json, */*' });
  // The real one starts all at once, and the one started last gets to run first.
  const order = [...sorted.pods.slice(-1), ...sorted.pods.slice(0, -1)];
  const round = new EvictionRound(session, options, dryRun);
  const results = yield* all(
    session.ctx,
    order.map((pod) => round.send(pod)),
  );
  const errors = results.filter((result) => result !== undefined);
  if (errors.length === 0) return undefined;
  return yield* givenUp(session, node, aggregate(errors), options);
}

/** What is left on the node is named before the reason. */
function* givenUp(session: Session, node: Node, problem: string, options: Options): Process<Failure> {
  const { name = '' } = node.metadata;
  const left = yield* podsOf(session, name);
  const pods = isFailure(left) ? [] : sortOut(left, options).pods;
  if (pods.length > 0) {
    session.complain(`There are pending pods in node "${name}" when an error occurred: ${problem}\n`);
    for (const { metadata } of pods) session.complain(`pod/${metadata.name}\n`);
  }
  return pending(name, [problem]);
}

/** Several errors as one, in the form of Go's aggregates. */
function aggregate(errors: readonly string[]): string {
  const distinct = [...new Set(errors)];
  return distinct.length === 1 ? (distinct[0] as string) : `[${distinct.join(', ')}]`;
}

function pending(node: string, errors: readonly string[]): Failure {
  const text = aggregate(errors);
  return new Failure(
    `error: unable to drain node "${node}" due to error: ${text}, continuing command...\nThere are pending nodes to be drained:\n ${node}\n${text}\n`,
  );
}

interface Sorted {
  readonly pods: readonly Pod[];
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

const isFinished = ({ status }: Pod) => status?.phase === 'Succeeded' || status?.phase === 'Failed';
const controllerKind = ({ metadata }: Pod) =>
  metadata.ownerReferences?.find(({ controller }) => controller === true)?.kind;

/** Who may go: what a flag does not allow is an error, what it allows is warned about. */
function sortOut(all: readonly Pod[], options: Options): Sorted {
  const errors: string[] = [];
  const warnings: string[] = [];
  const say = (list: string[], text: string, pods: readonly Pod[]) => {
    if (pods.length > 0) list.push(`${text}: ${pods.map(nameOf).join(', ')}`);
  };
  const candidates = all.filter(({ metadata }) => metadata.annotations?.[MIRROR] === undefined);
  const daemons = candidates.filter((pod) => controllerKind(pod) === 'DaemonSet');
  const rest = candidates.filter((pod) => !daemons.includes(pod));
  const local = rest.filter(
    (pod) => !isFinished(pod) && pod.spec.volumes?.some(({ emptyDir }) => emptyDir !== undefined),
  );
  const bare = rest.filter((pod) => !isFinished(pod) && controllerKind(pod) === undefined);
  if (options.is('ignore-daemonsets')) say(warnings, 'ignoring DaemonSet-managed Pods', daemons);
  else say(errors, 'cannot delete DaemonSet-managed Pods (use --ignore-daemonsets to ignore)', daemons);
  if (options.is('delete-emptydir-data')) say(warnings, 'deleting Pods with local storage', local);
  else say(errors, 'cannot delete Pods with local storage (use --delete-emptydir-data to override)', local);
  if (options.is('force')) say(warnings, 'deleting Pods that declare no controller', bare);
  else say(errors, 'cannot delete Pods that declare no controller (use --force to override)', bare);
  return { pods: rest, errors, warnings };
}

function nameOf({ metadata }: Pod): string {
  return `${metadata.namespace}/${metadata.name}`;
}

function* podsOf(session: Session, node: string): Process<readonly Pod[] | Failure> {
  const listed = yield* session.call({
    method: 'GET',
    path: '/api/v1/pods',
    query: [
      ['fieldSelector', `spec.nodeName=${node}`],
      ['limit', '500'],
    ],
    accept: 'application/json, */*',
  });
  if (listed.code !== 200) return failureOf(listed.code, listed.body);
  return (listed.body as { readonly items?: readonly Pod[] }).items ?? [];
}

/** Pods that are evicted side by side, all until the same moment. */
class EvictionRound {
  private readonly ends: number;
  private readonly deleteOptions: object;
  private readonly timeout: string;

  constructor(
    private readonly session: Session,
    options: Options,
    private readonly dryRun: DryRun,
  ) {
    const timeout = options.micros('timeout') ?? 0;
    const grace = options.text('grace-period');
    this.timeout = goDuration(timeout);
    this.ends = timeout === 0 ? Number.POSITIVE_INFINITY : session.now + timeout;
    this.deleteOptions = {
      ...(dryRun === 'server' ? { dryRun: ['All'] } : {}),
      ...(grace === undefined || grace === '-1' ? {} : { gracePeriodSeconds: Number(grace) }),
    };
  }

  /** A refusal by a disruption budget is tried again, for ever; what went wrong. */
  *send(pod: Pod): Process<string | undefined> {
    const { session } = this;
    const { name, namespace } = pod.metadata;
    for (;;) {
      const started = this.dryRun === 'none' ? `pod/${name} eviction started\n` : '';
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
