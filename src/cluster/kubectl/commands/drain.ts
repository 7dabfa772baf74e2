import type { Node, Pod } from '../../../api/types/core.ts';
import type { Process } from '../../../engine/index.ts';
import type { Options } from '../argv.ts';
import { Failure, failureOf, isFailure } from '../errors.ts';
import type { Session } from '../session.ts';
import { type Fetched, fetchTargets } from './change.ts';
import { cordonTarget, usage } from './nodes.ts';

const POLL_MICROS = 1_000_000;
const RETRY_MICROS = 5_000_000;
const MIRROR = 'kubernetes.io/config.mirror';

/** Models staging/src/k8s.io/kubectl/pkg/cmd/drain/drain.go (v1.36); Pods are evicted one after another, not side by side. */
export function* drain(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  if (words.length === 0 && !options.has('selector')) return usage('drain');
  const fetched = yield* fetchTargets(session, ['nodes', ...words], options);
  if (isFailure(fetched)) return fetched;
  for (const target of fetched) {
    const cordoned = yield* cordonTarget(session, target, true);
    if (isFailure(cordoned)) return cordoned;
  }
  for (const target of fetched) {
    const failed = yield* drainNode(session, target, options);
    if (failed !== undefined) return failed;
    session.print(`${target.label} drained\n`);
  }
  return 0;
}

function* drainNode(session: Session, target: Fetched, options: Options): Process<Failure | undefined> {
  const node = target.object as Node;
  const listed = yield* session.call({
    method: 'GET',
    path: '/api/v1/pods',
    query: [
      ['fieldSelector', `spec.nodeName=${node.metadata.name}`],
      ['limit', '500'],
    ],
    accept: 'application/json, */*',
  });
  if (listed.code !== 200) return failureOf(listed.code, listed.body);
  const sorted = sortOut((listed.body as { readonly items?: readonly Pod[] }).items ?? [], options);
  if (sorted.errors.length > 0) return pending(target.name, sorted.errors);
  if (sorted.warnings.length > 0) session.warn(sorted.warnings.join('; '));
  if (sorted.pods.length === 0) return undefined;
  yield* session.call({ method: 'GET', path: '/api/v1', accept: 'application/json, */*' });
  // The real one starts all at once, and the one started last gets to run first.
  const order = [...sorted.pods.slice(-1), ...sorted.pods.slice(0, -1)];
  for (const pod of order) {
    const failed = yield* evict(session, pod, options);
    if (failed !== undefined) return failed;
  }
  return yield* waitForAll(session, order);
}

function pending(node: string, errors: readonly string[]): Failure {
  const text = errors.length === 1 ? errors[0] : `[${errors.join(', ')}]`;
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

/** A refusal by a disruption budget is tried again, for ever. */
function* evict(session: Session, pod: Pod, options: Options): Process<Failure | undefined> {
  const { name, namespace } = pod.metadata;
  const grace = options.text('grace-period');
  const deleteOptions = grace === undefined || grace === '-1' ? {} : { gracePeriodSeconds: Number(grace) };
  session.print(`pod/${name} eviction started\n`);
  for (;;) {
    session.print(`evicting pod ${nameOf(pod)}\n`);
    const response = yield* session.call({
      method: 'POST',
      path: `/api/v1/namespaces/${namespace}/pods/${name}/eviction`,
      accept: 'application/json, */*',
      body: { kind: 'Eviction', apiVersion: 'policy/v1', metadata: { name, namespace }, deleteOptions },
    });
    if (response.code < 300 || response.code === 404) return undefined;
    const { message = '' } = response.body as { readonly message?: string };
    if (response.code !== 429) {
      return new Failure(`error: error when evicting pods/"${name}" -n "${namespace}": ${message}\n`);
    }
    session.complain(`error when evicting pods/"${name}" -n "${namespace}" (will retry after 5s): ${message}\n`);
    yield session.ctx.sleep(RETRY_MICROS);
    if (session.interrupted) return undefined;
  }
}

function* waitForAll(session: Session, pods: readonly Pod[]): Process<Failure | undefined> {
  let waiting = pods;
  while (waiting.length > 0 && !session.interrupted) {
    const left: Pod[] = [];
    for (const pod of waiting) {
      const { name, namespace, uid } = pod.metadata;
      const path = `/api/v1/namespaces/${namespace}/pods/${name}`;
      const found = yield* session.call({ method: 'GET', path, accept: 'application/json, */*' });
      if (found.code === 404 || (found.code === 200 && (found.body as Pod).metadata.uid !== uid)) {
        session.print(`pod/${name} evicted\n`);
      } else if (found.code === 200) left.push(pod);
      else return failureOf(found.code, found.body);
    }
    waiting = left;
    if (waiting.length > 0) yield session.ctx.sleep(POLL_MICROS);
  }
  return undefined;
}
