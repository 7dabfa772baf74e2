// Models pkg/controller/nodelifecycle/node_lifecycle_controller.go reconcileNodeLabels, what it compares (v1.36)

import type { Node } from '../../../api/types/core.ts';

const NAMES = ['os', 'arch'].map((name) => [`kubernetes.io/${name}`, `beta.kubernetes.io/${name}`] as const);

/** Labels by their old names, which follow those by the new ones. */
export function missingLabels({ metadata: { labels = {} } }: Node): Readonly<Record<string, string>> | undefined {
  let found: Record<string, string> | undefined;
  for (const [name, former] of NAMES) {
    const value = labels[name];
    if (value === undefined || labels[former] === value) continue;
    found ??= {};
    found[former] = value;
  }
  return found;
}
