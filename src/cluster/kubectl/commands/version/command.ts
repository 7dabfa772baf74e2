import { goJson } from '../../../../api/go/json-text.ts';
import { printYaml } from '../../../../api/yaml/index.ts';
import type { Process } from '../../../../engine/index.ts';
import type { Options } from '../../flags/options.ts';
import { type Failure, failure, failureOf } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import type { Command } from '../declaration.ts';

const FLAGS = 'client:b o/output';
type Given = Options<typeof FLAGS>;

export function commands(): readonly Command[] {
  return [
    {
      name: 'version',
      order: 44,
      group: 'about',
      does: 'shows the versions of kubectl and server',
      flags: FLAGS,
      asksNobodyWith: 'client',
      looks: true,
      run: version,
    },
  ];
}

const CLIENT_VERSION = 'v1.36.2';
const KUSTOMIZE_VERSION = 'v5.8.1';

/** Models staging/src/k8s.io/kubectl/pkg/cmd/version/version.go (v1.36) */
function* version(session: Session, words: readonly string[], options: Given): Process<number | Failure> {
  if (words.length > 0) return failure(`extra arguments: [${words.join(' ')}]`);
  const output = options.text('output') ?? '';
  if (!['', 'yaml', 'json'].includes(output)) return failure("--output must be 'yaml' or 'json'");
  if (output !== '') return yield* versionObject(session, output, options);
  session.print(`Client Version: ${CLIENT_VERSION}\nKustomize Version: ${KUSTOMIZE_VERSION}\n`);
  if (options.is('client')) return 0;
  const response = yield* session.call({
    method: 'GET',
    path: '/version',
    query: [['timeout', '32s']],
    accept: 'application/json, */*',
  });
  if (response.code !== 200) return failureOf(response.code, response.body);
  session.print(`Server Version: ${(response.body as { readonly gitVersion?: string }).gitVersion ?? ''}\n`);
  return 0;
}

/** The client's build, as far as a simulated one has any. */
const CLIENT = {
  major: '1',
  minor: '36',
  gitVersion: CLIENT_VERSION,
  gitCommit: '8e16b12fda5b1dccc41a6de48b3e356cc7d5048b',
  gitTreeState: 'clean',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: 'go1.26.11',
  compiler: 'gc',
  platform: 'linux/amd64',
};

function* versionObject(session: Session, output: string, options: Given): Process<number | Failure> {
  const response = options.is('client')
    ? undefined
    : yield* session.call({
        method: 'GET',
        path: '/version',
        query: [['timeout', '32s']],
        accept: 'application/json, */*',
      });
  if (response !== undefined && response.code !== 200) return failureOf(response.code, response.body);
  const whole = {
    clientVersion: CLIENT,
    kustomizeVersion: KUSTOMIZE_VERSION,
    ...(response === undefined ? {} : { serverVersion: response.body }),
  };
  session.print(output === 'yaml' ? `${printYaml(whole)}\n` : `${goJson(whole, { indent: 2 })}\n`);
  return 0;
}
