// Models nothing upstream: what processes of containers do, as data (v1.36)

/** Something that a process writes. */
export interface Output {
  /** Microseconds after its start. */
  readonly at: number;
  readonly stream: 'stdout' | 'stderr';
  /** With its line ends; variables and times are put in when it is read. */
  readonly text: string;
}

/** What a process takes of its machine from some moment on. */
export interface Use {
  /** Microseconds after its start. */
  readonly at: number;
  /** Bytes. */
  readonly memory?: number;
  readonly disk?: number;
  /** The file that takes the disk. */
  readonly path?: string;
}

export interface SignalHandler {
  readonly exitCode: number;
  readonly afterMicros: number;
}

/** What the first process of a container does, as far as it is modelled. */
export interface Program {
  /** How long it runs; undefined: until it is stopped. */
  readonly runMicros: number | undefined;
  readonly exitCode: number;
  /** How it answers TERM, or the signal of its image; undefined: it ignores it, as process 1 without a handler does. */
  readonly onTerm: SignalHandler | undefined;
  readonly servesPort: number | undefined;
  /** Until probes and connections succeed. */
  readonly readyAfterMicros: number;
  /** `unknown`: what it does is not modelled, so it runs until it is stopped. `live`: it is followed while it runs. */
  readonly note: 'unknown' | 'live' | undefined;
  readonly output?: readonly Output[];
}
