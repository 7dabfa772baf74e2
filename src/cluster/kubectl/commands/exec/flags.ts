// Models the flags of staging/src/k8s.io/kubectl/pkg/cmd/{attach,exec} (v1.36)

import type { Options } from '../../flags/options.ts';

export function execFlags() {
  return {
    attach: 'c/container detach-keys pod-running-timeout:d q/quiet:b i/stdin:b t/tty:b',
    exec: 'c/container f/filename:l pod-running-timeout:d q/quiet:b i/stdin:b t/tty:b',
  } as const;
}

type Flags = ReturnType<typeof execFlags>;
/** What `run` and `debug` have, too. */
export type TerminalOptions = Options<'i/stdin:b t/tty:b q/quiet:b'>;
export type ExecOptions<Path extends keyof Flags = keyof Flags> = Options<Flags[Path]>;
