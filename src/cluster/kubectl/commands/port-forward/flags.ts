// Models the flags of staging/src/k8s.io/kubectl/pkg/cmd/portforward (v1.36)

import type { Options } from '../../flags/options.ts';

export function portForwardFlags() {
  return 'address:l pod-running-timeout:d' as const;
}

export type PortForwardOptions = Options<ReturnType<typeof portForwardFlags>>;
