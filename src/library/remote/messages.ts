import type { ClusterOptions, Step } from '../contract.ts';
import type { CALLS } from './calls.ts';

/** Whoever can be sent messages and hears of some: a Worker, a MessagePort, `self` in a worker, `parentPort` in Node. */
export interface Connection {
  postMessage(message: unknown): void;
}

export type Call = (typeof CALLS)[number];

/** What is asked. */
export type Question =
  | { readonly kubestep: 'start'; readonly id: number; readonly options: ClusterOptions; readonly saved?: string }
  | {
      readonly kubestep: 'call';
      readonly id: number;
      readonly call: Call | 'moment';
      readonly args: readonly unknown[];
    }
  | { readonly kubestep: 'listen'; readonly id: number; readonly on: boolean };

/** What is told: an answer to one question, or a step that somebody listens for. */
export type Told =
  | { readonly kubestep: 'answer'; readonly id: number; readonly value?: unknown; readonly refused?: string }
  | { readonly kubestep: 'step'; readonly step: Step };

export function isMessage<M extends Question | Told>(value: unknown, kinds: readonly M['kubestep'][]): value is M {
  return typeof value === 'object' && value !== null && kinds.includes((value as M).kubestep);
}

interface Hearing {
  on?(event: 'message', listener: (data: unknown) => void): void;
  addEventListener?(event: 'message', listener: (event: { readonly data: unknown }) => void): void;
  start?(): void;
}

/** Node gives the message itself, a browser an event that has it. */
export function hear(connection: Connection, listener: (message: unknown) => void): void {
  const hearing = connection as Connection & Hearing;
  if (typeof hearing.on === 'function') hearing.on('message', listener);
  else if (typeof hearing.addEventListener === 'function') {
    hearing.addEventListener('message', ({ data }) => listener(data));
    hearing.start?.();
  } else throw new Error('this is no connection: a Worker, a MessagePort, self or parentPort is one');
}
