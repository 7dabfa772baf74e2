/**
 * What containers were seen to do whose programs nobody here knows. A cluster that somebody brings tells it by the statuses
 * of its Pods; in any other cluster nothing was seen.
 */
export interface SeenPrograms {
  /** What a container of that image does, started in that way. */
  programOf(image: string, command: readonly string[], args: readonly string[]): SeenProgram | undefined;
  /** Whether some node got the image: true, or what its registry said instead. */
  pulled(image: string): true | string | undefined;
}

export interface SeenProgram {
  /** Where it answers, and probes find it well. */
  readonly ports: ReadonlySet<number>;
  /** It was ready, so that a command that asks it for its health succeeds. */
  readonly isWell: boolean;
  /** It ends by itself, so long after its start. */
  readonly ends:
    | { readonly afterMicros: number; readonly exitCode: number; readonly reason: string | undefined }
    | undefined;
}

export const NOTHING_SEEN: SeenPrograms = { programOf: () => undefined, pulled: () => undefined };
