// Models the flags of staging/src/k8s.io/kubectl/pkg/cmd/edit (v1.36)

import type { Options } from '../../flags/options.ts';

export function editFlags() {
  return '@print @files field-manager output-patch:b save-config:b subresource validate:? windows-line-endings:b record:b' as const;
}

export type EditOptions = Options<ReturnType<typeof editFlags>>;
