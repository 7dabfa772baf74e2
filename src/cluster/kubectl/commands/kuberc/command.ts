// Models staging/src/k8s.io/kubectl/pkg/cmd/kuberc (v1.36)

import type { Command } from '../declaration.ts';

export function commands(): readonly Command[] {
  return [
    { name: 'kuberc', order: 42, usage: 'SUBCOMMAND', flags: '', alone: 'complains' },
    {
      name: 'kuberc set',
      usage: '--section (defaults|aliases) --command COMMAND',
      flags: 'allowlist-entry:l appendarg:l command kuberc name option:a overwrite:b policy prependarg:l section',
    },
    { name: 'kuberc view', flags: '@print kuberc', defaults: { output: "'yaml'" } },
  ];
}
