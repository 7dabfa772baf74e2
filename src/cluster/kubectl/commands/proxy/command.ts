// Models staging/src/k8s.io/kubectl/pkg/cmd/proxy/proxy.go, staging/src/k8s.io/kubectl/pkg/proxy/proxy_server.go (v1.36)

import { matchesPattern, patternProblem } from '../../../../api/go/pattern.ts';
import type { Context, Process } from '../../../../engine/index.ts';
import { channelPair } from '../../../ports/channels.ts';
import type { ApiRequest, ApiResponse } from '../../../ports/transport.ts';
import type { Options } from '../../flags/options.ts';
import { type Failure, failure } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import type { Command } from '../declaration.ts';

const FLAGS =
  'accept-hosts accept-paths address api-prefix append-server-path:b disable-filter:b keepalive:d p/port:i reject-methods reject-paths u/unix-socket w/www P/www-prefix';
type Given = Options<typeof FLAGS>;

export function commands(): readonly Command[] {
  return [
    {
      name: 'proxy',
      order: 24,
      group: 'containers',
      does: 'makes the API server answer on this machine',
      usage: '[--port=PORT] [--www=static-dir] [--www-prefix=prefix] [--api-prefix=prefix]',
      flags: FLAGS,
      defaults: {
        'accept-hosts': "'^localhost$,^127.0.0.1$,^[::1]$'",
        'accept-paths': "'^.*'",
        address: "'127.0.0.1'",
        'api-prefix': "'/'",
        port: '8001',
        'reject-methods': "'^$'",
        'reject-paths': "'^/api/.*/pods/.*/exec,^/api/.*/pods/.*/attach'",
        'www-prefix': "'/static/'",
      },
      run: proxy,
    },
  ];
}

const EXEC_AND_ATTACH = '^/api/.*/pods/.*/exec,^/api/.*/pods/.*/attach';
const THIS_MACHINE = '^localhost$,^127\\.0\\.0\\.1$,^\\[::1\\]$';
const TEXT = { 'content-type': 'text/plain; charset=utf-8' };
const USUAL = 8001;
/** Any free port: the same one each time. */
const FREE = '40001';

/** Serves on a port of this machine until it is interrupted: requests go on with the credentials of the kubeconfig. */
function* proxy(session: Session, _words: readonly string[], options: Given): Process<number | Failure> {
  const asked = options.text('port') ?? String(USUAL);
  if (options.has('unix-socket') && Number(asked) !== USUAL) {
    return failure('cannot set --unix-socket and --port at the same time');
  }
  const port = asked === '0' ? FREE : asked;
  const address = options.text('address') ?? '127.0.0.1';
  const socket = options.text('unix-socket');
  const filter = readFilter(options);
  if ('wrong' in filter) return failure(filter.wrong);
  const { localPorts } = session.host;
  if (socket === undefined && localPorts?.has(port) === true)
    return failure(`listen tcp ${address}:${port}: bind: address already in use`);
  const prefix = options.text('api-prefix') ?? '/';
  session.print(`Starting to serve on ${socket ?? `${address}:${port}`}\n`);
  if (socket === undefined) {
    localPorts?.set(port, { request: (ctx, request) => relay(session, filter, prefix, ctx, request) });
  }
  yield* session.nextData(channelPair()[0]);
  if (socket === undefined) localPorts?.delete(port);
  return 130;
}

function* relay(
  session: Session,
  filter: Filter,
  prefix: string,
  ctx: Context,
  request: ApiRequest,
): Process<ApiResponse> {
  const { path, method, headers } = request;
  const host = (headers.host ?? '').replace(/:\d+$/, '');
  const passes = matches(filter.hosts, host) && matches(filter.paths, path);
  if (!passes || matches(filter.rejectedPaths, path) || matches(filter.rejectedMethods, method))
    return plain(403, 'Forbidden\n');
  const base = prefix.replace(/\/$/, '');
  if (path !== base && !path.startsWith(`${base}/`)) return plain(404, '404 page not found\n');
  return yield* session.relay(ctx, base === '' ? request : { ...request, path: path.slice(base.length) || '/' });
}

function plain(code: number, body: string): ApiResponse {
  return { code, headers: TEXT, body, stream: undefined, warnings: [] };
}

interface Filter {
  readonly hosts: readonly string[];
  readonly paths: readonly string[];
  readonly rejectedPaths: readonly string[];
  readonly rejectedMethods: readonly string[];
}

function readFilter(options: Given): Filter | { readonly wrong: string } {
  const everything = options.is('disable-filter');
  const read = (
    flag: 'accept-hosts' | 'accept-paths' | 'reject-paths' | 'reject-methods',
    usual: string,
  ): readonly string[] => (options.text(flag) ?? usual).split(',');
  const filter = {
    hosts: everything ? ['.'] : read('accept-hosts', THIS_MACHINE),
    paths: everything ? ['.'] : read('accept-paths', '^.*'),
    rejectedPaths: everything ? [] : read('reject-paths', EXEC_AND_ATTACH),
    rejectedMethods: everything ? [] : read('reject-methods', '^$'),
  };
  const wrong = Object.values(filter)
    .flat()
    .map(patternProblem)
    .find((problem) => problem !== undefined);
  return wrong === undefined ? filter : { wrong: `Error compiling re: ${wrong}` };
}

function matches(patterns: readonly string[], text: string): boolean {
  return patterns.some((pattern) => matchesPattern(text, pattern));
}
