// Models the flags of staging/src/k8s.io/kubectl/pkg/cmd/taint (v1.36)

import type { Options } from '../../flags/options.ts';

export function taintFlags() {
  return '@print all:b dry-run:? field-manager overwrite:b l/selector validate:?' as const;
}

export type TaintOptions = Options<ReturnType<typeof taintFlags>>;
