import type { StepView } from './views.ts';

/** A value that a field had from a write on. */
export interface FieldValue {
  /** Absent where there is no such field any more, or not yet. */
  readonly value?: string;
  readonly seq: number;
  readonly revision: number;
  /** Microseconds on the clock that people see. */
  readonly time: number;
  /** What was done to the object by the write. */
  readonly op: 'create' | 'update' | 'delete';
  /** Who asked for it: the component, its field manager, and as whom it signed in. */
  readonly actor: string;
  readonly manager?: string;
  readonly user?: string;
  readonly step: StepView;
}

/** What becomes of a field of the live object when the text is applied. */
export type ApplyEffect = 'sets' | 'adds' | 'removes' | 'keeps';

/** A field as the text, the cluster and the last apply have it; what is absent has no such field. Values are JSON. */
export interface ThreeWayField {
  /** Members of lists by what tells them apart: `spec.template.spec.containers[web].image`. */
  readonly path: string;
  /** The same in the live object, members of lists by their places. */
  readonly livePath: string;
  /** Where it stands in the text, or would. */
  readonly textPath: readonly (string | number)[];
  readonly given?: string;
  readonly live?: string;
  readonly applied?: string;
  readonly effect: ApplyEffect;
  /** What is there after an apply. */
  readonly result?: string;
  /** The write that made it what it is in the cluster; absent where that lies before the run. */
  readonly changed?: FieldValue;
}

/** An object of a text, or one that no text has, and what of it differs. */
export interface ThreeWayObject {
  readonly subject: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  /** Its place among the documents of the text; absent where no text has it. */
  readonly document?: number;
  /** `otherVersion`: it is stored in another version, whose fields may have other names. */
  readonly state: 'there' | 'absent' | 'otherVersion';
  /** From where it is known what was applied last; absent where nobody applied it. */
  readonly lastApplied?: { readonly by: 'annotation' } | { readonly by: 'managedFields'; readonly manager: string };
  /** An apply of the text writes anew what was applied last, whatever else it does. */
  readonly records?: true;
  /** Why no patch can be made of the text. */
  readonly problem?: string;
  /** What an apply would change, and what differs between the three. */
  readonly fields: readonly ThreeWayField[];
  /** What the text does not name and somebody else wrote: an apply leaves it. */
  readonly others: readonly ThreeWayField[];
  /** What the text does not name and the server filled in. */
  readonly filled: number;
  /** Fields that are not listed, because there are too many. */
  readonly more: number;
}
