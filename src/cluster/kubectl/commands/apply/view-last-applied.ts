import { goJson } from '../../../../api/go/json-text.ts';
import { LAST_APPLIED } from '../../../../api/values/annotations.ts';
import { printYaml } from '../../../../api/yaml/index.ts';
import type { Process } from '../../../../engine/index.ts';
import { type Failure, failure, isFailure, misused } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import { fetchTargets } from '../../writing/change.ts';
import type { ApplyOptions } from './flags.ts';

/** Models staging/src/k8s.io/kubectl/pkg/cmd/apply/apply_view_last_applied.go (v1.36) */
export function* viewLastApplied(
  session: Session,
  words: readonly string[],
  options: ApplyOptions<'apply view-last-applied'>,
): Process<number | Failure> {
  const selector = options.text('selector') ?? '';
  if (options.is('all') && selector !== '') {
    return failure(`found non-empty label selector ${JSON.stringify(selector)} with previously set 'all' parameter. `);
  }
  const fetched = yield* fetchTargets(session, words, options);
  if (isFailure(fetched)) return fetched;
  for (const { object, name } of fetched) {
    const text = object.metadata.annotations?.[LAST_APPLIED];
    if (text === undefined) {
      // The real one makes an error of it only for files.
      const [file] = options.list('filename');
      if (file === undefined) return 0;
      return failure(
        `error when no last-applied-configuration annotation found on resource: ${name}\n ${JSON.stringify(file)}: <nil>`,
      );
    }
    const form = options.text('output') ?? 'yaml';
    if (form !== 'json' && form !== 'yaml') {
      return misused(options, `Unexpected -o output mode: ${form}, the flag 'output' must be one of yaml|json`);
    }
    const manifest: unknown = JSON.parse(text);
    session.print(form === 'json' ? `${goJson(manifest, { sortKeys: true, indent: 2 })}\n` : printYaml(manifest));
  }
  return 0;
}
