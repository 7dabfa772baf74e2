/** Something to say about a line of a manifest. */
export interface Marker {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly severity: 'error' | 'warning';
  readonly from: 'yaml' | 'kubectl';
}

/** The lines of the manifest from which the object of the step was made. */
export interface Band {
  readonly from: number;
  readonly to: number;
  /** Whose step it is: the band has its colour. */
  readonly actor: string;
  /** The kind of what was made from these lines. */
  readonly made: string | undefined;
  /** All of the object: where nothing is picked out, nothing is shaded. */
  readonly whole: boolean;
}
