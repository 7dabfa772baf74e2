// Models staging/src/k8s.io/cli-runtime/pkg/genericclioptions/record_flags.go (v1.36)

import type { KObject } from '../../../api/types/meta.ts';
import type { Keepsake } from '../../../base/keepsakes.ts';
import type { Process } from '../../../engine/index.ts';
import type { Parsed } from '../flags/argv.ts';
import type { Session } from '../session/session.ts';
import { MERGE } from './change.ts';

/** The annotation that says by which command an object was changed last. */
export const CHANGE_CAUSE = 'kubernetes.io/change-cause';

/** What a command that is to be named as a cause was typed as. */
const TYPED: Keepsake<{ line: string | undefined }> = { begin: () => ({ line: undefined }) };

/** The command is to be the cause of what it changes: its words, then its flags. */
export function rememberLine(session: Session, { words, given }: Parsed): void {
  const flags = given.map(([name, value]) => ` --${name}=${value}`).join('');
  session.keepsakes.of(TYPED).line = `kubectl ${words.join(' ')}${flags}`;
}

const lineOf = (session: Session): string | undefined => session.keepsakes.of(TYPED).line;

/** With `--record` the object with the command as the cause of its change. */
export function recorded<T extends Pick<KObject, 'metadata'>>(session: Session, object: T): T {
  const line = lineOf(session);
  if (line === undefined) return object;
  const { metadata } = object;
  return { ...object, metadata: { ...metadata, annotations: { ...metadata.annotations, [CHANGE_CAUSE]: line } } };
}

/** Commands that send no whole object note the cause afterwards; what goes wrong with that is not told. */
export function* recordAfterwards(session: Session, path: string, changed: KObject): Process<KObject> {
  const line = lineOf(session);
  if (line === undefined || changed.metadata.annotations?.[CHANGE_CAUSE] === line) return changed;
  const response = yield* session.call({
    method: 'PATCH',
    path,
    contentType: MERGE,
    body: { metadata: { annotations: { [CHANGE_CAUSE]: line } } },
    accept: 'application/json, */*',
  });
  return response.code >= 300 ? changed : (response.body as KObject);
}
