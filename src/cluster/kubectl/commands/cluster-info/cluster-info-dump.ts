// Models staging/src/k8s.io/kubectl/pkg/cmd/clusterinfo/clusterinfo_dump.go (v1.36)

import { goJson } from '../../../../api/go/json-text.ts';
import type { Pod } from '../../../../api/types/core.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import { printYaml } from '../../../../api/yaml/index.ts';
import type { Process } from '../../../../engine/index.ts';
import { orderedAsSent, type Printer, printerFor, withoutManagedFields } from '../../print/objects.ts';
import { type Failure, failure, failureOf, isFailure } from '../../session/errors.ts';
import { rememberFile } from '../../session/files.ts';
import type { Session } from '../../session/session.ts';
import type { ClusterInfoOptions } from './flags.ts';

/** What is dumped of a namespace, and how the files are called. */
const IN_NAMESPACE: readonly (readonly [root: string, resource: string, file: string])[] = [
  ['/api/v1', 'events', 'events'],
  ['/api/v1', 'replicationcontrollers', 'replication-controllers'],
  ['/api/v1', 'services', 'services'],
  ['/apis/apps/v1', 'daemonsets', 'daemonsets'],
  ['/apis/apps/v1', 'deployments', 'deployments'],
  ['/apis/apps/v1', 'replicasets', 'replicasets'],
  ['/api/v1', 'pods', 'pods'],
];

interface List {
  readonly items?: readonly KObject[];
}

/** Everything that helps to find a fault, to the terminal or into files. */
export function* dumpClusterInfo(
  session: Session,
  options: ClusterInfoOptions<'cluster-info dump'>,
): Process<number | Failure> {
  const format = options.text('output') || 'json';
  if (format === 'name') return failure('list types are not supported by name printing: *v1.NodeList');
  const printer = printerFor(session, options.with('output', format));
  if (isFailure(printer)) return printer;
  const dump = new Dump(session, printer, options.text('output-directory') || '-');
  const nodes = yield* dump.list('/api/v1/nodes', 'nodes');
  if (isFailure(nodes)) return nodes;
  const namespaces = yield* namespacesOf(session, options);
  if (isFailure(namespaces)) return namespaces;
  for (const namespace of namespaces) {
    let pods: readonly KObject[] = [];
    for (const [root, resource, file] of IN_NAMESPACE) {
      const listed = yield* dump.list(`${root}/namespaces/${namespace}/${resource}`, `${namespace}/${file}`);
      if (isFailure(listed)) return listed;
      pods = listed.items ?? [];
    }
    for (const pod of pods as readonly Pod[]) yield* dump.logs(pod);
  }
  if (!dump.isShown) session.print(`Cluster info dumped to ${dump.folder}\n`);
  return 0;
}

function* namespacesOf(
  session: Session,
  options: ClusterInfoOptions<'cluster-info dump'>,
): Process<readonly string[] | Failure> {
  if (!options.is('all-namespaces')) {
    const named = options.list('namespaces');
    return named.length > 0 ? named : ['kube-system', session.namespace];
  }
  const listed = yield* session.call({ method: 'GET', path: '/api/v1/namespaces', accept: 'application/json, */*' });
  if (listed.code !== 200) return failureOf(listed.code, listed.body);
  return ((listed.body as List).items ?? []).map(({ metadata }) => metadata.name ?? '');
}

/** Events are stored as one API group has them and shown as the other. */
function asEvent(item: KObject): object {
  const { apiVersion: _, kind: __, ...event } = orderedAsSent({ ...item, apiVersion: 'v1', kind: 'Event' }) as KObject;
  return event;
}

class Dump {
  private shown = 0;

  constructor(
    private readonly session: Session,
    private readonly printer: Printer,
    readonly folder: string,
  ) {}

  get isShown(): boolean {
    return this.folder === '-';
  }

  *list(path: string, file: string): Process<List | Failure> {
    const response = yield* this.session.call({ method: 'GET', path, accept: 'application/json, */*' });
    if (response.code !== 200) return failureOf(response.code, response.body);
    const list = orderedAsSent(response.body) as List;
    const items = (list.items ?? []).map((item) =>
      withoutManagedFields(file.endsWith('/events') ? asEvent(item) : item),
    );
    // The typed client has no list where nothing came.
    const whole = { ...list, items: items.length === 0 ? null : items };
    const text = this.textOf(whole);
    if (isFailure(text)) return text;
    this.shown += 1;
    const { format } = this.printer;
    this.write(`${file}.${format === 'json' || format === 'yaml' ? format : 'txt'}`, text);
    return list;
  }

  /** The fields of a typed list come in the order of its type. */
  private textOf(whole: object): string | Failure {
    const { format } = this.printer;
    if (format === 'json') return `${goJson(whole, { indent: 4 })}\n`;
    if (format !== 'yaml') return this.printer.print([whole], whole, this.shown > 0);
    return `${this.isShown && this.shown > 0 ? '---\n' : ''}${printYaml(whole)}`;
  }

  *logs({ metadata, spec }: Pod): Process {
    const where = `${metadata.namespace}/${metadata.name}`;
    let text = '';
    for (const { name } of [...(spec.initContainers ?? []), ...spec.containers]) {
      const response = yield* this.session.call({
        method: 'GET',
        path: `/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}/log`,
        query: [['container', name]],
        accept: 'application/json, */*',
      });
      const lines = response.code === 200 && typeof response.body === 'string' ? response.body : '';
      text += `==== START logs for container ${name} of pod ${where} ====\n${lines}==== END logs for container ${name} of pod ${where} ====\n`;
    }
    this.write(`${where}/logs.txt`, text);
  }

  private write(file: string, text: string): void {
    if (this.isShown) this.session.print(text);
    else rememberFile(this.session, `${this.folder.replace(/\/+$/, '')}/${file}`, text);
  }
}
