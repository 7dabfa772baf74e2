import { goJson } from '../../../../api/go/json-text.ts';
import type { Service } from '../../../../api/types/core.ts';
import { printYaml } from '../../../../api/yaml/index.ts';
import type { Process } from '../../../../engine/index.ts';
import { type Discovered, discover } from '../../client/discovery.ts';
import type { Options } from '../../flags/options.ts';
import { printKyaml } from '../../print/kyaml.ts';
import { TABLE_OPTIONS, TabWriter } from '../../print/tabwriter.ts';
import { type Failure, failure, failureOf } from '../../session/errors.ts';
import type { Query, Session } from '../../session/session.ts';
import { dumpClusterInfo } from './cluster-info-dump.ts';

const CLIENT_VERSION = 'v1.36.2';
const KUSTOMIZE_VERSION = 'v5.8.1';

/** Models staging/src/k8s.io/kubectl/pkg/cmd/version/version.go (v1.36) */
export function* version(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  if (words.length > 0) return failure(`extra arguments: [${words.join(' ')}]`);
  const output = options.text('output') ?? '';
  if (!['', 'yaml', 'json'].includes(output)) return failure("--output must be 'yaml' or 'json'");
  if (output !== '') return yield* versionObject(session, output, options);
  session.print(`Client Version: ${CLIENT_VERSION}\nKustomize Version: ${KUSTOMIZE_VERSION}\n`);
  if (options.is('client')) return 0;
  const response = yield* session.call({
    method: 'GET',
    path: '/version',
    query: [['timeout', '32s']],
    accept: 'application/json, */*',
  });
  if (response.code !== 200) return failureOf(response.code, response.body);
  session.print(`Server Version: ${(response.body as { readonly gitVersion?: string }).gitVersion ?? ''}\n`);
  return 0;
}

/** The client's build, as far as a simulated one has any. */
const CLIENT = {
  major: '1',
  minor: '36',
  gitVersion: CLIENT_VERSION,
  gitCommit: '8e16b12fda5b1dccc41a6de48b3e356cc7d5048b',
  gitTreeState: 'clean',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: 'go1.26.11',
  compiler: 'gc',
  platform: 'linux/amd64',
};

function* versionObject(session: Session, output: string, options: Options): Process<number | Failure> {
  const response = options.is('client')
    ? undefined
    : yield* session.call({
        method: 'GET',
        path: '/version',
        query: [['timeout', '32s']],
        accept: 'application/json, */*',
      });
  if (response !== undefined && response.code !== 200) return failureOf(response.code, response.body);
  const whole = {
    clientVersion: CLIENT,
    kustomizeVersion: KUSTOMIZE_VERSION,
    ...(response === undefined ? {} : { serverVersion: response.body }),
  };
  session.print(output === 'yaml' ? `${printYaml(whole)}\n` : `${goJson(whole, { indent: 2 })}\n`);
  return 0;
}

const CLUSTER_SERVICES: Query = [['labelSelector', 'kubernetes.io/cluster-service=true']];

/** Models staging/src/k8s.io/kubectl/pkg/cmd/clusterinfo/clusterinfo.go (v1.36) */
export function* clusterInfo(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  if (words[0] === 'dump') return yield* dumpClusterInfo(session, options);
  const response = yield* session.call({
    method: 'GET',
    path: '/api/v1/namespaces/kube-system/services',
    query: CLUSTER_SERVICES,
    accept: 'application/json, */*',
  });
  if (response.code !== 200) return failureOf(response.code, response.body);
  session.print(`Kubernetes control plane is running at ${session.host.server}\n`);
  for (const service of (response.body as { readonly items?: readonly Service[] }).items ?? []) {
    session.print(`${runningAt(session.host.server, service)}\n`);
  }
  session.print(`\nTo further debug and diagnose cluster problems, use 'kubectl cluster-info dump'.\n`);
  return 0;
}

/** Behind its load balancer, or through the server's proxy. */
function runningAt(server: string, { metadata, spec, status }: Service): string {
  const name = metadata.labels?.['kubernetes.io/name'] || metadata.name;
  const [ingress] = status?.loadBalancer?.ingress ?? [];
  const ports = spec?.ports ?? [];
  if (ingress !== undefined) {
    const host = ingress.ip || ingress.hostname;
    return `${name} is running at ${ports.map(({ port }) => `http://${host}:${port} `).join('')}`;
  }
  const [first] = ports;
  const isSecure = first?.name === 'https' || first?.port === 443;
  const portName = first?.name ?? '';
  const plain = portName === '' ? metadata.name : `${metadata.name}:${portName}`;
  const shown = isSecure ? `https:${metadata.name}:${portName}` : plain;
  return `${name} is running at ${server}/api/v1/namespaces/${metadata.namespace}/services/${shown}/proxy`;
}

/** Models staging/src/k8s.io/kubectl/pkg/cmd/apiresources/apiresources.go (v1.36) */
export function* apiResources(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  const output = options.text('output') ?? '';
  if (words.length > 0) {
    return failure(`unexpected arguments: [${words.join(' ')}]\nSee 'kubectl api-resources -h' for help and examples`);
  }
  const order = options.text('sort-by') ?? '';
  if (!['', 'name', 'kind'].includes(order)) return failure('--sort-by accepts only name or kind');
  const whole = WHOLE.includes(output);
  if (!whole && !['', 'wide', 'name'].includes(output))
    return failure(
      `unable to match a printer suitable for the output format "${output}", allowed formats are: json,kyaml,name,wide,yaml`,
    );
  const known = (yield* discover(session, !options.is('cached'))).filter((one) => isWanted(one, options));
  const seen = new Set<string>();
  const preferred = known.filter(({ group, resource }) => {
    const key = `${group}/${resource}`;
    return !seen.has(key) && seen.add(key) !== undefined;
  });
  const sorted = [...preferred].sort(
    (a, b) =>
      (order === 'kind' ? compare(a.kind, b.kind) : order === 'name' ? 0 : compare(a.group, b.group)) ||
      compare(a.resource, b.resource),
  );
  if (whole) {
    session.print(resourceList(output, sorted));
    return 0;
  }
  if (output === 'name') {
    const names = sorted.map(({ group, resource }) => (group === '' ? resource : `${resource}.${group}`));
    session.print(names.map((name) => `${name}\n`).join(''));
    return 0;
  }
  const wide = output === 'wide';
  const writer = new TabWriter(TABLE_OPTIONS);
  if (!options.is('no-headers')) {
    writer.write(`NAME\tSHORTNAMES\tAPIVERSION\tNAMESPACED\tKIND${wide ? '\tVERBS\tCATEGORIES' : ''}\n`);
  }
  for (const one of sorted) writer.write(`${rowOf(one, wide).join('\t')}\n`);
  session.print(writer.flush());
  return 0;
}

const WHOLE: readonly string[] = ['json', 'yaml', 'kyaml'];

/** All of them as one list, whatever their groups. */
function resourceList(output: string, sorted: readonly Discovered[]): string {
  const resources = sorted.map(({ group, version, resource, singular, kind, namespaced, verbs, ...names }) => ({
    name: resource,
    singularName: singular,
    namespaced,
    ...(group === '' ? {} : { group }),
    version,
    kind,
    verbs,
    ...(names.shortNames.length === 0 ? {} : { shortNames: names.shortNames }),
    ...(names.categories.length === 0 ? {} : { categories: names.categories }),
  }));
  const list = {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: '',
    resources: resources.length === 0 ? null : resources,
  };
  if (output === 'json') return `${goJson(list, { indent: 4 })}\n`;
  return output === 'yaml' ? printYaml(list) : printKyaml(list, 'as given');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function isWanted({ group, namespaced, verbs, categories }: Discovered, options: Options): boolean {
  const wantedGroup = options.text('api-group');
  if (wantedGroup !== undefined && group !== wantedGroup) return false;
  if (!options.list('verbs').every((verb) => verbs.includes(verb))) return false;
  if (!options.list('categories').every((category) => categories.includes(category))) return false;
  return !options.has('namespaced') || options.is('namespaced') === namespaced;
}

function rowOf(one: Discovered, wide: boolean): readonly string[] {
  const apiVersion = one.group === '' ? one.version : `${one.group}/${one.version}`;
  const row = [one.resource, one.shortNames.join(','), apiVersion, String(one.namespaced), one.kind];
  return wide ? [...row, one.verbs.join(','), one.categories.join(',')] : row;
}
