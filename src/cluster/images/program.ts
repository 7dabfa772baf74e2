// Models nothing upstream: what processes of containers do, as data (v1.36)

/** What the first process of a container does, as far as it is modelled. */
export interface Program {
  /** How long it runs; undefined: until it is stopped. */
  readonly runMicros: number | undefined;
  readonly exitCode: number;
  /** How it answers TERM; undefined: it ignores it, as process 1 without a handler does. */
  readonly onTerm: { readonly exitCode: number; readonly afterMicros: number } | undefined;
  readonly servesPort: number | undefined;
  /** Until probes and connections succeed. */
  readonly readyAfterMicros: number;
  /** `unknown`: what it does is not modelled, so it runs until it is stopped. */
  readonly note: 'unknown' | undefined;
}
