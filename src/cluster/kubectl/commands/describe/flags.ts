// Models the flags of staging/src/k8s.io/kubectl/pkg/cmd/describe (v1.36)

import type { Options } from '../../flags/options.ts';

export function describeFlags() {
  return '@files A/all-namespaces:b chunk-size:i l/selector show-events:b' as const;
}

export type DescribeOptions = Options<ReturnType<typeof describeFlags>>;
