/** Something to say about a line of a manifest. */
export interface Marker {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly severity: 'error' | 'warning';
  readonly from: 'yaml' | 'kubectl';
}
