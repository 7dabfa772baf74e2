// Models how commands of kubectl that make objects put a namespace into them that was asked for (v1.36)

import type { KObject } from '../../../api/types/meta.ts';
import type { Options } from '../argv.ts';

/** The object in the namespace of `-n`; the one of the kubeconfig is not put in. */
export function inAskedNamespace<T extends KObject>(object: T, options: Options): T {
  const namespace = options.text('namespace') ?? '';
  return namespace === '' ? object : { ...object, metadata: { ...object.metadata, namespace } };
}
