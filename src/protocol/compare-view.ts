import type { StepView } from './step-view.ts';

/**
 * One line of two stories side by side. `same`: both say it. `alike`: they say the same, but for names that Kubernetes made.
 * `otherwise`: it happens in both, and something else is said. `moved`: both say it, in another order. `only`: one side alone.
 */
export interface ComparedRow {
  readonly how: 'same' | 'alike' | 'otherwise' | 'moved' | 'only';
  /** What is told there, as the beat says it. */
  readonly left?: StepView;
  readonly right?: StepView;
}

export interface DifferentField {
  readonly path: string;
  /** Absent where the object has no such field. */
  readonly left?: string;
  readonly right?: string;
}

/** An object that the two runs end with differently, or that one of them alone ends with. */
export interface DifferentObject {
  readonly kind: string;
  /** Empty for what is in no namespace. */
  readonly namespace: string;
  readonly name: string;
  readonly subject: string;
  readonly only?: 'left' | 'right';
  /** What the right side calls it, where its name was made by Kubernetes and is another one. */
  readonly otherSubject?: string;
  readonly fields: readonly DifferentField[];
  /** So many fields are left out. */
  readonly more: number;
}

export interface Comparison {
  readonly rows: readonly ComparedRow[];
  readonly objects: readonly DifferentObject[];
  /** So many objects are left out. */
  readonly more: number;
  /** So many fields differ only in times, ids and names that somebody else than a person gave. */
  readonly asides: number;
  readonly left: ComparedSide;
  readonly right: ComparedSide;
}

export interface ComparedSide {
  readonly steps: number;
  readonly beats: number;
  readonly digest: string;
  /** Nothing is left to do in it. */
  readonly isAtRest: boolean;
}

/** As a reader sees it: where both sides are told in the same words, what is told differs in nothing. */
export function asTold(rows: readonly ComparedRow[], say: (step: StepView) => string): readonly ComparedRow[] {
  return rows.map((row) => {
    const { how, left, right } = row;
    if (how !== 'otherwise' || left === undefined || right === undefined || say(left) !== say(right)) return row;
    return { how: 'same', left, right };
  });
}

/** Where the stories part; -1 where they do not. */
export function firstDifference(rows: readonly ComparedRow[]): number {
  return rows.findIndex(({ how }) => how !== 'same' && how !== 'alike');
}
