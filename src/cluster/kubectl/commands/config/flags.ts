// Models the flags of staging/src/k8s.io/kubectl/pkg/cmd/config (v1.36)

import type { Options } from '../../flags/options.ts';

export function configFlags() {
  return {
    'config get-contexts': 'no-headers:b o/output',
    'config set': 'set-raw-bytes:b',
    'config set-cluster':
      'certificate-authority embed-certs:b insecure-skip-tls-verify:b proxy-url server tls-server-name',
    'config set-context': 'cluster current:b n/namespace user',
    'config set-credentials':
      'auth-provider auth-provider-arg:l client-certificate client-key embed-certs:b exec-api-version exec-arg:a exec-command exec-env:a exec-interactive-mode exec-provide-cluster-info:b password token username',
    'config view': '@print flatten:b merge:b minify:b raw:b',
  } as const;
}

type Flags = ReturnType<typeof configFlags>;
export type ConfigOptions<Path extends keyof Flags = keyof Flags> = Options<Flags[Path]>;
