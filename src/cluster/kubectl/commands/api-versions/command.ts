import type { Process } from '../../../../engine/index.ts';
import { discover } from '../../client/discovery.ts';
import { type Failure, failure } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import type { Command } from '../declaration.ts';

export function commands(): readonly Command[] {
  return [
    {
      name: 'api-versions',
      order: 40,
      group: 'about',
      does: 'lists the versions that the server knows',
      flags: '',
      looks: true,
      run: apiVersions,
    },
  ];
}

/** Models staging/src/k8s.io/kubectl/pkg/cmd/apiresources/apiversions.go (v1.36) */
function* apiVersions(session: Session, words: readonly string[]): Process<number | Failure> {
  if (words.length > 0) {
    return failure(`unexpected arguments: [${words.join(' ')}]\nSee 'kubectl api-versions -h' for help and examples`);
  }
  const known = yield* discover(session, true);
  const versions = new Set(known.map(({ group, version }) => (group === '' ? version : `${group}/${version}`)));
  session.print(
    [...versions]
      .sort()
      .map((version) => `${version}\n`)
      .join(''),
  );
  return 0;
}
