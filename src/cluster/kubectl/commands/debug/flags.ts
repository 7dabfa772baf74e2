// Models the flags of staging/src/k8s.io/kubectl/pkg/cmd/debug (v1.36)

import type { Options } from '../../flags/options.ts';

export function debugFlags() {
  return 'arguments-only:b attach:b c/container copy-to custom env:a f/filename:l image image-pull-policy keep-annotations:b keep-init-containers:b keep-labels:b keep-liveness:b keep-readiness:b keep-startup:b profile q/quiet:b replace:b same-node:b set-image:l share-processes:b i/stdin:b target t/tty:b' as const;
}

export type DebugOptions = Options<ReturnType<typeof debugFlags>>;
