// Models the flags of staging/src/k8s.io/kubectl/pkg/cmd/rollout (v1.36)

import type { Options } from '../../flags/options.ts';

export function rolloutFlags() {
  return {
    'rollout history': '@print @files revision:i l/selector',
    'rollout pause': '@print @files field-manager l/selector',
    'rollout restart': '@print @files field-manager l/selector',
    'rollout resume': '@print @files field-manager l/selector',
    'rollout status': '@files revision:i l/selector timeout:d w/watch:b',
    'rollout undo': '@print @files dry-run:? l/selector to-revision:i',
  } as const;
}

type Flags = ReturnType<typeof rolloutFlags>;
export type RolloutOptions<Path extends keyof Flags = keyof Flags> = Options<Flags[Path]>;
