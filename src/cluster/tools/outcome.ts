// Models nothing upstream: what comes of a command, and when

import type { Micros } from '../../base/time/units.ts';

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

/** What came of a command. */
export interface Outcome {
  /** Undefined: never comes back. */
  readonly micros: Micros | undefined;
  readonly exitCode: number;
  /** The shell ends here. */
  readonly exits: boolean;
  readonly unknown: boolean;
  readonly serves: number | undefined;
  readonly output: readonly Output[];
  readonly uses: readonly Use[];
  /** What it writes is only the beginning of so many bytes, perhaps without an end. */
  readonly floods?: number;
}

const NOTHING: readonly Output[] = [];
const NO_USES: readonly Use[] = [];

export function ends(micros: Micros | undefined, exitCode: number, more: Partial<Outcome> = {}): Outcome {
  const plain = { exits: false, unknown: false, serves: undefined, output: NOTHING, uses: NO_USES };
  return { micros, exitCode, ...plain, ...more };
}
