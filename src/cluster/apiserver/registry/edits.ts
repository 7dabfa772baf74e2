import type { Status } from '../../../api/errors/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Soon } from '../../../engine/index.ts';

// What the store is given by those who write. Models staging/src/k8s.io/apiserver/pkg/registry/rest (v1.36)

/** An object and the context of the step that settled it. */
export interface Stored {
  readonly object: KObject;
  readonly ctx: Context;
  readonly removed?: boolean;
}

/** The object to write, made from the object that is stored. */
export interface Edit {
  readonly object: KObject;
  readonly ctx: Context;
  /** The store may keep the object as it is: no other code holds it or its metadata. */
  readonly isOwn?: boolean;
}

/** Works out what to write. */
export interface Editor {
  edit(ctx: Context, current: KObject): Soon<Edit | Status>;
}

/** The last check before a write; a Status refuses it. */
export interface Guard {
  check(ctx: Context, object: KObject): Soon<Context | Status>;
}
