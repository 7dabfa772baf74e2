// Models what a file descriptor of a process leads to (v1.36)

import type { Flow } from './flows.ts';

/** Where something is written: to its own output, into a text, a file, the log of the container, or nowhere. */
export type Sink =
  | 'stdout'
  | 'stderr'
  | { text: string; bytes?: number }
  | Flow
  | { readonly path: string; isEmpty: boolean }
  | { readonly log: 'stdout' | 'stderr' }
  | undefined;

const DEVICES = /^\/dev\/(?:null|zero|full|std|tty|fd)|^\/proc\//;

/** Nothing that is written there can be read again. */
export function isDevice(path: string): boolean {
  return DEVICES.test(path);
}

export function sinkOfDevice(path: string, out: Sink, err: Sink): Sink {
  if (path === '/dev/stdout' || path === '/dev/fd/1' || path === '/proc/self/fd/1' || path === '/dev/tty') return out;
  if (path === '/dev/stderr' || path === '/dev/fd/2' || path === '/proc/self/fd/2') return err;
  const log = /^\/proc\/1\/fd\/([12])$/.exec(path)?.[1];
  return log === undefined ? undefined : { log: log === '1' ? 'stdout' : 'stderr' };
}
