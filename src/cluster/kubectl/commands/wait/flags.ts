// Models the flags of staging/src/k8s.io/kubectl/pkg/cmd/wait (v1.36)

import type { Options } from '../../flags/options.ts';

export function waitFlags() {
  return '@print all:b A/all-namespaces:b field-selector f/filename:l for:a local:b R/recursive:b l/selector timeout:d' as const;
}

export type WaitOptions = Options<ReturnType<typeof waitFlags>>;
