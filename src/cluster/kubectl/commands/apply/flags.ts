// Models the flags of staging/src/k8s.io/kubectl/pkg/cmd/apply (v1.36)

import type { Options } from '../../flags/options.ts';

export function applyFlags() {
  return {
    apply:
      '@print @files @make all:b cascade:? force:b force-conflicts:b grace-period:i openapi-patch:b overwrite:b prune:b prune-allowlist:a l/selector server-side:b subresource timeout:d wait:b record:b',
    'apply edit-last-applied': '@print @files field-manager validate:? windows-line-endings:b record:b',
    'apply set-last-applied': '@print create-annotation:b dry-run:? f/filename:l',
    'apply view-last-applied': '@files all:b o/output l/selector',
  } as const;
}

type Flags = ReturnType<typeof applyFlags>;
export type ApplyOptions<Path extends keyof Flags = keyof Flags> = Options<Flags[Path]>;
