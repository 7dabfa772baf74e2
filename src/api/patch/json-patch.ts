import { equalJson, isFields } from '../json';

export interface JsonPatchOperation {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

export type Patched<T> = { readonly object: T } | { readonly error: string };

class PatchError {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** RFC 6902. Models github.com/evanphx/json-patch as the server uses it (v1.36) */
export function applyJsonPatch<T>(original: T, operations: readonly JsonPatchOperation[]): Patched<T> {
  let document: unknown = original;
  for (const operation of operations) {
    const result = applyOne(document, operation);
    if (result instanceof PatchError) return { error: result.message };
    document = result;
  }
  return { object: document as T };
}

const OPERATIONS: readonly string[] = ['add', 'remove', 'replace', 'move', 'copy', 'test'];

/** What a person typed need not be what the type says. */
function applyOne(document: unknown, operation: JsonPatchOperation): unknown {
  if (!isFields(operation) || !OPERATIONS.includes(operation.op)) {
    return new PatchError(`Unexpected kind: ${isFields(operation) ? String(operation.op ?? 'unknown') : 'unknown'}`);
  }
  if (typeof operation.path !== 'string') {
    return new PatchError(`${operation.op} operation failed to decode path: missing value`);
  }
  const path = pointer(operation.path);
  if (path.length > 0 && !operation.path.startsWith('/')) return missingPath(operation);
  switch (operation.op) {
    case 'add':
      return edit(document, path, operation, (value) => value.add(operation.value));
    case 'remove':
      return edit(document, path, operation, (value) => value.remove());
    case 'replace':
      return edit(document, path, operation, (value) => value.replace(operation.value));
    case 'test':
      return test(document, path, operation);
    case 'move':
      return move(document, path, operation, true);
    case 'copy':
      return move(document, path, operation, false);
  }
}

function pointer(path: string): readonly string[] {
  if (path === '') return [];
  return path
    .split('/')
    .slice(1)
    .map((each) => each.replace(/~1/g, '/').replace(/~0/g, '~'));
}

function test(document: unknown, path: readonly string[], operation: JsonPatchOperation): unknown {
  const found = lookUp(document, path);
  const wanted = operation.value ?? undefined;
  if (equalJson(found ?? undefined, wanted)) return document;
  return new PatchError(`testing value ${operation.path} failed: test failed`);
}

function move(document: unknown, path: readonly string[], operation: JsonPatchOperation, remove: boolean): unknown {
  if (typeof operation.from !== 'string') {
    return new PatchError(`${operation.op} operation failed to decode from: missing value`);
  }
  const from = pointer(operation.from);
  const value = lookUp(document, from);
  if (value === undefined) {
    return new PatchError(
      `${operation.op} operation does not apply: doc is missing from path: ${operation.from}: missing value`,
    );
  }
  const without = remove ? edit(document, from, operation, (each) => each.remove()) : document;
  return without instanceof PatchError ? without : edit(without, path, operation, (each) => each.add(value));
}

function lookUp(document: unknown, path: readonly string[]): unknown {
  let value = document;
  for (const key of path) {
    if (Array.isArray(value)) value = value[Number(key)];
    else if (isFields(value)) value = value[key];
    else return undefined;
  }
  return value;
}

/** The place that an operation changes: a key of an object or an index of a list. */
class Place {
  readonly #container: unknown;
  readonly #key: string;
  readonly #operation: JsonPatchOperation;

  constructor(container: unknown, key: string, operation: JsonPatchOperation) {
    this.#container = container;
    this.#key = key;
    this.#operation = operation;
  }

  add(value: unknown): unknown {
    if (!Array.isArray(this.#container)) return { ...(this.#container as object), [this.#key]: value ?? null };
    const at = this.#key === '-' ? this.#container.length : this.#index(this.#container.length);
    if (at === undefined) return this.#outOfBounds();
    const copy = this.#container.slice();
    copy.splice(at, 0, value ?? null);
    return copy;
  }

  replace(value: unknown): unknown {
    if (Array.isArray(this.#container)) {
      const at = this.#index(this.#container.length - 1);
      if (at === undefined) return this.#missing('key');
      return this.#container.with(at, value ?? null);
    }
    if (!(this.#key in (this.#container as object))) return this.#missing('key');
    return { ...(this.#container as object), [this.#key]: value ?? null };
  }

  remove(): unknown {
    if (Array.isArray(this.#container)) {
      const at = this.#index(this.#container.length - 1);
      return at === undefined ? this.#outOfBounds() : this.#container.toSpliced(at, 1);
    }
    if (!(this.#key in (this.#container as object))) {
      return new PatchError(
        `${this.#operation.op} operation does not apply: doc is missing path: ${quoted(this.#operation.path)}: Unable to remove nonexistent key: ${this.#key}: missing value`,
      );
    }
    const copy: Record<string, unknown> = { ...(this.#container as object) };
    delete copy[this.#key];
    return copy;
  }

  #index(last: number): number | undefined {
    if (!/^-?\d+$/.test(this.#key)) return undefined;
    const at = Number(this.#key);
    const found = at < 0 ? last + 1 + at : at;
    return found >= 0 && found <= last ? found : undefined;
  }

  #outOfBounds(): PatchError {
    return new PatchError(
      `${this.#operation.op} operation does not apply: doc is missing path: ${quoted(this.#operation.path)}: Unable to access invalid index: ${this.#key}: invalid index referenced`,
    );
  }

  #missing(what: string): PatchError {
    return new PatchError(
      `${this.#operation.op} operation does not apply: doc is missing ${what}: ${this.#operation.path}: missing value`,
    );
  }
}

const quoted = (text: string): string => JSON.stringify(text);

function edit(
  container: unknown,
  path: readonly string[],
  operation: JsonPatchOperation,
  change: (place: Place) => unknown,
): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return operation.op === 'remove' ? null : operation.value;
  if (typeof container !== 'object' || container === null) return missingPath(operation);
  if (rest.length === 0) return change(new Place(container, key, operation));
  const list = Array.isArray(container);
  const before = list ? container[Number(key)] : (container as Record<string, unknown>)[key];
  const after = edit(before, rest, operation, change);
  if (after === before || after instanceof PatchError) return after instanceof PatchError ? after : container;
  return list ? container.with(Number(key), after) : { ...container, [key]: after };
}

function missingPath(operation: JsonPatchOperation): PatchError {
  return new PatchError(
    `${operation.op} operation does not apply: doc is missing path: ${quoted(operation.path)}: missing value`,
  );
}
