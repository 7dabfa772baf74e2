import type { Process } from '../../../engine/index.ts';
import type { Options } from '../argv.ts';
import { type Failure, failure, isFailure } from '../errors.ts';
import type { Session } from '../session.ts';
import { fetchTargets } from './change.ts';

const FORMATS: readonly string[] = ['', 'json', 'kyaml', 'yaml'];

/** The editor of this terminal is one that is closed again at once: nothing is changed. */
export function closedAtOnce(session: Session): number {
  session.complain('Edit cancelled, no changes made.\n');
  return 0;
}

// Models staging/src/k8s.io/kubectl/pkg/cmd/util/editor/editoptions.go (v1.36). Not modelled: editing.
export function* edit(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  const output = options.text('output') ?? '';
  if (!FORMATS.includes(output)) {
    return failure(
      `unable to match a printer suitable for the output format "${output}", allowed formats are: json,kyaml,yaml`,
    );
  }
  const fetched = yield* fetchTargets(session, words, options.with('all', 'true'));
  if (isFailure(fetched)) return fetched;
  return closedAtOnce(session);
}
