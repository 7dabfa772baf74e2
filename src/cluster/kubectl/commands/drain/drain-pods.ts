// Models staging/src/k8s.io/kubectl/pkg/drain/{drain,filters}.go GetPodsForDeletion (v1.36)

import { isMirror } from '../../../../api/pods/mirror.ts';
import type { Pod } from '../../../../api/types/core.ts';
import { parseTime } from '../../../../api/values/time.ts';
import { SECOND } from '../../../../base/time/units.ts';
import type { Process } from '../../../../engine/index.ts';
import { type Failure, failureOf, isFailure } from '../../session/errors.ts';
import type { Query, Session } from '../../session/session.ts';
import type { DrainOptions } from './flags.ts';

/** What may go, and what keeps it from going: what a flag does not allow is an error, what it allows is warned about. */
export interface Sorted {
  readonly pods: readonly Pod[];
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/** What one rule says of a Pod; nothing when it does not mind. */
interface Verdict {
  readonly goes: boolean;
  readonly error?: string;
  readonly warning?: string;
}

const FINE: Verdict = { goes: true };
const isFinished = ({ status }: Pod) => status?.phase === 'Succeeded' || status?.phase === 'Failed';
const controllerOf = ({ metadata }: Pod) => metadata.ownerReferences?.find(({ controller }) => controller === true);
export const nameOf = ({ metadata }: Pod): string => `${metadata.namespace}/${metadata.name}`;

export function* podsToRemove(
  session: Session,
  node: string,
  options: DrainOptions<'drain'>,
): Process<Sorted | Failure> {
  const listed = yield* podsOf(session, node, options);
  if (isFailure(listed)) return listed;
  const pods: Pod[] = [];
  const errors = new Map<string, string[]>();
  const warnings = new Map<string, string[]>();
  const note = (texts: Map<string, string[]>, text: string | undefined, pod: Pod): void => {
    if (text !== undefined) texts.set(text, [...(texts.get(text) ?? []), nameOf(pod)]);
  };
  for (const pod of listed) {
    const { goes, error, warning } = yield* verdictOn(session, pod, options);
    if (goes) pods.push(pod);
    note(errors, error, pod);
    note(warnings, warning, pod);
  }
  const told = (texts: Map<string, string[]>, before: string): readonly string[] =>
    [...texts].map(([text, names]) => `${before}${text}: ${names.join(', ')}`);
  return { pods, errors: told(errors, 'cannot delete '), warnings: told(warnings, '') };
}

/** The first rule that keeps a Pod decides; of those that let it go, the last one is heard. */
function* verdictOn(session: Session, pod: Pod, options: DrainOptions<'drain'>): Process<Verdict> {
  if (isLongGone(pod, session.now, options)) return { goes: false };
  const daemon = yield* daemonVerdict(session, pod, options);
  if (!daemon.goes) return daemon;
  if (isMirror(pod)) return { goes: false };
  const local = localVerdict(pod, options);
  return local.goes ? bareVerdict(pod, options) : local;
}

/** Models staging/src/k8s.io/kubectl/pkg/drain/filters.go skipDeletedFilter (v1.36) */
export function isLongGone({ metadata }: Pod, now: number, options: DrainOptions<'drain'>): boolean {
  const limit = Number(options.text('skip-wait-for-delete-timeout') ?? '0');
  const deleted = parseTime(metadata.deletionTimestamp);
  return limit > 0 && deleted !== undefined && Math.floor((now - deleted) / SECOND) > limit;
}

function* daemonVerdict(session: Session, pod: Pod, options: DrainOptions<'drain'>): Process<Verdict> {
  const owner = controllerOf(pod);
  if (owner?.kind !== 'DaemonSet' || isFinished(pod)) return FINE;
  const path = `/apis/apps/v1/namespaces/${pod.metadata.namespace}/daemonsets/${owner.name}`;
  const found = yield* session.call({ method: 'GET', path, accept: 'application/json, */*' });
  if (found.code !== 200) {
    const { message = '' } = found.body as { readonly message?: string };
    return found.code === 404 && options.is('force')
      ? { goes: true, warning: message }
      : { goes: false, error: message };
  }
  return options.is('ignore-daemonsets')
    ? { goes: false, warning: 'ignoring DaemonSet-managed Pods' }
    : { goes: false, error: 'DaemonSet-managed Pods (use --ignore-daemonsets to ignore)' };
}

function localVerdict(pod: Pod, options: DrainOptions<'drain'>): Verdict {
  const isLocal = pod.spec.volumes?.some(({ emptyDir }) => emptyDir !== undefined) === true;
  if (!isLocal || isFinished(pod)) return FINE;
  return options.is('delete-emptydir-data')
    ? { goes: true, warning: 'deleting Pods with local storage' }
    : { goes: false, error: 'Pods with local storage (use --delete-emptydir-data to override)' };
}

function bareVerdict(pod: Pod, options: DrainOptions<'drain'>): Verdict {
  if (isFinished(pod) || controllerOf(pod) !== undefined) return FINE;
  return options.is('force')
    ? { goes: true, warning: 'deleting Pods that declare no controller' }
    : { goes: false, error: 'Pods that declare no controller (use --force to override)' };
}

function* podsOf(session: Session, node: string, options: DrainOptions<'drain'>): Process<readonly Pod[] | Failure> {
  const selector = options.text('pod-selector') ?? '';
  const limit = options.text('chunk-size') ?? '500';
  const found: Pod[] = [];
  let next = '';
  do {
    const query: Query = [
      ...(next === '' ? [] : [['continue', next] as const]),
      ['fieldSelector', `spec.nodeName=${node}`],
      ...(selector === '' ? [] : [['labelSelector', selector] as const]),
      ...(limit === '0' ? [] : [['limit', limit] as const]),
    ];
    const listed = yield* session.call({ method: 'GET', path: '/api/v1/pods', query, accept: 'application/json, */*' });
    if (listed.code !== 200) return failureOf(listed.code, listed.body);
    const list = listed.body as { readonly items?: readonly Pod[]; readonly metadata?: { readonly continue?: string } };
    found.push(...(list.items ?? []));
    next = list.metadata?.continue ?? '';
  } while (next !== '');
  return found;
}
