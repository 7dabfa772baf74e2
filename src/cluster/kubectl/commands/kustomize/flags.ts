// Models the flags of staging/src/k8s.io/kubectl/pkg/cmd/kustomize (v1.36)

import type { Options } from '../../flags/options.ts';

export function kustomizeFlags() {
  return 'as-current-user:b enable-alpha-plugins:b enable-helm:b e/env:a helm-api-versions:l helm-command helm-debug:b helm-kube-version load-restrictor mount:l network:b network-name o/output reorder' as const;
}

export type KustomizeOptions = Options<ReturnType<typeof kustomizeFlags>>;
