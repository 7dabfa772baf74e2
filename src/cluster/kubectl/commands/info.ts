import type { Process } from '../../../engine/index.ts';
import type { Options } from '../argv.ts';
import { type Discovered, discover } from '../discovery.ts';
import { type Failure, failureOf } from '../errors.ts';
import { TABLE_OPTIONS, TabWriter } from '../print/tabwriter.ts';
import type { Session } from '../session.ts';

const CLIENT_VERSION = 'v1.36.2';
const KUSTOMIZE_VERSION = 'v5.8.1';

/** Models staging/src/k8s.io/kubectl/pkg/cmd/version/version.go (v1.36) */
export function* version(session: Session, _words: readonly string[], options: Options): Process<number | Failure> {
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

/** Models staging/src/k8s.io/kubectl/pkg/cmd/clusterinfo/clusterinfo.go (v1.36); the real one also lists labelled Services. */
export function* clusterInfo(session: Session): Process<number | Failure> {
  session.print(
    `Kubernetes control plane is running at ${session.host.server}\n\nTo further debug and diagnose cluster problems, use 'kubectl cluster-info dump'.\n`,
  );
  return 0;
}

/** Models staging/src/k8s.io/kubectl/pkg/cmd/apiresources/apiresources.go (v1.36) */
export function* apiResources(
  session: Session,
  _words: readonly string[],
  options: Options,
): Process<number | Failure> {
  const known = (yield* discover(session, !options.is('cached'))).filter((one) => isWanted(one, options));
  const seen = new Set<string>();
  const preferred = known.filter(({ group, resource }) => {
    const key = `${group}/${resource}`;
    return !seen.has(key) && seen.add(key) !== undefined;
  });
  const sorted = [...preferred].sort((a, b) => compare(a.group, b.group) || compare(a.resource, b.resource));
  if (options.text('output') === 'name') {
    const names = sorted.map(({ group, resource }) => (group === '' ? resource : `${resource}.${group}`)).sort();
    session.print(names.map((name) => `${name}\n`).join(''));
    return 0;
  }
  const wide = options.text('output') === 'wide';
  const writer = new TabWriter(TABLE_OPTIONS);
  if (!options.is('no-headers')) {
    writer.write(`NAME\tSHORTNAMES\tAPIVERSION\tNAMESPACED\tKIND${wide ? '\tVERBS\tCATEGORIES' : ''}\n`);
  }
  for (const one of sorted) writer.write(`${rowOf(one, wide).join('\t')}\n`);
  session.print(writer.flush());
  return 0;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function isWanted({ group, namespaced }: Discovered, options: Options): boolean {
  const wantedGroup = options.text('api-group');
  if (wantedGroup !== undefined && group !== wantedGroup) return false;
  return !options.has('namespaced') || options.is('namespaced') === namespaced;
}

function rowOf(one: Discovered, wide: boolean): readonly string[] {
  const apiVersion = one.group === '' ? one.version : `${one.group}/${one.version}`;
  const row = [one.resource, one.shortNames.join(','), apiVersion, String(one.namespaced), one.kind];
  return wide ? [...row, [...one.verbs].sort().join(','), one.categories.join(',')] : row;
}
