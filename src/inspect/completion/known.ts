import { allResources } from '../../api/scheme/scheme.ts';
import type { CustomResourceDefinition } from '../../api/types/apiextensions.ts';
import type { KObject } from '../../api/types/meta.ts';
import { KEYS_TABLE } from '../../cluster/etcd/rows.ts';
import { CACHE_TABLE } from '../../cluster/kubectl/session/rows.ts';
import { subjectOfKey } from '../keys.ts';
import type { Snapshot } from '../snapshot.ts';

/** A resource that is served at the cursor. */
export interface KnownResource {
  readonly resource: string;
  readonly group: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly kind: string;
  readonly namespaced: boolean;
}

export interface KnownObject {
  readonly name: string;
  readonly object: KObject;
}

const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io';
const FILE = 'file/';

/** What there is at the cursor that words can name. */
export class Known {
  private readonly all: ReadonlyMap<string, unknown>;

  constructor(private readonly snapshot: Snapshot) {
    this.all = snapshot.table(KEYS_TABLE) as ReadonlyMap<string, unknown>;
  }

  /** Of each resource one, in the order of their names; custom ones as soon as they are established. */
  resources(): readonly KnownResource[] {
    const found = new Map<string, KnownResource>();
    for (const info of allResources())
      if (info.verbs.includes('list') && !found.has(`${info.resource}.${info.group}`))
        found.set(`${info.resource}.${info.group}`, info);
    for (const { object } of this.objects(DEFINITIONS)) {
      const { spec, status } = object as CustomResourceDefinition;
      if (status?.conditions?.some(({ type, status: is }) => type === 'Established' && is === 'True') !== true)
        continue;
      const { plural, singular = '', kind, shortNames = [] } = status.acceptedNames ?? spec.names;
      const namespaced = spec.scope === 'Namespaced';
      found.set(`${plural}.${spec.group}`, {
        resource: plural,
        group: spec.group,
        singular,
        kind,
        shortNames,
        namespaced,
      });
    }
    return [...found.values()].sort((one, other) => (one.resource < other.resource ? -1 : 1));
  }

  /** By what people write: a plural, a singular, a short name, perhaps with its group. */
  resourceNamed(word: string): KnownResource | undefined {
    const [name = '', ...rest] = word.toLowerCase().split('.');
    const group = rest.join('.');
    const isIt = (one: KnownResource): boolean => group === '' || one.group.startsWith(group);
    const all = this.resources();
    return (
      all.find((one) => isIt(one) && (one.resource === name || one.singular === name)) ??
      all.find((one) => isIt(one) && one.shortNames.includes(name))
    );
  }

  /** Of one resource (`deployments.apps`), of a namespace or of all. */
  objects(resource: string, namespace?: string): readonly KnownObject[] {
    const found: KnownObject[] = [];
    const head = `${resource}/${namespace === undefined ? '' : `${namespace}/`}`;
    for (const [key, row] of this.all) {
      const subject = subjectOfKey(key);
      if (subject?.startsWith(head) !== true) continue;
      const { value } = row as { readonly value: unknown };
      if (typeof value !== 'object' || value === null) continue;
      found.push({ name: subject.slice(subject.lastIndexOf('/') + 1), object: value as KObject });
    }
    return found;
  }

  names(resource: KnownResource, namespace: string): readonly string[] {
    const { group, namespaced } = resource;
    const word = group === '' ? resource.resource : `${resource.resource}.${group}`;
    return this.objects(word, namespaced ? namespace : undefined).map(({ name }) => name);
  }

  keys(): Iterable<string> {
    return this.all.keys();
  }

  /** What lines and kubectl have written. */
  written(): readonly string[] {
    const names: string[] = [];
    for (const key of this.cache().keys()) if (key.startsWith(FILE)) names.push(key.slice(FILE.length));
    return names;
  }

  /** A kubeconfig that was changed by `kubectl config`. */
  changedConfig(): unknown {
    return this.cache().get('kubeconfig')?.body;
  }

  private cache() {
    const { engine } = this.snapshot;
    return engine.tableNames.includes(CACHE_TABLE) ? this.snapshot.table(CACHE_TABLE) : NO_CACHE;
  }
}

const NO_CACHE: ReadonlyMap<string, never> = new Map<string, never>();
