import { utf8Length } from '../../base/bytes/utf8.ts';
import { isDeeper, MOST_READ_LEVELS, NOT_FOLLOWED } from '../../base/nesting.ts';
import { ownValue } from '../../base/own.ts';
import { equalJson, isFields } from '../go/json.ts';

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

/** What `copy` operations may add to a document at most, all together: as json-patch writes what it copies. */
const MOST_COPIED_BYTES = 3 * 1024 * 1024;

/**
 * RFC 6902, with what that leaves open: a missing key is replaced by adding it, and copied as null. The original stays as it
 * is; each container is copied once, when something in it changes first.
 * Deviation: the limit of copies, which is the API server's, holds for kubectl, too, which would run out of memory.
 */
// Models github.com/evanphx/json-patch v4 as the server uses it (v1.36)
export function applyJsonPatch<T>(original: T, operations: readonly JsonPatchOperation[]): Patched<T> {
  const work: Work = { own: new Set(), copied: 0 };
  let document: unknown = original;
  for (const operation of operations) {
    const result = applyOne(document, operation, work);
    if (result instanceof PatchError) return { error: result.message };
    document = result;
  }
  return { object: document as T };
}

/** What the operations of one patch have in common. */
interface Work {
  /** Containers that were made for this patch: they may be changed. */
  readonly own: Set<object>;
  copied: number;
}

/** What a person typed need not be what the type says. */
function applyOne(document: unknown, operation: JsonPatchOperation, work: Work): unknown {
  if (!isFields(operation) || !OPERATIONS.includes(operation.op)) {
    return new PatchError(`Unexpected kind: ${isFields(operation) ? String(operation.op ?? 'unknown') : 'unknown'}`);
  }
  const { op, path, value = null } = operation;
  if (typeof path !== 'string') return new PatchError(`${op} operation failed to decode path: missing value`);
  const at = (what: string): string => `${op} operation does not apply: doc is missing ${what}: `;
  switch (op) {
    case 'add':
      return edit(document, work, path, missing(`${at('path')}"${path}"`), (place) =>
        within(`error in add for path: '${path}'`, place.add(value)),
      );
    case 'remove':
      return edit(document, work, path, missing(`${at('path')}"${path}"`), (place) =>
        within(`error in remove for path: '${path}'`, place.remove()),
      );
    case 'replace':
      if (path === '') return value;
      return edit(document, work, path, missing(`${at('path')}${path}`), (place) =>
        place.get() instanceof PatchError ? missing(`${at('key')}${path}`) : place.put(value),
      );
    case 'test':
      return test(document, path, value);
    case 'move':
    case 'copy':
      return transfer(document, operation, work);
  }
}

function test(document: unknown, path: string, wanted: unknown): unknown {
  const place = path === '' ? undefined : placeOf(document, path);
  if (path !== '' && place === undefined) return missing(`test operation does not apply: is missing path: ${path}`);
  const found = place === undefined ? document : place.get();
  if (found instanceof PatchError) return inside(`error in test for path: '${path}'`, found);
  if (equalJson(found ?? undefined, wanted ?? undefined)) return document;
  return new PatchError(`testing value ${path} failed: test failed`);
}

function transfer(document: unknown, operation: JsonPatchOperation, work: Work): unknown {
  const { op, path } = operation;
  const from: unknown = operation.from;
  if (typeof from !== 'string') return new PatchError(`${op} operation failed to decode from: ${undecodable(from)}`);
  const source = placeOf(document, from);
  if (source === undefined) return missing(`${op} operation does not apply: doc is missing from path: ${from}`);
  const value = source.get();
  const failed = op === 'move' ? `error in move for path: '${source.key}'` : `error in copy for from: '${from}'`;
  if (value instanceof PatchError) return inside(failed, value);
  const left = op === 'move' ? edit(document, work, from, NOWHERE, (place) => place.remove()) : document;
  if (left instanceof PatchError) return inside(failed, left);
  const nowhere = missing(`${op} operation does not apply: doc is missing destination path: ${path}`);
  const refused = op === 'move' ? `error in move for path: '${path}'` : 'error while adding value during copy';
  return edit(left, work, path, nowhere, (place) => {
    if (op === 'move') return within(refused, place.add(value ?? null));
    if (isDeeper(value, MOST_READ_LEVELS)) return new PatchError(NOT_FOLLOWED);
    const text = JSON.stringify(value ?? null);
    work.copied += utf8Length(text);
    if (work.copied > MOST_COPIED_BYTES) return new PatchError(tooMuchCopied(work.copied));
    return within(refused, place.add(JSON.parse(text)));
  });
}

function tooMuchCopied(bytes: number): string {
  return `Unable to copy, the accumulated size increase of copy is ${bytes}, exceeding the limit ${MOST_COPIED_BYTES}`;
}

function undecodable(from: unknown): string {
  if (from === undefined) return 'operation, missing from field: missing value';
  const kind = Array.isArray(from) ? 'array' : typeof from === 'boolean' ? 'bool' : typeof from;
  return `json: cannot unmarshal ${kind} into Go value of type string`;
}

const missing = (what: string): PatchError => new PatchError(`${what}: missing value`);
const NOWHERE = new PatchError('');

const inside = (where: string, { message }: PatchError): PatchError => new PatchError(`${where}: ${message}`);

function within(where: string, problem: PatchError | undefined): PatchError | undefined {
  return problem === undefined ? undefined : inside(where, problem);
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

/** A key of an object or an index of a list. Whoever changes something has made sure that the container may be changed. */
class Place {
  constructor(
    readonly container: object,
    readonly key: string,
    /** The keys that lead to the container. */
    readonly parents: readonly string[] = [],
  ) {}

  get(): unknown {
    if (!Array.isArray(this.container)) return ownValue(this.container, this.key);
    const at = this.index(this.container.length);
    return at instanceof PatchError ? at : this.container[at];
  }

  put(value: unknown): PatchError | undefined {
    if (!Array.isArray(this.container)) return this.set(value);
    const at = this.index(this.container.length);
    if (at instanceof PatchError) return at;
    this.container[at] = value;
    return undefined;
  }

  private set(value: unknown): undefined {
    (this.container as Record<string, unknown>)[this.key] = value;
  }

  add(value: unknown): PatchError | undefined {
    if (!Array.isArray(this.container)) return this.set(value);
    const at = this.key === '-' ? this.container.length : this.index(this.container.length + 1);
    if (at instanceof PatchError)
      return at.message.startsWith('strconv') ? inside(`value was not a proper array index: '${this.key}'`, at) : at;
    this.container.splice(at, 0, value);
    return undefined;
  }

  remove(): PatchError | undefined {
    if (Array.isArray(this.container)) {
      const at = this.index(this.container.length);
      if (at instanceof PatchError) return at;
      this.container.splice(at, 1);
      return undefined;
    }
    if (!Object.hasOwn(this.container, this.key)) return missing(`Unable to remove nonexistent key: ${this.key}`);
    delete (this.container as Record<string, unknown>)[this.key];
    return undefined;
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

/** The document with the containers on the way to a path made its own, the last one of them changed; what is not on the way is shared. */
function edit(
  document: unknown,
  { own: owned }: Work,
  path: string,
  nowhere: PatchError,
  change: (place: Place) => PatchError | undefined,
): unknown {
  const place = placeOf(document, path);
  if (place === undefined) return nowhere;
  const root = mine(document as object, owned);
  let container = root;
  for (const key of place.parents) {
    const way = new Place(container, key);
    const next = mine(way.get() as object, owned);
    way.put(next);
    container = next;
  }
  return change(new Place(container, place.key)) ?? root;
}

function mine(container: object, owned: Set<object>): object {
  if (owned.has(container)) return container;
  const copy = Array.isArray(container) ? [...container] : { ...container };
  owned.add(copy);
  return copy;
}
