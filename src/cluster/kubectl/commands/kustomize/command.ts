// Models what staging/src/k8s.io/kubectl/pkg/cmd/kustomize declares (v1.36)

import type { Command } from '../declaration.ts';
import { kustomizeFlags } from './flags.ts';
import { kustomize } from './kustomize.ts';

export function commands(): readonly Command[] {
  return [
    {
      name: 'kustomize',
      order: 34,
      group: 'about',
      does: 'prints what a kustomization builds',
      usage: 'DIR',
      flags: kustomizeFlags(),
      defaults: {
        'helm-command': "'helm'",
        'load-restrictor': "'LoadRestrictionsRootOnly'",
        'network-name': "'bridge'",
      },
      deprecated: { reorder: "use the new 'sortOptions' field in kustomization.yaml instead." },
      asksNobody: true,
      looks: true,
      run: kustomize,
    },
  ];
}
