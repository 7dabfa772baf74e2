import type { Status } from '../../../api/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Soon } from '../../../engine/index.ts';

// What the store is given by those who write. Models staging/src/k8s.io/apiserver/pkg/registry/rest (v1.36)

/** An object and the context of the step that settled it. */
export interface Stored {
  readonly object: KObject;
  readonly ctx: Context;
  readonly removed?: boolean;
}

/** What to write, worked out from what is there. */
export interface Edit {
  readonly object: KObject;
  readonly ctx: Context;
  /** Nobody else has the object, nor its metadata. */
  readonly isOwn?: boolean;
}

/** Makes of what is stored what is waited for: then nobody need wait for it in a process of his own. */
export interface Writer<T> {
  outcome(stored: Stored | Status): Soon<T>;
}

/**
 * Works out what to write. Editors and guards are objects of a class, not closures: for each new generator function the
 * JavaScript engine prepares a prototype of its own, which costs more than what most of them do.
 */
export interface Editor<T> extends Writer<T> {
  edit(ctx: Context, current: KObject): Soon<Edit | Status>;
}

/** The last check before a write; a Status refuses it. */
export interface Guard {
  check(ctx: Context, object: KObject): Soon<Context | Status>;
}

export interface Creator<T> extends Guard, Writer<T> {
  /** Nobody else has it: it may be completed where it is. */
  readonly made: KObject | undefined;
}
