// Models nothing upstream: what programs that ask name servers have in common

import type { Context, Process } from '../../engine/index.ts';
import type { Heard, Question, ResolverConfig } from '../dns/index.ts';

/** How a program of one Pod asks. */
export interface Asker {
  readonly config: ResolverConfig;
  ask(ctx: Context, question: Question): Process<Heard>;
}

/** What a program said, and where the story goes on. */
export interface Answered {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
  readonly ctx: Context;
}

export const PORT = 53;

export const isRefused = (error: string): boolean => /refused/i.test(error);

/** Most programs write a name without the dot at its end. */
export const undotted = (name: string): string => name.replace(/\.$/, '');
