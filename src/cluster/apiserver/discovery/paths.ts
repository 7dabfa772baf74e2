import type { Context } from '../../../engine/index.ts';
import type { ApiRequest } from '../../ports/transport.ts';
import type { Answer } from '../handlers/scope.ts';
import type { Services } from '../services.ts';
import {
  aggregatedDiscovery,
  coreVersions,
  groupDocument,
  groupList,
  openApiDocument,
  openApiIndex,
  resourceList,
} from './documents.ts';
import { healthText } from './health.ts';

const AGGREGATED = 'as=APIGroupDiscoveryList';
const AGGREGATED_TYPE = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const TEXT = 'text/plain; charset=utf-8';
const MISSING = '404 page not found\n';

/** Paths that are not about a resource: discovery, OpenAPI, health, version. */
export function answerPath(services: Services, ctx: Context, request: ApiRequest): Answer {
  const path = request.path.length > 1 ? request.path.replace(/\/$/, '') : request.path;
  const parts = path.split('/').slice(1);
  if (parts[0] === 'api' || parts[0] === 'apis') {
    const aggregated = (request.headers.accept ?? '').includes(AGGREGATED);
    if (aggregated && parts.length === 1) {
      return { ctx, code: 200, body: aggregatedDiscovery(parts[0] === 'api'), contentType: AGGREGATED_TYPE };
    }
    return found(ctx, discoveryDocument(services, parts));
  }
  if (parts[0] === 'openapi' && parts[1] === 'v3') return found(ctx, openApi(parts.slice(2)));
  if (path === '/version') return found(ctx, versionDocument(services));
  const verbose = request.query.some(([name]) => name === 'verbose');
  const excluded = request.query.filter(([name]) => name === 'exclude').map(([, value]) => value);
  const health = parts.length === 1 ? healthText(parts[0] ?? '', verbose, excluded) : undefined;
  if (health !== undefined) return { ctx, code: 200, body: health, contentType: TEXT };
  return missing(ctx);
}

function found(ctx: Context, document: object | undefined): Answer {
  return document === undefined ? missing(ctx) : { ctx, code: 200, body: document };
}

function missing(ctx: Context): Answer {
  return { ctx, code: 404, body: MISSING, contentType: TEXT };
}

function discoveryDocument({ config }: Services, [root, ...rest]: readonly string[]): object | undefined {
  if (root === 'api') {
    const [version] = rest;
    return version === undefined ? coreVersions(config.address, config.port) : resourceList('', version);
  }
  const [group, version] = rest;
  if (group === undefined) return groupList();
  return version === undefined ? groupDocument(group) : resourceList(group, version);
}

function openApi(parts: readonly string[]): object | undefined {
  if (parts.length === 0) return openApiIndex();
  const [root, first = '', second = ''] = parts;
  return root === 'api' ? openApiDocument('', first) : openApiDocument(first, second);
}

/** Models staging/src/k8s.io/apimachinery/pkg/version/types.go (v1.36) */
function versionDocument({ config }: Services): object {
  return {
    major: '1',
    minor: '36',
    emulationMajor: '1',
    emulationMinor: '36',
    minCompatibilityMajor: '1',
    minCompatibilityMinor: '35',
    gitVersion: config.gitVersion,
    gitCommit: config.gitCommit,
    gitTreeState: '',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: 'go1.26.11',
    compiler: 'gc',
    platform: config.platform,
  };
}
