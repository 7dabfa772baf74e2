import type { FieldError } from '../errors/field-error.ts';
import type { Shape } from '../fields/shape.ts';
import type { KObject } from '../types/meta.ts';

/** Of an object as somebody sent it, what its schema keeps. */
export interface DecodedCustom {
  readonly object: KObject;
  readonly unknownFields: readonly string[];
  readonly error?: string;
}

/** Why nothing can be made of what is stored, in the server's words. */
export interface Unreadable {
  readonly unreadable: string;
}

export interface PrinterColumn {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  readonly priority: number;
}

export interface ScalePaths {
  readonly specReplicas: readonly string[];
  readonly statusReplicas: readonly string[];
  readonly labelSelector: readonly string[] | undefined;
}

/** What one version of a CustomResourceDefinition says of its objects: all that a built-in kind has code for. */
export interface CustomKind {
  /** Drops what the schema does not know and fills in its defaults; the same object when that changes nothing. */
  decode(json: object): DecodedCustom;
  /** Beside the metadata. `before`: of an update. */
  validate(object: KObject, before: KObject | undefined): readonly FieldError[];
  readonly shape: Shape;
  readonly columns: {
    readonly definitions: readonly PrinterColumn[];
    cells(object: KObject, now: number): readonly unknown[];
  };
  readonly scale: ScalePaths | undefined;
  /** Fields that a selector may name, beside name and namespace, each with what it reads. */
  readonly selectable: ReadonlyMap<string, (object: unknown) => string>;
  /** Told to each client that uses this version. */
  readonly deprecation: string | undefined;
  /** What somebody put into the store past the server: of its metadata, what is none falls away, beside them what the schema does not know. */
  read(json: object): KObject | Unreadable;
  /** An object of any version of the kind in this one, with the defaults of today's schema. */
  fromStored(object: KObject): KObject;
}
