// Models nothing upstream: what comes of a small tool

/** What a small tool writes, with variables as they were written, and how it ends. */
export interface Told {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}
