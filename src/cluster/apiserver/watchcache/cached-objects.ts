import type { KObject, ObjectMeta } from '../../../api/types/meta.ts';
import { assert } from '../../../base/assert.ts';
import { slashed } from '../../../base/slashed.ts';
import { SortedItems } from '../../../base/sorted-map.ts';
import type { KvPlace } from '../../ports/kv.ts';

/** One object of a cache. Its keys stay the same strings for as long as it lives: a map finds them without comparing texts. */
export interface CachedObject {
  /** `/registry/pods/default/nginx`. */
  readonly storageKey: string;
  /** `default/nginx`. */
  readonly key: string;
  object: KObject;
  /** Where the store keeps the object; undefined until the store has said so. */
  place: KvPlace | undefined;
}

/** All that a place is told by. */
export interface Named {
  readonly metadata: Pick<ObjectMeta, 'namespace' | 'name'>;
}

type Visit = (object: KObject, key: string, storageKey: string) => boolean;

/** The objects of one resource: by namespace and name, and in order of key. */
// Models staging/src/k8s.io/apiserver/pkg/storage/cacher/store_btree.go (v1.36)
export class CachedObjects {
  private readonly byNamespace = new Map<string, Map<string, CachedObject>>();
  private readonly ordered = new SortedItems<CachedObject>();
  /** New ones, until somebody asks for one by its name: of Events hardly anybody does. */
  private unnamed: CachedObject[] = [];
  private held = 0;
  /** Found last: a request looks for its object several times. */
  private lastNamespace = '';
  private lastName = '';
  private lastFound: CachedObject | undefined;

  /** Keys of the store begin with the prefix and a slash. */
  constructor(private readonly prefix: string) {}

  get size(): number {
    return this.held;
  }

  /** What stands at a key of the store. `named`: an object of that key, which most often is called as the key says. */
  at(storageKey: string, named: Named): CachedObject | undefined {
    const { namespace = '', name = '' } = named.metadata;
    const found = this.find(namespace, name);
    if (found?.storageKey === storageKey) return found;
    const place = this.placeOf(storageKey, named);
    return this.find(place.namespace ?? '', place.name ?? '');
  }

  find(namespace: string, name: string): CachedObject | undefined {
    if (this.lastFound !== undefined && name === this.lastName && namespace === this.lastNamespace)
      return this.lastFound;
    if (this.unnamed.length > 0) this.nameAll();
    const found = this.byNamespace.get(namespace)?.get(name);
    this.lastNamespace = namespace;
    this.lastName = name;
    this.lastFound = found;
    return found;
  }

  private nameAll(): void {
    for (const cached of this.unnamed) {
      const { namespace = '', name = '' } = this.placeOf(cached.storageKey, cached.object);
      let inNamespace = this.byNamespace.get(namespace);
      if (inNamespace === undefined) {
        inNamespace = new Map();
        this.byNamespace.set(namespace, inNamespace);
      }
      inNamespace.set(name, cached);
    }
    this.unnamed = [];
  }

  *all(): IterableIterator<CachedObject> {
    this.nameAll();
    for (const inNamespace of this.byNamespace.values()) yield* inNamespace.values();
  }

  /** `shared`: others will put namespace and name together for themselves, and shall get the same string. */
  add(storageKey: string, object: KObject, shared: boolean): CachedObject {
    const cached: CachedObject = { storageKey, key: this.keyOf(storageKey, object, shared), object, place: undefined };
    this.unnamed.push(cached);
    this.ordered.add(cached);
    this.held += 1;
    return cached;
  }

  private keyOf(storageKey: string, object: KObject, shared: boolean): string {
    if (!shared) return storageKey.slice(this.prefix.length + 1);
    const { namespace = '', name = '' } = this.placeOf(storageKey, object);
    return namespace === '' ? name : slashed(namespace, name);
  }

  remove({ storageKey, key, object }: CachedObject): void {
    this.lastFound = undefined;
    this.nameAll();
    const { namespace = '', name = '' } = this.placeOf(storageKey, object);
    const inNamespace = this.byNamespace.get(namespace);
    if (inNamespace?.delete(name) !== true) return;
    assert(this.held > 0, 'who removes an object has it');
    if (inNamespace.size === 0) this.byNamespace.delete(namespace);
    this.ordered.remove(key);
    this.held -= 1;
  }

  /** Visits [start, end) in order of key until `visit` returns false. */
  scan(start: string, end: string | undefined, visit: Visit): void {
    this.ordered.scan(start, end, ({ object, key, storageKey }) => visit(object, key, storageKey));
  }

  /** How many objects are in [start, end). */
  count(start: string, end: string | undefined): number {
    return this.ordered.count(start, end);
  }

  /** Namespace and name as the key has them: those of the object, if the two agree. */
  private placeOf(storageKey: string, { metadata }: Named): Named['metadata'] {
    const { namespace = '', name = '' } = metadata;
    const start = this.prefix.length + 1;
    const nameAt = namespace === '' ? start : start + namespace.length + 1;
    const isCalledSo =
      storageKey.length === nameAt + name.length &&
      storageKey.endsWith(name) &&
      (namespace === '' || (storageKey.charCodeAt(nameAt - 1) === SLASH && storageKey.startsWith(namespace, start)));
    if (isCalledSo) return metadata;
    const slash = storageKey.indexOf('/', start);
    if (slash < 0) return { name: storageKey.slice(start) };
    return { namespace: storageKey.slice(start, slash), name: storageKey.slice(slash + 1) };
  }
}

const SLASH = '/'.charCodeAt(0);
