// Models how commands of kubectl that make objects put a namespace into them that was asked for (v1.36)

import type { KObject } from '../../../api/types/meta.ts';
import type { Options } from '../flags/options.ts';
import { withLastSent } from '../manifests/last-applied.ts';
import type { DryRun } from './dry-run.ts';

/** The object in the namespace of `-n`; the one of the kubeconfig is not put in. */
export function inAskedNamespace<T extends KObject>(object: T, options: Options): T {
  const namespace = options.text('namespace') ?? '';
  return namespace === '' ? object : { ...object, metadata: { ...object.metadata, namespace } };
}

/** What `run` and `expose` send has no namespace of its own, and what was sent in it if asked; what they only show has it the other way round. */
export function sentOrShown<T extends KObject>(object: T, options: Options, dryRun: DryRun): KObject {
  if (dryRun === 'client') return inAskedNamespace(object, options);
  return saved(object, options);
}

/** What is sent, with itself as what was applied last if that is asked for. */
export function saved(object: KObject, options: Options): KObject {
  return options.is('save-config') ? withLastSent(object) : object;
}
