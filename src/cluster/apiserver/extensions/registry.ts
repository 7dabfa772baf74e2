import { compareText, equalJson } from '../../../api/go/json.ts';
import { customResource, type ResourceInfo, type SubresourceInfo } from '../../../api/scheme/scheme.ts';
import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from '../../../api/types/apiextensions.ts';
import { extend } from '../../../base/extend.ts';
import type { Context } from '../../../engine/index.ts';
import { isTrue } from '../definitions/conditions.ts';
import { type Converter, compareVersions, customKindOf } from '../definitions/custom-kind.ts';
import { storageVersionHash } from '../definitions/storage-version-hash.ts';
import type { ResourceStore } from '../registry/store.ts';
import type { Stores } from '../registry/stores.ts';
import { customStrategy } from '../strategies/custom-strategy.ts';

interface Served {
  readonly definition: CustomResourceDefinition;
  readonly versions: readonly ResourceInfo[];
  readonly store: ResourceStore;
}

/** The custom resources that the server serves: what the definitions say, as resources with a store each. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go, crdHandler (v1.36)
export class CustomResources {
  private readonly served = new Map<string, Served>();

  constructor(
    private readonly stores: Stores,
    private readonly converterOf: (definition: CustomResourceDefinition) => Converter,
  ) {}

  /** A definition as it is now; nothing happens when neither its spec nor its accepted names changed. */
  accept(definition: CustomResourceDefinition): void {
    const name = definition.metadata.name ?? '';
    const known = this.served.get(name);
    if (!isTrue(definition, 'NamesAccepted') && !isTrue(definition, 'Established')) return;
    if (known !== undefined && sameService(known.definition, definition)) {
      this.served.set(name, { ...known, definition });
      return;
    }
    if (known !== undefined) this.stores.withdraw(known.versions);
    const convert = this.converterOf(definition);
    const infos = definition.spec.versions.map((version) => ({ version, info: infoOf(definition, version, convert) }));
    const storage = infos.find(({ version }) => version.storage)?.info;
    if (storage === undefined) return;
    const versions = infos.filter(({ version }) => version.served).map(({ info }) => info);
    const hasStatus = definition.spec.versions.some((each) => each.storage && each.subresources?.status !== undefined);
    const store = this.stores.define(versions, storage, customStrategy(hasStatus), known?.store.cacher);
    this.served.set(name, { definition, versions, store });
  }

  /** The definition is gone: its paths answer 404 and its watches end. */
  remove(ctx: Context, name: string): void {
    const known = this.served.get(name);
    if (known === undefined) return;
    this.served.delete(name);
    this.stores.withdraw(known.versions);
    this.stores.forget(known.store);
    known.store.cacher.stop(ctx);
  }

  definitionOf(info: ResourceInfo): CustomResourceDefinition | undefined {
    return this.served.get(`${info.resource}.${info.group}`)?.definition;
  }

  /** As discovery tells them: by group, the newest version first, by name. */
  inOrder(): readonly ResourceInfo[] {
    return [...this.stores.customResources()].sort(
      (a, b) =>
        compareText(a.group, b.group) || compareVersions(a.version, b.version) || compareText(a.resource, b.resource),
    );
  }

  /** By `group/version`: a text that changes when anything that OpenAPI tells of it does. */
  contents(): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    for (const info of this.inOrder()) {
      const { uid = '', generation = 0 } = this.definitionOf(info)?.metadata ?? {};
      const key = `${info.group}/${info.version}`;
      found.set(key, `${found.get(key) ?? key} ${uid} ${generation}`);
    }
    return found;
  }

  storeOf(name: string): ResourceStore | undefined {
    return this.served.get(name)?.store;
  }
}

function sameService(a: CustomResourceDefinition, b: CustomResourceDefinition): boolean {
  return equalJson(a.spec, b.spec) && equalJson(a.status.acceptedNames, b.status.acceptedNames);
}

function infoOf(
  definition: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
  convert: Converter,
): ResourceInfo {
  const { group, names, scope } = definition.spec;
  const accepted = definition.status.acceptedNames.plural === '' ? names : definition.status.acceptedNames;
  const info = customResource({
    group,
    version: version.name,
    resource: names.plural,
    singular: accepted.singular ?? '',
    kind: names.kind,
    namespaced: scope === 'Namespaced',
    shortNames: accepted.shortNames ?? [],
    categories: accepted.categories ?? [],
    verbs: VERBS,
    subresources: subresourcesOf(group, names.kind, version),
    storageVersionHash: storageVersionHash(group, storageName(definition), names.kind),
  });
  return extend(info, { definition: customKindOf(definition, version, convert) });
}

/** In the order in which discovery tells them. */
const VERBS: readonly string[] = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
const SUBRESOURCE_VERBS: readonly string[] = ['get', 'patch', 'update'];

function storageName({ spec }: CustomResourceDefinition): string {
  return spec.versions.find((each) => each.storage)?.name ?? '';
}

function subresourcesOf(
  group: string,
  kind: string,
  { name, subresources }: CustomResourceDefinitionVersion,
): readonly SubresourceInfo[] {
  const found: SubresourceInfo[] = [];
  const verbs = SUBRESOURCE_VERBS;
  if (subresources?.status !== undefined) found.push({ name: 'status', verbs, group, version: name, kind });
  if (subresources?.scale !== undefined) {
    found.push({ name: 'scale', verbs, group: 'autoscaling', version: 'v1', kind: 'Scale' });
  }
  return found;
}
