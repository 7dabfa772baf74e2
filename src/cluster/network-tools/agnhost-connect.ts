// Models test/images/agnhost/connect/connect.go (v1.36): whether somebody can be reached, in a word

import { parseGoDuration } from '../../api/values/duration.ts';
import { type Result, TCP, UDP } from '../network/index.ts';
import { flagsOf } from '../tools/agnhost.ts';
import type { Printed } from './curl.ts';

export interface ConnectAsked {
  /** As it was written. */
  readonly to: string;
  readonly host: string;
  readonly port: number;
  readonly protocol: number;
  readonly timeoutMicros: number | undefined;
}

const PLACE = /^(?:\[([^\]]+)\]|([^:]*)):(\d+)$/;

/** `connect --timeout=3s HOST:PORT`; undefined: there is no port to connect to. */
export function readConnect([, ...words]: readonly string[]): ConnectAsked | undefined {
  const isValue = (at: number): boolean => /^--?(?:timeout|protocol)$/.test(words[at - 1] ?? '');
  const to = words.find((word, at) => !word.startsWith('-') && !isValue(at)) ?? '';
  const [, bracketed, plain, port] = PLACE.exec(to) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined) return undefined;
  const flags = flagsOf(words);
  const timeoutMicros = parseGoDuration(flags.get('timeout') ?? '1s');
  return { to, host, port: Number(port), protocol: flags.get('protocol') === 'udp' ? UDP : TCP, timeoutMicros };
}

export const connectFailed = (why: string): Printed => ({ stdout: '', stderr: `${why}\n`, code: 1 });

/** Nothing is said of what went well. */
export function connectSays({ outcome, error }: Pick<Result, 'outcome' | 'error'>): Printed {
  if (outcome === 'answered') return { stdout: '', stderr: '', code: 0 };
  if (outcome === 'timed out') return connectFailed('TIMEOUT');
  return connectFailed(error === '' || /refused/i.test(error) ? 'REFUSED' : `OTHER: ${error}`);
}
