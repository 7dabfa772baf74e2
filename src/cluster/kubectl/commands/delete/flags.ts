// Models the flags of staging/src/k8s.io/kubectl/pkg/cmd/delete (v1.36)

import type { Options } from '../../flags/options.ts';

export function deleteFlags() {
  return '@files all:b A/all-namespaces:b cascade:? dry-run:? field-selector force:b grace-period:i ignore-not-found:b i/interactive:b now:b o/output raw l/selector timeout:d wait:b' as const;
}

export type DeleteOptions = Options<ReturnType<typeof deleteFlags>>;
