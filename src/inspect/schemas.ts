import { allResources, apiVersionOf } from '../api/scheme/scheme.ts';
import type { CustomResourceDefinition } from '../api/types/apiextensions.ts';
import type { KObject } from '../api/types/meta.ts';
import { splitGroupVersion } from '../api/values/group-version.ts';
import { isTrue } from '../cluster/apiserver/definitions/conditions.ts';
import { openApiDocument } from '../cluster/apiserver/discovery/open-api.ts';
import { customSchemas } from '../cluster/apiserver/openapi/custom-document.ts';
import { KEYS_TABLE } from '../cluster/etcd/rows.ts';
import type { DefinedKind, KindSchemas, QueryResult } from '../protocol/queries.ts';
import { subjectOfKey } from './keys.ts';
import type { Snapshot } from './snapshot.ts';

const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io';
/** What fields of manifests name. */
const NAMED: ReadonlySet<string> = new Set([
  'configmaps',
  'secrets',
  'serviceaccounts',
  'services',
  'namespaces',
  'nodes',
  'persistentvolumeclaims',
  'persistentvolumes',
  'deployments.apps',
  'statefulsets.apps',
  'replicasets.apps',
  'storageclasses.storage.k8s.io',
  'priorityclasses.scheduling.k8s.io',
  'ingressclasses.networking.k8s.io',
  'runtimeclasses.node.k8s.io',
  'deviceclasses.resource.k8s.io',
  'resourceclaims.resource.k8s.io',
  'resourceclaimtemplates.resource.k8s.io',
  'roles.rbac.authorization.k8s.io',
  'clusterroles.rbac.authorization.k8s.io',
]);
/** Nobody looks through more. */
const MOST_NAMES = 200;

/** What the server says of kinds at the cursor, and what there is that a manifest may name. */
export function schemasAt(
  snapshot: Snapshot,
  wanted: readonly string[] | 'all',
  known: Readonly<Record<string, string>>,
): QueryResult {
  const definitions: CustomResourceDefinition[] = [];
  const names: Record<string, string[]> = {};
  for (const [key, { value }] of snapshot.table(KEYS_TABLE)) {
    const subject = subjectOfKey(key) ?? '';
    const slash = subject.indexOf('/');
    const resource = subject.slice(0, slash);
    if (resource === DEFINITIONS) definitions.push(value as CustomResourceDefinition & KObject);
    if (!NAMED.has(resource)) continue;
    names[resource] ??= [];
    const list = names[resource];
    if (list.length < MOST_NAMES) list.push(subject.slice(slash + 1));
  }
  const served = definitions.filter((each) => isTrue(each, 'Established'));
  const found: Record<string, KindSchemas> = {};
  const defined = served.flatMap(kindsOf);
  for (const apiVersion of wanted === 'all' ? allVersions(defined) : wanted) {
    const one = schemasOf(apiVersion, served);
    if (one !== undefined && one.contents !== known[apiVersion])
      found[apiVersion] = { contents: one.contents, schemas: JSON.stringify(one.make()) };
  }
  return { type: 'schemas', found, defined, names };
}

function allVersions(defined: readonly DefinedKind[]): readonly string[] {
  const built = allResources().map((info) => apiVersionOf(info));
  return [...new Set([...built, ...defined.map(({ apiVersion }) => apiVersion)])];
}

interface Source {
  readonly contents: string;
  readonly make: () => Readonly<Record<string, object>>;
}

function schemasOf(apiVersion: string, served: readonly CustomResourceDefinition[]): Source | undefined {
  const [group, version] = splitGroupVersion(apiVersion);
  const makers = served.filter(
    ({ spec }) => spec.group === group && spec.versions.some((each) => each.served && each.name === version),
  );
  if (makers.length > 0) {
    const contents = makers.map(({ metadata: { uid = '', generation = 0 } }) => `${uid} ${generation}`).join(' ');
    return { contents, make: () => customSchemas(makers, version) };
  }
  const document = openApiDocument(group === '' ? `api/${version}` : `apis/${group}/${version}`);
  return document && { contents: 'built in', make: () => (document as Documented).components.schemas };
}

interface Documented {
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

function kindsOf({ spec }: CustomResourceDefinition): readonly DefinedKind[] {
  return spec.versions
    .filter(({ served }) => served)
    .map(({ name }) => ({
      apiVersion: `${spec.group}/${name}`,
      kind: spec.names.kind,
      namespaced: spec.scope === 'Namespaced',
    }));
}
