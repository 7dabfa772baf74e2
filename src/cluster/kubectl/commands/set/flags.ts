// Models the flags of staging/src/k8s.io/kubectl/pkg/cmd/set (v1.36)

import type { Options } from '../../flags/options.ts';

export function setFlags() {
  return {
    'set env':
      '@print @files all:b c/containers dry-run:? e/env:a field-manager from keys:l list:b local:b overwrite:b prefix resolve:b l/selector',
    'set image': '@print @files all:b dry-run:? field-manager local:b l/selector record:b',
    'set resources':
      '@print @files all:b c/containers dry-run:? field-manager limits local:b requests l/selector record:b',
    'set selector': '@print all:b dry-run:? field-manager f/filename:l local:b R/recursive:b resource-version record:b',
    'set serviceaccount': '@print @files all:b dry-run:? field-manager local:b record:b',
    'set subject': '@print @files all:b dry-run:? field-manager group:a local:b l/selector serviceaccount:a user:a',
  } as const;
}

type Flags = ReturnType<typeof setFlags>;
export type SetOptions<Path extends keyof Flags = keyof Flags> = Options<Flags[Path]>;
