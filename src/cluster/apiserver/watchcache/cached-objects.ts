import type { KObject } from '../../../api/types/meta.ts';
import { slashed } from '../../../base/slashed.ts';
import { SortedMap } from '../../../base/sorted-map.ts';

/** One object of a cache. Its keys stay the same strings for as long as it lives: a map finds them without comparing texts. */
export interface CachedObject {
  /** `/registry/pods/default/nginx`. */
  readonly storageKey: string;
  /** `default/nginx`. */
  readonly key: string;
  object: KObject;
}

type Visit = (object: KObject, key: string, storageKey: string) => boolean;

/**
 * The objects of one resource: by the key of the store, by namespace and name, and in order of key.
 */
// Models staging/src/k8s.io/apiserver/pkg/storage/cacher/store_btree.go (v1.36)
export class CachedObjects {
  private readonly byStorageKey = new Map<string, CachedObject>();
  private readonly byNamespace = new Map<string, Map<string, CachedObject>>();
  private readonly ordered = new SortedMap<CachedObject>();
  /** Found last: a request looks for its object several times. */
  private lastNamespace = '';
  private lastName = '';
  private lastFound: CachedObject | undefined;

  get size(): number {
    return this.byStorageKey.size;
  }

  at(storageKey: string): CachedObject | undefined {
    return this.byStorageKey.get(storageKey);
  }

  find(namespace: string, name: string): CachedObject | undefined {
    if (this.lastFound !== undefined && name === this.lastName && namespace === this.lastNamespace)
      return this.lastFound;
    const found = this.byNamespace.get(namespace)?.get(name);
    this.lastNamespace = namespace;
    this.lastName = name;
    this.lastFound = found;
    return found;
  }

  values(): IterableIterator<CachedObject> {
    return this.byStorageKey.values();
  }

  add(storageKey: string, key: string, object: KObject): void {
    const { namespace, name } = placeOf(key, object);
    // Others put the two together for themselves, and shall get the same string.
    const own = namespace === '' ? key : slashed(namespace, name);
    const cached: CachedObject = { storageKey, key: own, object };
    let inNamespace = this.byNamespace.get(namespace);
    if (inNamespace === undefined) {
      inNamespace = new Map();
      this.byNamespace.set(namespace, inNamespace);
    }
    this.lastFound = undefined;
    inNamespace.set(name, cached);
    this.byStorageKey.set(storageKey, cached);
    this.ordered.set(own, cached);
  }

  remove({ storageKey, key, object }: CachedObject): void {
    this.lastFound = undefined;
    this.ordered.delete(key);
    this.byStorageKey.delete(storageKey);
    const { namespace, name } = placeOf(key, object);
    const inNamespace = this.byNamespace.get(namespace);
    inNamespace?.delete(name);
    if (inNamespace?.size === 0) this.byNamespace.delete(namespace);
  }

  /** Visits [start, end) in order of key until `visit` returns false. */
  scan(start: string, end: string | undefined, visit: Visit): void {
    this.ordered.scan(start, end, ({ object, storageKey }, key) => visit(object, key, storageKey));
  }

  /** How many objects are in [start, end). */
  count(start: string, end: string | undefined): number {
    return this.ordered.count(start, end);
  }
}

/** Namespace and name as the key has them, the name as the same string as in the object if it is the same. */
function placeOf(key: string, { metadata }: KObject): { readonly namespace: string; readonly name: string } {
  const slash = key.indexOf('/');
  const name = slash < 0 ? key : key.slice(slash + 1);
  return { namespace: slash < 0 ? '' : key.slice(0, slash), name: metadata.name === name ? metadata.name : name };
}
