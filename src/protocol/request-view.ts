/** A line of a field diff: a dotted path and the values before and after, as short YAML. */
export interface FieldChange {
  /** `bad`: new, and says that something failed. */
  readonly op: 'add' | 'remove' | 'change' | 'same' | 'bad';
  readonly depth: number;
  readonly path: string;
  readonly text: string;
}

export interface RequestView {
  readonly id: number;
  readonly actor: string;
  readonly user: string;
  readonly groups: readonly string[];
  readonly agent: string;
  readonly method: string;
  readonly verb: string;
  /** `pods`, `deployments/status`. */
  readonly resource: string;
  readonly path: string;
  readonly subject: string;
  readonly enteredAt: number;
  readonly code: number | undefined;
  readonly revision: number | undefined;
}
