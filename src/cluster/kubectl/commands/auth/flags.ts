// Models the flags of staging/src/k8s.io/kubectl/pkg/cmd/auth (v1.36)

import type { Options } from '../../flags/options.ts';

export function authFlags() {
  return {
    'auth can-i': 'A/all-namespaces:b list:b no-headers:b q/quiet:b subresource',
    'auth reconcile': '@print @files dry-run:? remove-extra-permissions:b remove-extra-subjects:b',
    'auth whoami': '@print',
  } as const;
}

type Flags = ReturnType<typeof authFlags>;
export type AuthOptions<Path extends keyof Flags = keyof Flags> = Options<Flags[Path]>;
