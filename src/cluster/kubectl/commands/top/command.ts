// Models staging/src/k8s.io/kubectl/pkg/cmd/top and pkg/metricsutil (v1.36)

import { parseSelector } from '../../../../api/selectors/selectors.ts';
import type { Node, Pod } from '../../../../api/types/core.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import { milliValue, value } from '../../../../api/values/quantity.ts';
import type { Process } from '../../../../engine/index.ts';
import { AGGREGATED } from '../../client/discovery.ts';
import { namespaceFor } from '../../client/list-query.ts';
import type { Options } from '../../flags/options.ts';
import { TABLE_OPTIONS, TabWriter } from '../../print/tabwriter.ts';
import { Failure, failure, failureOf, isFailure } from '../../session/errors.ts';
import type { Query, Session } from '../../session/session.ts';
import type { Command } from '../declaration.ts';

const FLAGS = {
  'top node': 'no-headers:b l/selector show-capacity:b show-swap:b sort-by use-protocol-buffers:b',
  'top pod':
    'A/all-namespaces:b containers:b field-selector no-headers:b l/selector show-swap:b sort-by sum:b use-protocol-buffers:b',
} as const;
type Given<Path extends keyof typeof FLAGS = keyof typeof FLAGS> = Options<(typeof FLAGS)[Path]>;

export function commands(): readonly Command[] {
  return [
    {
      name: 'top',
      isShellWord: true,
      order: 14,
      group: 'see',
      does: 'shows CPU and memory in use',
      flags: '',
      looks: true,
      alone: 'complains',
      run: top,
    },
    { name: 'top node', aliases: ['nodes', 'no'], usage: '[NAME | -l label]', flags: FLAGS['top node'] },
    { name: 'top pod', aliases: ['pods', 'po'], usage: '[NAME | -l label]', flags: FLAGS['top pod'] },
  ];
}

type Usage = { readonly cpu?: string; readonly memory?: string };
interface NodeMetrics extends KObject {
  readonly usage: Usage;
}
interface PodMetrics extends KObject {
  readonly containers: readonly { readonly name: string; readonly usage: Usage }[];
}

const API = '/apis/metrics.k8s.io/v1beta1';
const MEBI = 1024 * 1024;

interface GroupList {
  readonly items?: readonly { readonly metadata?: { readonly name?: string } }[];
}

const hasMetrics = (body: unknown): boolean =>
  ((body as GroupList).items ?? []).some(({ metadata }) => metadata?.name === 'metrics.k8s.io');

function* top(session: Session, [what = '', ...words]: readonly string[], options: Given): Process<number | Failure> {
  const order = options.text('sort-by') ?? '';
  if (!['', 'cpu', 'memory'].includes(order)) return failure('--sort-by accepts only cpu or memory');
  if (words.length > 1) return failure('unexpected arguments');
  if (words.length > 0 && options.has('selector')) {
    return failure(`only one of NAME or ${what === 'node' ? '--' : ''}selector can be provided`);
  }
  const selector = parseSelector(options.text('selector'));
  if ('error' in selector) return failure(selector.error);
  // The real one asks here past its cache: an aggregated group comes and goes.
  for (const path of ['/api', '/apis']) {
    const response = yield* session.call({ method: 'GET', path, accept: AGGREGATED });
    if (response.code !== 200) return failureOf(response.code, response.body);
    if (path === '/apis' && !hasMetrics(response.body)) return failure('Metrics API not available');
  }
  if (options.is('show-swap')) return failure('kubectl top --show-swap is not modelled');
  return what === 'node' ? yield* topNodes(session, words[0], options) : yield* topPods(session, words[0], options);
}

function* read<T>(session: Session, path: string, options: Given, name?: string): Process<readonly T[] | Failure> {
  const selector = options.text('selector');
  const query: Query = name === undefined && selector !== undefined ? [['labelSelector', selector]] : [];
  const response = yield* session.call({ method: 'GET', path: name === undefined ? path : `${path}/${name}`, query });
  if (response.code !== 200) return failureOf(response.code, response.body);
  return name === undefined ? ((response.body as { readonly items?: readonly T[] }).items ?? []) : [response.body as T];
}

const cpuOf = ({ cpu = '0' }: Usage): number => milliValue(cpu);
const memoryOf = ({ memory = '0' }: Usage): number => value(memory);
const byUse =
  <T>(options: Given, name: (one: T) => string, use: (one: T) => Usage) =>
  (a: T, b: T): number => {
    const order = options.text('sort-by');
    const amount = order === 'memory' ? memoryOf : cpuOf;
    const more = order === undefined || order === '' ? 0 : amount(use(b)) - amount(use(a));
    return more || (name(a) < name(b) ? -1 : 1);
  };

function* topNodes(session: Session, name: string | undefined, options: Given): Process<number | Failure> {
  const metrics = yield* read<NodeMetrics>(session, `${API}/nodes`, options, name);
  if (isFailure(metrics)) return metrics;
  if (metrics.length === 0) return failure('metrics not available yet');
  const nodes = yield* read<Node>(session, '/api/v1/nodes', options, name);
  if (isFailure(nodes)) return nodes;
  const writer = new TabWriter(TABLE_OPTIONS);
  if (!options.is('no-headers')) writer.write('NAME\tCPU(cores)\tCPU(%)\tMEMORY(bytes)\tMEMORY(%)\n');
  const nameOf = ({ metadata }: KObject) => metadata.name ?? '';
  for (const one of [...metrics].sort(byUse<NodeMetrics>(options, nameOf, ({ usage }) => usage))) {
    const node = nodes.find(({ metadata }) => metadata.name === one.metadata.name);
    const has = (options.is('show-capacity') ? node?.status?.capacity : node?.status?.allocatable) ?? {};
    const share = (used: number, all: number) => (all === 0 ? '<unknown>' : `${Math.floor((used / all) * 100)}%`);
    const [cpu, memory] = [cpuOf(one.usage), memoryOf(one.usage)];
    const cells = [
      `${cpu}m`,
      share(cpu, milliValue(has.cpu ?? '0')),
      `${Math.floor(memory / MEBI)}Mi`,
      share(memory, value(has.memory ?? '0')),
    ];
    writer.write(`${[one.metadata.name, ...cells].join('\t')}\n`);
  }
  session.print(writer.flush());
  return 0;
}

function* topPods(session: Session, name: string | undefined, options: Given): Process<number | Failure> {
  const namespace = namespaceFor(session, options);
  const scope = namespace === undefined ? '' : `/namespaces/${namespace}`;
  const metrics = yield* read<PodMetrics>(session, `${API}${scope}/pods`, options, name);
  if (isFailure(metrics)) return metrics;
  if (metrics.length === 0) return yield* noMetrics(session, `/api/v1${scope}/pods`, options);
  const everywhere = options.is('all-namespaces');
  const perContainer = options.is('containers');
  const writer = new TabWriter(TABLE_OPTIONS);
  const heads = [
    ...(everywhere ? ['NAMESPACE'] : []),
    ...(perContainer ? ['POD'] : []),
    'NAME',
    'CPU(cores)',
    'MEMORY(bytes)',
  ];
  if (!options.is('no-headers')) writer.write(`${heads.join('\t')}\n`);
  const total = (one: PodMetrics): Usage => ({
    cpu: `${one.containers.reduce((sum, { usage }) => sum + cpuOf(usage), 0)}m`,
    memory: String(one.containers.reduce((sum, { usage }) => sum + memoryOf(usage), 0)),
  });
  const amounts = (usage: Usage) => [`${cpuOf(usage)}m`, `${Math.floor(memoryOf(usage) / MEBI)}Mi`];
  const nameOf = ({ metadata }: KObject) => metadata.name ?? '';
  for (const one of [...metrics].sort(byUse(options, nameOf, total))) {
    const start = everywhere ? [one.metadata.namespace ?? ''] : [];
    if (!perContainer) writer.write(`${[...start, nameOf(one), ...amounts(total(one))].join('\t')}\n`);
    else {
      for (const { name: container, usage } of one.containers) {
        writer.write(`${[...start, nameOf(one), container, ...amounts(usage)].join('\t')}\n`);
      }
    }
  }
  if (options.is('sum')) {
    const all = metrics.map(total);
    const [cpu, memory] = [
      all.reduce((sum, usage) => sum + cpuOf(usage), 0),
      all.reduce((sum, usage) => sum + memoryOf(usage), 0),
    ];
    const blank = Array.from({ length: heads.length - 2 }, () => '');
    writer.write(`${[...blank, '________', '________'].join('\t')}\n`);
    writer.write(`${[...blank, `${cpu}m`, `${Math.floor(memory / MEBI)}Mi`].join('\t')}\n`);
  }
  session.print(writer.flush());
  return 0;
}

/** No figures: either there are no Pods, or they are too young. */
function* noMetrics(session: Session, path: string, options: Given): Process<number | Failure> {
  const pods = yield* read<Pod>(session, path, options);
  if (isFailure(pods)) return pods;
  if (pods.length > 0) return failure('metrics not available yet');
  session.complain(
    options.is('all-namespaces') ? 'No resources found\n' : `No resources found in ${session.namespace} namespace.\n`,
  );
  return new Failure('', 0);
}
