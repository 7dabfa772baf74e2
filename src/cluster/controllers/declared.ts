// Models cmd/kube-controller-manager/app/controllermanager.go NewControllerDescriptors (v1.36)

import type { DeclaredController } from './shared/declaration.ts';

const DECLARED = import.meta.glob<() => readonly DeclaredController[]>('./*/declared.ts', {
  eager: true,
  import: 'controllers',
});

/** Every controller that some folder declares, in the order in which they are made. */
export function declaredControllers(): readonly DeclaredController[] {
  const all = Object.values(DECLARED).flatMap((controllers) => controllers());
  return all.sort((a, b) => (a.order ?? all.length) - (b.order ?? all.length));
}
