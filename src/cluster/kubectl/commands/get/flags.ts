// Models the flags of staging/src/k8s.io/kubectl/pkg/cmd/get (v1.36)

import type { Options } from '../../flags/options.ts';

export function getFlags() {
  return '@print @files A/all-namespaces:b chunk-size:i field-selector ignore-not-found:b L/label-columns:l no-headers:b output-watch-events:b raw l/selector server-print:b show-kind:b show-labels:b sort-by subresource w/watch:b watch-only:b' as const;
}

export type GetOptions = Options<ReturnType<typeof getFlags>>;
