import type { Context } from '../../../engine/index.ts';
import type { ApiRequest } from '../../ports/transport.ts';
import { hostPort } from '../core/config.ts';
import { customDocument } from '../openapi/custom-document.ts';
import type { Services } from '../parts/services.ts';
import { METRICS_TYPE } from '../request/request-counts.ts';
import { queryValue } from '../request/request-info.ts';
import type { Answer } from '../scope/scope.ts';
import { aggregated as aggregatedDocument } from './aggregated.ts';
import * as documents from './documents.ts';
import { healthText } from './health.ts';
import { metricsText } from './metrics-text.ts';
import { answerOther, methodRefused, takesGetAlone } from './non-resource-paths.ts';
import { openApiDocument, openApiIndex } from './open-api.ts';

const TEXT = 'text/plain; charset=utf-8';
const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

/** Older clients ask for a version of it that is no more served, and take the plain documents instead. */
const AGGREGATION = /;v=v2;as=APIGroupDiscoveryList|;as=APIGroupDiscoveryList;(?:[^,]*;)?v=v2(?:[;,]|$)/;

/** At `/apis/` there is the plain list alone. */
const AGGREGATED_PATHS = /^\/(?:apis?|api\/)$/;

const HEALTH = /^\/(?:healthz|livez|readyz)(?:\/|$)/;

/** Paths that are not about a resource. */
// Models staging/src/k8s.io/apiserver/pkg/server/{genericapiserver,routes}.go (v1.36). Not modelled: /debug.
export function answerPath(services: Services, ctx: Context, request: ApiRequest): Answer {
  const { path } = request;
  if (HEALTH.test(path)) return health(services, ctx, request);
  if (request.method !== 'GET' && takesGetAlone(path)) return methodRefused(ctx, request);
  if (path === '/metrics') return { ctx, code: 200, body: metricsText(services), contentType: METRICS_TYPE };
  const wantsAggregated = AGGREGATED_PATHS.test(path) && AGGREGATION.test(request.headers.accept ?? '');
  const key = wantsAggregated ? `${path} aggregated` : path;
  const kept = services.documents.of(services.stores.generation);
  let body = kept.get(key);
  if (body === undefined) {
    body = documentAt(services, path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path, wantsAggregated);
    if (body === undefined) return answerOther(services, ctx, request);
    if (path !== '/version' && path !== '/api') kept.set(key, body);
  }
  return wantsAggregated ? { ctx, code: 200, body, contentType: AGGREGATED } : { ctx, code: 200, body };
}

function documentAt(services: Services, path: string, aggregated: boolean): object | undefined {
  const custom = services.custom.inOrder();
  switch (path) {
    case '/.well-known/openid-configuration':
      return openIdConfiguration(services);
    case '/openid/v1/jwks':
      return services.access.tokens.keySet;
    case '/':
      return documents.rootPaths(custom);
    case '/api':
      return aggregated ? aggregatedDocument(true, custom) : documents.apiVersions(services.config);
    case '/apis':
      return aggregated
        ? aggregatedDocument(false, custom, services.aggregator.discovered())
        : documents.apiGroupList(custom, services.aggregator.discovered());
    case '/version':
      return documents.versionInfo(services.config);
    case '/openapi/v3':
      return openApiIndex(services.custom.contents());
    default:
  }
  if (path === '/openapi/v2') {
    const groups = [...services.custom.contents().keys()].map((each) =>
      customDocument(services.custom, `apis/${each}`),
    );
    return documents.openApiV2Document(
      services.config,
      groups.filter((each) => each !== undefined),
    );
  }
  if (path.startsWith('/openapi/v3/')) {
    const wanted = path.slice('/openapi/v3/'.length);
    return openApiDocument(wanted) ?? customDocument(services.custom, wanted);
  }
  const parts = path.split('/');
  if (parts[1] === 'api' && parts.length === 3) return documents.apiResourceList('', parts[2] as string, custom);
  if (parts[1] === 'apis' && parts.length === 3)
    return documents.apiGroup(parts[2] as string, custom, services.aggregator.discovered());
  if (parts[1] === 'apis' && parts.length === 4) {
    return documents.apiResourceList(parts[2] as string, parts[3] as string, custom);
  }
  return undefined;
}

/** How others find the keys with which they check the cluster's tokens. */
// Models pkg/serviceaccount/openidmetadata.go (v1.36)
function openIdConfiguration({ config, access: { tokens } }: Services): object {
  return {
    issuer: tokens.issuer,
    jwks_uri: `https://${hostPort(config)}/openid/v1/jwks`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
}

function health(services: Services, ctx: Context, request: ApiRequest): Answer {
  const excluded = request.query.filter(([name]) => name === 'exclude').map(([, value]) => value);
  const verbose = queryValue(request, 'verbose') !== undefined;
  const text = healthText(request.path, verbose, excluded);
  return text === undefined ? answerOther(services, ctx, request) : { ctx, code: 200, body: text, contentType: TEXT };
}
