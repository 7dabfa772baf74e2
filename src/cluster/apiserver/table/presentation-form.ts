import type { KObject } from '../../../api/types/meta.ts';

/** The form in which objects go to a client: as they are, as rows of a Table, or as their metadata. */
export interface Presentation {
  one(object: KObject): unknown;
  list(objects: readonly KObject[], metadata: object): unknown;
  event(object: KObject): unknown;
}

/** Ages are told as of the moment of printing. */
export interface Clock {
  readonly now: number;
}
