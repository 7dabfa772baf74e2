import { equalJson, isFields } from '../json.ts';

export interface JsonPatchOperation {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

export type Patched<T> = { readonly object: T } | { readonly error: string };

class PatchError {
  constructor(readonly message: string) {}
}

const OPERATIONS: readonly string[] = ['add', 'remove', 'replace', 'move', 'copy', 'test'];

/** RFC 6902, with what that leaves open: a missing key is replaced by adding it, and copied as null. */
// Models github.com/evanphx/json-patch v4 as the server uses it (v1.36)
export function applyJsonPatch<T>(original: T, operations: readonly JsonPatchOperation[]): Patched<T> {
  let document: unknown = original;
  for (const operation of operations) {
    const result = applyOne(document, operation);
    if (result instanceof PatchError) return { error: result.message };
    document = result;
  }
  return { object: document as T };
}

/** What a person typed need not be what the type says. */
function applyOne(document: unknown, operation: JsonPatchOperation): unknown {
  if (!isFields(operation) || !OPERATIONS.includes(operation.op)) {
    return new PatchError(`Unexpected kind: ${isFields(operation) ? String(operation.op ?? 'unknown') : 'unknown'}`);
  }
  const { op, path, value = null } = operation;
  if (typeof path !== 'string') return new PatchError(`${op} operation failed to decode path: missing value`);
  switch (op) {
    case 'add':
      return edit(document, path, missing(`add operation does not apply: doc is missing path: "${path}"`), (place) =>
        within(`error in add for path: '${path}'`, place.add(value)),
      );
    case 'remove':
      return edit(document, path, missing(`remove operation does not apply: doc is missing path: "${path}"`), (place) =>
        within(`error in remove for path: '${path}'`, place.remove()),
      );
    case 'replace':
      if (path === '') return value;
      return edit(document, path, missing(`replace operation does not apply: doc is missing path: ${path}`), (place) =>
        place.get() instanceof PatchError
          ? missing(`replace operation does not apply: doc is missing key: ${path}`)
          : place.put(value),
      );
    case 'test':
      return test(document, path, value);
    case 'move':
    case 'copy':
      return transfer(document, operation);
  }
}

function test(document: unknown, path: string, wanted: unknown): unknown {
  const place = path === '' ? undefined : placeOf(document, path);
  if (path !== '' && place === undefined) return missing(`test operation does not apply: is missing path: ${path}`);
  const found = place === undefined ? document : place.get();
  if (found instanceof PatchError) return within(`error in test for path: '${path}'`, found);
  if (equalJson(found ?? undefined, wanted ?? undefined)) return document;
  return new PatchError(`testing value ${path} failed: test failed`);
}

function transfer(document: unknown, operation: JsonPatchOperation): unknown {
  const { op, path } = operation;
  const from: unknown = operation.from;
  if (typeof from !== 'string') return new PatchError(`${op} operation failed to decode from: ${undecodable(from)}`);
  const source = placeOf(document, from);
  if (source === undefined) return missing(`${op} operation does not apply: doc is missing from path: ${from}`);
  const value = source.get();
  const failed = op === 'move' ? `error in move for path: '${source.key}'` : `error in copy for from: '${from}'`;
  if (value instanceof PatchError) return within(failed, value);
  const left = op === 'move' ? edit(document, from, NOWHERE, (place) => place.remove()) : document;
  if (left instanceof PatchError) return within(failed, left);
  const nowhere = missing(`${op} operation does not apply: doc is missing destination path: ${path}`);
  const refused = op === 'move' ? `error in move for path: '${path}'` : 'error while adding value during copy';
  return edit(left, path, nowhere, (place) => within(refused, place.add(value ?? null)));
}

function undecodable(from: unknown): string {
  if (from === undefined) return 'operation, missing from field: missing value';
  const kind = Array.isArray(from) ? 'array' : typeof from === 'boolean' ? 'bool' : typeof from;
  return `json: cannot unmarshal ${kind} into Go value of type string`;
}

const missing = (what: string): PatchError => new PatchError(`${what}: missing value`);
const NOWHERE = new PatchError('');

function within(where: string, result: unknown): unknown {
  return result instanceof PatchError ? new PatchError(`${where}: ${result.message}`) : result;
}

/** Keys to the container, and the key in it; undefined for what is no path. What stands before the first slash is not looked at. */
function pointer(path: string): { readonly parents: readonly string[]; readonly key: string } | undefined {
  const parts = path.split('/');
  if (parts.length < 2) return undefined;
  const [key = '', ...parents] = parts
    .slice(1)
    .reverse()
    .map((each) => each.replaceAll('~1', '/').replaceAll('~0', '~'));
  return { parents: parents.reverse(), key };
}

/** A key of an object or an index of a list. */
class Place {
  constructor(
    readonly container: object,
    readonly key: string,
    /** The keys that lead to the container. */
    readonly parents: readonly string[] = [],
  ) {}

  get(): unknown {
    if (!Array.isArray(this.container)) return (this.container as Record<string, unknown>)[this.key];
    const at = this.index(this.container.length);
    return at instanceof PatchError ? at : this.container[at];
  }

  put(value: unknown): unknown {
    if (!Array.isArray(this.container)) return { ...this.container, [this.key]: value };
    const at = this.index(this.container.length);
    return at instanceof PatchError ? at : this.container.with(at, value);
  }

  add(value: unknown): unknown {
    if (!Array.isArray(this.container)) return { ...this.container, [this.key]: value };
    const at = this.key === '-' ? this.container.length : this.index(this.container.length + 1);
    if (typeof at === 'number') return this.container.toSpliced(at, 0, value);
    return at.message.startsWith('strconv') ? within(`value was not a proper array index: '${this.key}'`, at) : at;
  }

  remove(): unknown {
    if (Array.isArray(this.container)) {
      const at = this.index(this.container.length);
      return at instanceof PatchError ? at : this.container.toSpliced(at, 1);
    }
    if (!(this.key in this.container)) return missing(`Unable to remove nonexistent key: ${this.key}`);
    const { [this.key]: _, ...others } = this.container as Record<string, unknown>;
    return others;
  }

  /** Negative ones count from the end. */
  private index(length: number): number | PatchError {
    if (!INTEGER.test(this.key)) return new PatchError(`strconv.Atoi: parsing "${this.key}": invalid syntax`);
    const given = Number(this.key);
    if (!Number.isSafeInteger(given)) {
      return new PatchError(`strconv.Atoi: parsing "${this.key}": value out of range`);
    }
    const at = given < 0 ? given + length : given;
    if (at >= 0 && at < length) return at;
    return new PatchError(`Unable to access invalid index: ${given}: invalid index referenced`);
  }
}

const INTEGER = /^[+-]?\d+$/;

function placeOf(document: unknown, path: string): Place | undefined {
  const found = pointer(path);
  if (found === undefined) return undefined;
  let container = document;
  for (const key of found.parents) {
    if (typeof container !== 'object' || container === null) return undefined;
    container = new Place(container, key).get();
  }
  const isContainer = typeof container === 'object' && container !== null && !(container instanceof PatchError);
  return isContainer ? new Place(container as object, found.key, found.parents) : undefined;
}

/** The document with another container at the path; what is not on the way is shared. */
function edit(document: unknown, path: string, nowhere: PatchError, change: (place: Place) => unknown): unknown {
  const place = placeOf(document, path);
  if (place === undefined) return nowhere;
  const changed = change(place);
  return changed instanceof PatchError ? changed : replacedAt(document, place.parents, changed);
}

function replacedAt(container: unknown, [key, ...rest]: readonly string[], changed: unknown): unknown {
  if (key === undefined) return changed;
  const place = new Place(container as object, key);
  return place.put(replacedAt(place.get(), rest, changed));
}
