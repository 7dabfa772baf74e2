import type { KObject } from '../../../../api/types/meta.ts';
import { LAST_APPLIED } from '../../../../api/values/annotations.ts';
import { MILLISECOND } from '../../../../base/time/units.ts';
import type { Process } from '../../../../engine/index.ts';
import { type Discovered, findKind, kindWord, lookUp, pathOf } from '../../client/discovery.ts';
import type { Options } from '../../flags/options.ts';
import type { Manifest } from '../../manifests/manifests.ts';
import { type Failure, failure, failureOf, isFailure } from '../../session/errors.ts';
import { logLine } from '../../session/log-line.ts';
import type { Session } from '../../session/session.ts';
import type { DryRun } from '../../writing/dry-run.ts';
import { suffixOf } from '../../writing/writing.ts';
import type { ApplyOptions } from './flags.ts';

/** `diff` has them, too. */
type PruneOptions = Options<'prune:b prune-allowlist:a'>;

/** What is looked through unless one names kinds: version and kind, in this order. */
const NAMESPACED: readonly (readonly [string, string])[] = [
  ['v1', 'ConfigMap'],
  ['v1', 'Endpoints'],
  ['v1', 'PersistentVolumeClaim'],
  ['v1', 'Pod'],
  ['v1', 'ReplicationController'],
  ['v1', 'Secret'],
  ['v1', 'Service'],
  ['batch/v1', 'Job'],
  ['batch/v1', 'CronJob'],
  ['networking.k8s.io/v1', 'Ingress'],
  ['apps/v1', 'DaemonSet'],
  ['apps/v1', 'Deployment'],
  ['apps/v1', 'ReplicaSet'],
  ['apps/v1', 'StatefulSet'],
];
const CLUSTER_WIDE: readonly (readonly [string, string])[] = [
  ['v1', 'Namespace'],
  ['v1', 'PersistentVolume'],
];

const DEPRECATED =
  'Deprecated: kubectl apply will no longer prune non-namespaced resources by default when used with the --namespace flag in a future release. To preserve the current behaviour, list the resources you want to target explicitly in the --prune-allowlist flag.';

/** The dynamic client's own limit: ten requests at once, then five a second. */
const BURST = 10;
const PAUSE = 200 * MILLISECOND;

const CASCADE: { readonly [flag: string]: string } = {
  background: 'Background',
  foreground: 'Foreground',
  orphan: 'Orphan',
};

/** Of a namespace alone one does not expect that namespaces go. */
export function warnOfClusterWide(session: Session, options: PruneOptions): void {
  if (options.list('prune-allowlist').length > 0) return;
  session.complain(logLine(session, 'prune.go:71', DEPRECATED));
}

/** What this apply has applied. */
export type Applied = readonly Manifest[];

function keyOf({ group, kind }: Discovered, namespace: string | undefined, name: string): string {
  return `${group}/${kind} ${namespace ?? ''}/${name}`;
}

/** What is wrong with `--prune` as it was asked for. */
export function pruneProblem(options: PruneOptions): Failure | undefined {
  if (options.is('all') || options.has('selector')) return undefined;
  return failure(
    'all resources selected for prune without explicitly passing --all. To prune all resources, pass the --all flag. If you did not mean to prune all resources, specify a label selector',
  );
}

/**
 * Deletes what an earlier apply made and this one has not seen.
 *
 * Models staging/src/k8s.io/kubectl/pkg/cmd/apply/prune.go, pkg/util/prune/prune.go (v1.36)
 */
export function* prune(
  session: Session,
  options: ApplyOptions,
  applied: Applied,
  dryRun: DryRun,
  kinds: readonly Discovered[],
): Process<Failure | undefined> {
  warnOfClusterWide(session, options);
  const pace = new Pace(session);
  const namespaces = new Set(applied.flatMap(({ namespace }) => (namespace === undefined ? [] : [namespace])));
  const seen = new Set(applied.map((one) => keyOf(one.resource, one.namespace, one.object.metadata.name ?? '')));
  for (const namespace of [...namespaces].sort()) {
    for (const resource of kinds.filter(({ namespaced }) => namespaced)) {
      const problem = yield* pruneKind(session, options, resource, namespace, seen, dryRun, pace);
      if (problem !== undefined) return problem;
    }
  }
  for (const resource of kinds.filter(({ namespaced }) => !namespaced)) {
    const problem = yield* pruneKind(session, options, resource, undefined, seen, dryRun, pace);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

class Pace {
  private asked = 0;
  private next = 0;

  constructor(private readonly session: Session) {}

  *wait(): Process {
    const { ctx, now } = this.session;
    this.asked += 1;
    if (this.asked <= BURST) {
      this.next = Math.max(this.next, now) + (this.asked === 1 ? PAUSE : 0);
      return;
    }
    if (this.next > now) yield ctx.sleepUntil(this.next);
    this.next = Math.max(this.next, now) + PAUSE;
  }
}

/** The kinds that are looked through. */
export function* kindsToPrune(session: Session, options: PruneOptions): Process<readonly Discovered[] | Failure> {
  const asked = options.list('prune-allowlist');
  const pairs: (readonly [string, string])[] = [];
  for (const text of asked) {
    const parts = text.split('/');
    if (parts.length !== 3)
      return failure(`invalid GroupVersionKind format: ${text}, please follow <group/version/kind>`);
    const [group = '', version = '', kind = ''] = parts;
    pairs.push([group === 'core' || group === '' ? version : `${group}/${version}`, kind]);
  }
  if (asked.length === 0) {
    pairs.push(...NAMESPACED, ...CLUSTER_WIDE);
  }
  const found: Discovered[] = [];
  for (const [version, kind] of pairs) {
    const resource = yield* lookUp(session, (known) => findKind(known, version, kind));
    if (resource === undefined) return failure(`no matches for kind "${kind}" in version "${version}"`);
    found.push(resource);
  }
  return found;
}

/** What an apply has made and the selector means. */
export function* appliedOf(
  session: Session,
  options: PruneOptions,
  resource: Discovered,
  namespace: string | undefined,
): Process<readonly KObject[] | Failure> {
  const selector = options.text('selector');
  const listed = yield* session.call({
    method: 'GET',
    path: pathOf(resource, namespace),
    ...(selector === undefined ? {} : { query: [['labelSelector', selector] as const] }),
  });
  if (listed.code === 404 || listed.code === 405) return [];
  if (listed.code !== 200) return notPruned(resource, failureOf(listed.code, listed.body));
  const { items = [] } = listed.body as { readonly items?: readonly KObject[] };
  return items.filter(({ metadata }) => metadata.annotations?.[LAST_APPLIED] !== undefined);
}

function* pruneKind(
  session: Session,
  options: ApplyOptions,
  resource: Discovered,
  namespace: string | undefined,
  seen: ReadonlySet<string>,
  dryRun: DryRun,
  pace: Pace,
): Process<Failure | undefined> {
  yield* pace.wait();
  const items = yield* appliedOf(session, options, resource, namespace);
  if (isFailure(items)) return items;
  for (const item of items) {
    const { namespace: place, name = '' } = item.metadata;
    if (seen.has(keyOf(resource, place, name))) continue;
    if (dryRun !== 'client') {
      yield* pace.wait();
      const path = pathOf(resource, place, name);
      const propagationPolicy = CASCADE[options.text('cascade') ?? 'background'] ?? 'Background';
      const body = dryRun === 'server' ? { dryRun: ['All'], propagationPolicy } : { propagationPolicy };
      const gone = yield* session.call({ method: 'DELETE', path, body });
      if (gone.code >= 300 && gone.code !== 404) return notPruned(resource, failureOf(gone.code, gone.body));
    }
    const label = `${kindWord(resource)}/${name}`;
    session.print(options.text('output') === 'name' ? `${label}\n` : `${label} pruned${suffixOf(dryRun)}\n`);
  }
  return undefined;
}

function notPruned({ namespaced, group, version, kind }: Discovered, why: Failure): Failure {
  const what = `${namespaced ? 'namespaced' : 'nonNamespaced'} object ${group}/${version}, Kind=${kind}`;
  return failure(
    `error pruning ${what}: ${why.text.replace(/^(?:error|Error from server(?: \(\w+\))?): /, '').trimEnd()}`,
  );
}
