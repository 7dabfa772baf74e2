// Models the flags of staging/src/k8s.io/kubectl/pkg/cmd/drain (v1.36)

import type { Options } from '../../flags/options.ts';

export function drainFlags() {
  return {
    cordon: 'dry-run:? l/selector',
    drain:
      'chunk-size:i delete-emptydir-data:b disable-eviction:b dry-run:? force:b grace-period:i ignore-daemonsets:b pod-selector l/selector skip-wait-for-delete-timeout:i timeout:d',
    uncordon: 'dry-run:? l/selector',
  } as const;
}

type Flags = ReturnType<typeof drainFlags>;
export type DrainOptions<Path extends keyof Flags = keyof Flags> = Options<Flags[Path]>;
