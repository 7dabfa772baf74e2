// Models staging/src/k8s.io/kubectl/pkg/cmd/create/create.go RunEditOnCreate (v1.36)

import type { KObject } from '../../../../api/types/meta.ts';
import type { Process } from '../../../../engine/index.ts';
import { withLastApplied } from '../../manifests/last-applied.ts';
import type { Manifest, ManifestObject } from '../../manifests/manifests.ts';
import { type Failure, isFailure } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import { recorded } from '../../writing/record.ts';
import { create, writeQuery } from '../../writing/writing.ts';
import { editObjects, HEAD } from '../edit/editing.ts';
import type { CreateOptions } from './flags.ts';

const MANAGER = 'kubectl-create';

/** What a file says is created as the editor leaves it; what is not changed there is not created. */
export function* editBeforeCreation(
  session: Session,
  options: CreateOptions,
  { resource, object }: Manifest,
): Process<undefined | Failure> {
  const original = { resource, name: object.metadata.name ?? '', object: object as KObject };
  const edited = yield* editObjects(session, options, {
    head: HEAD,
    originals: [original],
    send: (updated) => {
      const kept = options.is('save-config')
        ? withLastApplied(updated.object as unknown as ManifestObject)
        : updated.object;
      return create(session, options, {
        resource: updated.resource,
        namespace: updated.namespace,
        object: recorded(session, kept as KObject),
        query: writeQuery(options, 'none', MANAGER),
        done: 'created',
      });
    },
  });
  return isFailure(edited) ? edited : undefined;
}
