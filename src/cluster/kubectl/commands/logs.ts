import { parseGoDuration } from '../../../api/duration.ts';
import { formatSelector } from '../../../api/selectors.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject, LabelSelector } from '../../../api/types/meta.ts';
import type { Process } from '../../../engine/index.ts';
import type { Options } from '../argv.ts';
import { pathOf } from '../discovery.ts';
import { type Failure, failure, failureOf, isFailure } from '../errors.ts';
import type { Query, Session } from '../session.ts';
import { resolveResource, resolveTargets } from '../target.ts';

const DEFAULT_CONTAINER = 'kubectl.kubernetes.io/default-container';

/** Models staging/src/k8s.io/kubectl/pkg/cmd/logs/logs.go (v1.36): one container's log. */
export function* logs(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  const [word, containerWord] = words;
  if (word === undefined) return failure('expected POD or TYPE/NAME as an argument for the logs command');
  const targets = yield* resolveTargets(session, word.includes('/') ? [word] : ['pods', word]);
  if (isFailure(targets)) return targets;
  const { resource, names } = targets[0] ?? { resource: undefined, names: [] };
  if (resource === undefined) return failure('no resource was found');
  const found = yield* session.call({ method: 'GET', path: pathOf(resource, session.namespace, names[0]) });
  if (found.code !== 200) return failureOf(found.code, found.body);
  const object = found.body as KObject;
  const pod = resource.kind === 'Pod' ? (object as Pod) : yield* firstPodOf(session, object);
  if (isFailure(pod)) return pod;
  const container = containerOf(session, pod, options.text('container') ?? containerWord);
  if (isFailure(container)) return container;
  const response = yield* session.call({
    method: 'GET',
    path: `/api/v1/namespaces/${session.namespace}/pods/${pod.metadata.name}/log`,
    query: logQuery(container, options),
    accept: 'application/json, */*',
  });
  if (response.code !== 200) return failureOf(response.code, response.body);
  if (typeof response.body === 'string' && response.body !== '') session.print(response.body);
  return 0;
}

function* firstPodOf(session: Session, owner: KObject): Process<Pod | Failure> {
  const selector = (owner.spec as { readonly selector?: LabelSelector } | undefined)?.selector;
  if (selector === undefined)
    return failure(`cannot get the logs from ${owner.kind}: selecting its Pods is not modelled`);
  const pods = yield* resolveResource(session, 'pods');
  if (isFailure(pods)) return pods;
  const query: Query = [['labelSelector', formatSelector(selector)]];
  const listed = yield* session.call({ method: 'GET', path: pathOf(pods, session.namespace), query });
  if (listed.code !== 200) return failureOf(listed.code, listed.body);
  const items = [...((listed.body as { readonly items?: readonly Pod[] }).items ?? [])].sort(byReadiness);
  const [first] = items;
  if (first === undefined) return failure('timed out waiting for the condition');
  if (items.length > 1) session.complain(`Found ${items.length} pods, using pod/${first.metadata.name}\n`);
  return first;
}

/** The Pod that has been at work longest comes first. */
function byReadiness(a: Pod, b: Pod): number {
  const rank = ({ spec, status }: Pod) => (spec.nodeName === undefined ? 2 : status?.phase === 'Pending' ? 1 : 0);
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  const [first = '', second = ''] = [a.metadata.creationTimestamp, b.metadata.creationTimestamp];
  return first < second ? -1 : first > second ? 1 : 0;
}

function containerOf(session: Session, pod: Pod, wanted: string | undefined): string | Failure {
  const { containers, initContainers = [] } = pod.spec;
  const names = [...containers, ...initContainers].map(({ name }) => name);
  if (wanted !== undefined) {
    return names.includes(wanted) ? wanted : failure(`container ${wanted} is not valid for pod ${pod.metadata.name}`);
  }
  const annotated = pod.metadata.annotations?.[DEFAULT_CONTAINER];
  if (annotated !== undefined && names.includes(annotated)) return annotated;
  const first = containers[0]?.name ?? '';
  if (names.length > 1) {
    const all = [...containers.map(({ name }) => name), ...initContainers.map(({ name }) => `${name} (init)`)];
    session.complain(`Defaulted container "${first}" out of: ${all.join(', ')}\n`);
  }
  return first;
}

function logQuery(container: string, options: Options): Query {
  const since = options.text('since');
  const seconds = since === undefined ? undefined : Math.ceil((parseGoDuration(since) ?? 0) / 1_000_000);
  const query: [string, string | undefined][] = [
    ['container', container],
    ['follow', options.is('follow') ? 'true' : undefined],
    ['limitBytes', options.text('limit-bytes')],
    ['previous', options.is('previous') ? 'true' : undefined],
    ['sinceSeconds', seconds === undefined ? undefined : String(seconds)],
    ['tailLines', options.text('tail') === '-1' ? undefined : options.text('tail')],
    ['timestamps', options.is('timestamps') ? 'true' : undefined],
  ];
  return query.filter((pair): pair is [string, string] => pair[1] !== undefined);
}
