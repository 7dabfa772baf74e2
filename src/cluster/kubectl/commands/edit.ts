import type { Process } from '../../../engine/index.ts';
import type { Options } from '../argv.ts';
import { pathOf } from '../discovery.ts';
import { type Failure, failure, failureOf, isFailure } from '../errors.ts';
import type { Session } from '../session.ts';
import { NOTHING_NAMED, resolveTargets } from '../target.ts';
import { namespaceFor } from './get-query.ts';

/** The editor of this terminal is one that is closed again at once: nothing is changed. */
// Models staging/src/k8s.io/kubectl/pkg/cmd/util/editor/editoptions.go (v1.36). Not modelled: editing.
export function* edit(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  if (words.length === 0) return failure(NOTHING_NAMED);
  const targets = yield* resolveTargets(session, words);
  if (isFailure(targets)) return targets;
  for (const { resource, names } of targets) {
    for (const name of names) {
      const path = pathOf(resource, namespaceFor(session, options), name);
      const response = yield* session.call({ method: 'GET', path });
      if (response.code !== 200) return failureOf(response.code, response.body);
    }
  }
  session.complain('Edit cancelled, no changes made.\n');
  return 0;
}
