// Models staging/src/k8s.io/apiserver/pkg/server/{statusz,flagz} (v1.36). Deviation: of four marks between name and value the first.

import { notAcceptable } from '../../../api/errors/status.ts';
import { parseTime, rfc3339, unixDate } from '../../../api/values/time.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Context } from '../../../engine/index.ts';
import type { ApiRequest } from '../../ports/transport.ts';
import type { ApiServerConfig } from '../core/config.ts';
import type { Services } from '../parts/services.ts';
import type { Answer } from '../scope/scope.ts';
import { rootPaths } from './documents.ts';

const TEXT = 'text/plain; charset=utf-8';
const COMPONENT = 'kube-apiserver';
const GO_VERSION = 'go1.26.11';
const WARNING =
  'Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility guarantees and is for debugging purposes only.';

/** How the server is and what it was started with: for people, or as an object when it is asked for by name. Undefined: another path. */
export function zPage(services: Services, ctx: Context, request: ApiRequest): Answer | undefined {
  switch (request.path) {
    case '/statusz':
      return page(ctx, request, 'Statusz', statusOf(services, ctx), statusText);
    case '/flagz':
      return page(ctx, request, 'Flagz', { flags: flagsOf(services.config) }, flagsText);
    default:
      return undefined;
  }
}

function page<T extends object>(
  ctx: Context,
  request: ApiRequest,
  kind: string,
  content: T,
  text: (content: T) => readonly string[],
): Answer {
  for (const clause of (request.headers.accept || '*/*').split(',')) {
    const [type = '', ...parameters] = clause.split(';').map((each) => each.trim());
    const version = versionAsked(parameters, kind);
    if (type === 'application/json' && version !== undefined) {
      const body = { kind, apiVersion: `config.k8s.io/${version}`, metadata: { name: COMPONENT }, ...content };
      return { ctx, code: 200, body, contentType: 'application/json' };
    }
    if (['*/*', 'text/*', 'text/plain'].includes(type) && !parameters.some((each) => each.startsWith('as='))) {
      const lines = ['', `${COMPONENT} ${kind.toLowerCase()}`, WARNING, '', ...text(content)];
      return { ctx, code: 200, body: `${lines.join('\n')}\n`, contentType: TEXT };
    }
  }
  const types = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf', 'text/plain'];
  return { ctx, code: 406, body: notAcceptable(types) };
}

function versionAsked(parameters: readonly string[], kind: string): string | undefined {
  if (!parameters.includes('g=config.k8s.io') || !parameters.includes(`as=${kind}`)) return undefined;
  return ['v1alpha1', 'v1beta1'].find((version) => parameters.includes(`v=${version}`));
}

interface ServerStatus {
  readonly startTime: string;
  readonly uptimeSeconds: number;
  readonly goVersion: string;
  readonly binaryVersion: string;
  readonly emulationVersion: string;
  readonly paths: readonly string[];
}

/** What programs ask for is no help to who looks for a fault. */
const NO_HELP: ReadonlySet<string> = new Set(['apis', 'api', 'openid', 'openapi', '.well-known']);

function statusOf({ config, stores, custom }: Services, ctx: Context): ServerStatus {
  // A server is as old as its cluster.
  const born = stores.byName('namespaces')?.cacher.get('', 'kube-system')?.metadata.creationTimestamp;
  const start = parseTime(born) ?? ctx.wall;
  const binaryVersion = config.gitVersion.slice(1);
  const folders = rootPaths(custom.inOrder()).paths.map((path) => path.split('/')[1] ?? '');
  return {
    startTime: rfc3339(start),
    uptimeSeconds: Math.floor((ctx.wall - start) / SECOND),
    goVersion: GO_VERSION,
    binaryVersion,
    emulationVersion: binaryVersion.replace(/\.\d+$/, ''),
    paths: [...new Set(folders)]
      .filter((folder) => folder !== '' && !NO_HELP.has(folder))
      .map((folder) => `/${folder}`)
      .sort(),
  };
}

function statusText(status: ServerStatus): readonly string[] {
  const { startTime, uptimeSeconds, goVersion, binaryVersion, emulationVersion, paths } = status;
  const two = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.floor(uptimeSeconds / 60);
  return [
    `Started: ${unixDate(parseTime(startTime) ?? 0)}`,
    `Up: ${Math.floor(minutes / 60)} hr ${two(minutes % 60)} min ${two(uptimeSeconds % 60)} sec`,
    `Go version: ${goVersion}`,
    `Binary version: ${binaryVersion}`,
    `Emulation version: ${emulationVersion}`,
    `Paths: ${paths.join(' ')}`,
  ];
}

function flagsOf(config: ApiServerConfig): Readonly<Record<string, string>> {
  return {
    'advertise-address': config.address,
    'anonymous-auth': String(config.anonymous),
    'authorization-mode': `[${config.authorization.modes.join(',')}]`,
    'disable-admission-plugins': `[${config.disabledAdmission.join(',')}]`,
    'event-ttl': `${config.eventTtlSeconds / 3600}h0m0s`,
    'secure-port': String(config.port),
    'service-account-issuer': `[${config.issuer}]`,
    'service-cluster-ip-range': config.serviceCidr,
  };
}

function flagsText({ flags }: { readonly flags: Readonly<Record<string, string>> }): readonly string[] {
  return Object.keys(flags)
    .sort()
    .map((name) => `${name}: ${flags[name]}`);
}
