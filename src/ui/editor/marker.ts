/** Something to say about a line of a manifest. */
export interface Marker {
  readonly line: number;
  readonly column: number;
  /** Where what it is about ends; without it the whole line counts. */
  readonly endColumn?: number | undefined;
  readonly message: string;
  /** A hint is no problem. */
  readonly severity: 'error' | 'warning' | 'hint';
  readonly from: 'yaml' | 'kubectl' | 'schema';
  readonly fixes?: readonly Fix[];
}

/** What would mend it: a part of a line, or a place in it, is written anew. */
export interface Fix {
  readonly title: string;
  readonly line: number;
  readonly column: number;
  /** Undefined: to the beginning of the next line. */
  readonly endColumn: number | undefined;
  readonly text: string;
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
