import type { Comparison } from './compare-view.ts';
import type { CriticalPath } from './critical-path.ts';
import type { UnmetView } from './diagnosis-view.ts';
import type { Anchor, FoundAnchor } from './link/anchor.ts';
import type { FieldValue, ThreeWayObject } from './three-way.ts';
import type { StepView } from './views.ts';

/** Questions that are asked once. */
export type Query =
  /** The chain of causes of a step, newest first. */
  | { readonly type: 'why'; readonly seq: number }
  /** Who wrote this field last, from what. `path` such as `spec.replicas`. */
  | { readonly type: 'whyField'; readonly subject: string; readonly path: string }
  /** Every value that a field of an object has had in the run, before and after the cursor. */
  | { readonly type: 'fieldHistory'; readonly subject: string; readonly path: string }
  /** The newest change of an object, or of a field of it, that lies behind the step at the cursor. */
  | { readonly type: 'lastChange'; readonly subject: string; readonly path?: string }
  /** Where the time of the story at the cursor went. */
  | { readonly type: 'criticalPath' }
  /** What is wrong with an expression of a breakpoint. */
  | { readonly type: 'expression'; readonly text: string }
  /** A step as it is told. */
  | { readonly type: 'told'; readonly seq: number }
  /** What holds the first unmet wish of an object up at the cursor, and the steps that led to it. */
  | { readonly type: 'unmet'; readonly subject: string }
  /** Objects, steps and fields that have all the words. */
  | { readonly type: 'find'; readonly text: string }
  /** Nodes and Pods of a picture, by a part of their names or a label, or what belongs to one object. */
  | { readonly type: 'crowdFind'; readonly text: string }
  | { readonly type: 'crowdFind'; readonly subject: string }
  /** A stretch of the ordered list of steps of the current filter: the text twin. */
  | { readonly type: 'steps'; readonly fromIndex: number; readonly count: number }
  /** What a link holds of the place at the cursor, so that another build finds it again. */
  | { readonly type: 'anchor' }
  /** What has become of an anchor; in another branch than the one that is looked at, where it is named. */
  | { readonly type: 'found'; readonly anchor: Anchor; readonly branch?: number }
  /** Two branches side by side, once both have come to rest. */
  | { readonly type: 'compare'; readonly left: number; readonly right: number }
  /** How much of what was given is in this branch alone. */
  | { readonly type: 'lost'; readonly branch: number }
  | { readonly type: 'journal' }
  /** What may stand in the place of the word that ends at `at`. `files`: the names of those in the editor. */
  | { readonly type: 'complete'; readonly text: string; readonly at: number; readonly files: readonly string[] }
  /** Whether a line of the shell is whole, or more lines belong to it. */
  | { readonly type: 'line'; readonly text: string }
  /** What of a text the objects in the cluster have otherwise at the cursor. */
  | { readonly type: 'drift'; readonly text: string }
  /** The objects of a text, or one object that no text has, beside the live ones and what was applied last. */
  | { readonly type: 'threeWay'; readonly text: string; readonly subject?: string }
  /** What the API server says at the cursor of kinds in these versions; of what is known by its contents nothing is said. */
  | {
      readonly type: 'schemas';
      readonly wanted: readonly string[] | 'all';
      readonly known: Readonly<Record<string, string>>;
    }
  /** For developers: what tables there are, and the rows of one at the cursor. */
  | { readonly type: 'tables' }
  | { readonly type: 'table'; readonly name: string };

export interface FoundObject {
  readonly subject: string;
  /** Absent where it was written before the run began. */
  readonly firstWrite?: number;
  readonly lastWrite?: number;
  readonly exists: boolean;
}

export interface FoundField {
  readonly subject: string;
  readonly path: string;
  readonly value: string;
}

/** The schemas of an API version, as `components` of its OpenAPI document has them. */
export interface KindSchemas {
  /** A text that changes when the schemas do. */
  readonly contents: string;
  /** As JSON: it goes through the page to another thread, and a text does so at once. */
  readonly schemas: string;
}

/** A field that the text and the cluster have with different values; empty stands for none. */
export interface Drift {
  readonly kind: string;
  readonly name: string;
  readonly path: string;
  readonly given: string;
  readonly live: string;
}

export interface DefinedKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespaced: boolean;
}

export type QueryResult =
  | {
      readonly type: 'why';
      readonly chain: readonly StepView[];
      /** Of a refused write: the one that came before it. */
      readonly winner?: StepView;
      /** Unmet wishes of the object that the step is about, where the reader stands at it. */
      readonly unmet?: readonly UnmetView[];
    }
  | {
      readonly type: 'unmet';
      /** Of the object, the most important first. */
      readonly unmet: readonly UnmetView[];
      readonly chain: readonly StepView[];
    }
  | { readonly type: 'whyField'; readonly chain: readonly FieldCause[] }
  /** Absent where nobody has changed it since the run is recorded. */
  | { readonly type: 'lastChange'; readonly seq?: number }
  /** As a compiler reports it: message, line and a caret below the place. */
  | { readonly type: 'expression'; readonly problem?: string }
  /** Absent where no story has begun. */
  | { readonly type: 'criticalPath'; readonly path?: CriticalPath }
  | { readonly type: 'told'; readonly step?: StepView }
  | {
      readonly type: 'fieldHistory';
      readonly subject: string;
      readonly path: string;
      /** What it was before the first write of the object that is recorded; absent where there was none. */
      readonly initial?: string;
      /** In order. */
      readonly values: readonly FieldValue[];
      /** How often the object was written, also where the field stayed as it was. */
      readonly writes: number;
      /** So many of these writes have no step of their own any more, as the run was thinned out: values may be missing. */
      readonly gone: number;
    }
  | {
      readonly type: 'find';
      readonly objects: readonly FoundObject[];
      /** Nearest to the cursor first. */
      readonly steps: readonly StepView[];
      /** Of objects as they are at the cursor. */
      readonly fields: readonly FoundField[];
      /** There are more than are named. */
      readonly more: boolean;
    }
  | { readonly type: 'crowdFind'; readonly pods: Uint32Array; readonly nodes: Uint32Array }
  | { readonly type: 'steps'; readonly from: number; readonly total: number; readonly steps: readonly StepView[] }
  | {
      readonly type: 'anchor';
      /** Absent before the first step. */
      readonly anchor?: Anchor;
      /** What stands there: of a beat what that one says. */
      readonly said?: StepView;
      /** A digest of all that has been told in the run. */
      readonly whole: string;
    }
  | { readonly type: 'found'; readonly found: FoundAnchor; readonly said?: StepView }
  | { readonly type: 'compare'; readonly comparison: Comparison }
  | { readonly type: 'lost'; readonly inputs: number }
  | { readonly type: 'journal'; readonly text: string }
  | {
      readonly type: 'line';
      readonly isOpen: boolean;
      /** The line of kubectl that may have been meant: its name is left out, or mistyped. */
      readonly meant?: string;
    }
  /** In the place of what begins at `from`; in order. */
  | { readonly type: 'complete'; readonly from: number; readonly candidates: readonly Candidate[] }
  | {
      readonly type: 'schemas';
      /** Of those that were wanted the ones that are there and are not known, by their API versions. */
      readonly found: Readonly<Record<string, KindSchemas>>;
      /** Kinds that definitions have made. */
      readonly defined: readonly DefinedKind[];
      /** By resource, such as `configmaps`, what there is: `namespace/name`, or a name alone. */
      readonly names: Readonly<Record<string, readonly string[]>>;
    }
  | { readonly type: 'drift'; readonly fields: readonly Drift[] }
  | {
      readonly type: 'threeWay';
      readonly objects: readonly ThreeWayObject[];
      /** Objects of the text that are not looked at, because there are too many. */
      readonly more: number;
      /** Why a text cannot be read, in kubectl's words. */
      readonly problem?: string;
    }
  | { readonly type: 'tables'; readonly names: readonly string[] }
  | { readonly type: 'table'; readonly rows: readonly (readonly [key: string, row: unknown])[] };

export interface Candidate {
  readonly text: string;
  /** What it is. */
  readonly about?: string;
  /** More belongs to it: no blank follows. */
  readonly goesOn?: boolean;
}

export interface FieldCause {
  readonly subject: string;
  readonly path: string;
  readonly value: string;
  readonly step: StepView;
}
