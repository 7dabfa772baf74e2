import { allResources, qualifiedResource, type ResourceInfo } from '../api/scheme/scheme.ts';
import type { KObject } from '../api/types/meta.ts';
import { madeOnce } from '../base/pure.ts';
import type { KeyRow } from '../cluster/etcd/rows.ts';

/** A kind of object, and where etcd keeps its objects. */
export interface Kind {
  /** `deployments.apps` */
  readonly resource: string;
  readonly namespaced: boolean;
  /** With a slash at the end. */
  readonly prefix: string;
}

type Rows = ReadonlyMap<string, KeyRow>;

const ROOT = '/registry/';
const DEFINITIONS = `${ROOT}apiextensions.k8s.io/customresourcedefinitions/`;

/** Of two resources with the same word the first one in the scheme is meant, as kubectl has it. */
const builtIn = madeOnce((): ReadonlyMap<string, Kind> => {
  const byWord = new Map<string, Kind>();
  for (const info of allResources())
    for (const word of wordsOf(info)) if (!byWord.has(word)) byWord.set(word, kindOf(info));
  return byWord;
});

function wordsOf(info: ResourceInfo): readonly string[] {
  const { resource, singular, kind, shortNames } = info;
  return [qualifiedResource(info), resource, singular, kind.toLowerCase(), ...shortNames].filter((word) => word !== '');
}

function kindOf(info: ResourceInfo): Kind {
  const { namespaced, storagePrefix } = info;
  const prefix = storagePrefix.startsWith(ROOT) ? storagePrefix : `${ROOT}${storagePrefix}`;
  return { resource: qualifiedResource(info), namespaced, prefix: `${prefix}/` };
}

interface Definition extends KObject {
  readonly spec: {
    readonly group: string;
    readonly scope: 'Namespaced' | 'Cluster';
    readonly names: {
      readonly plural: string;
      readonly singular?: string;
      readonly kind: string;
      readonly shortNames?: readonly string[];
    };
  };
}

/** The kind that a word names, as kubectl reads it: built in, or made by a CustomResourceDefinition that is there. */
export function kindNamed(rows: Rows, word: string): Kind | undefined {
  const typed = word.toLowerCase();
  const known = builtIn().get(typed);
  if (known !== undefined) return known;
  for (const [key, { value }] of rows) {
    if (!key.startsWith(DEFINITIONS)) continue;
    const { spec } = value as Definition;
    const { plural, singular = '', kind, shortNames = [] } = spec.names;
    const resource = `${plural}.${spec.group}`;
    if (![resource, plural, singular, kind.toLowerCase(), ...shortNames].includes(typed)) continue;
    return { resource, namespaced: spec.scope === 'Namespaced', prefix: `${ROOT}${spec.group}/${plural}/` };
  }
  return undefined;
}

export function keyOf({ prefix, namespaced }: Kind, name: string, namespace: string): string {
  return namespaced ? `${prefix}${namespace}/${name}` : `${prefix}${name}`;
}
