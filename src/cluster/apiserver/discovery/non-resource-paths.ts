import { methodNotAllowedOnPath, notFoundPath } from '../../../api/errors/status.ts';
import { allResources } from '../../../api/scheme/scheme.ts';
import type { Context } from '../../../engine/index.ts';
import type { ApiRequest } from '../../ports/transport.ts';
import type { Services } from '../parts/services.ts';
import { METRICS_TYPE } from '../request/request-counts.ts';
import type { Answer } from '../scope/scope.ts';
import { checksOf } from './health.ts';
import { zPage } from './z-pages.ts';

const TEXT = 'text/plain; charset=utf-8';
/** Below these a router answers, in its own words: with a Status. What the aggregator answers itself, `/apis` and the groups, asks for no method. */
const ROUTED = /^\/(?:api|version|openid\/v1\/jwks|\.well-known\/openid-configuration)\/?$/;
const BELOW_ROUTED = /^\/(?:api|version)\//;

/** Pages for people who look after the server, and the ways in which there is nothing at a path. */
// Models staging/src/k8s.io/apiserver/pkg/server/handler.go, director, and component-base/metrics/slis (v1.36)
export function answerOther(services: Services, ctx: Context, request: ApiRequest): Answer {
  const { path } = request;
  if (path === '/metrics/slis') return { ctx, code: 200, body: slisText(), contentType: METRICS_TYPE };
  const page = zPage(services, ctx, request);
  if (page !== undefined) return page;
  if (isRouted(path)) return { ctx, code: 404, body: notFoundPath() };
  return { ctx, code: 404, body: '404 page not found\n', contentType: TEXT };
}

/** Whether a router with routes for GET alone has this path: it knows HEAD no more than any other method. */
export function takesGetAlone(path: string): boolean {
  return ROUTED.test(path) || isRouted(path);
}

export function methodRefused(ctx: Context, { method }: ApiRequest): Answer {
  return { ctx, code: 405, body: method === 'HEAD' ? '' : methodNotAllowedOnPath() };
}

function isRouted(path: string): boolean {
  const group = /^\/apis\/([^/]+)\//.exec(path)?.[1];
  if (group === undefined) return BELOW_ROUTED.test(path);
  return allResources().some((each) => each.group === group);
}

const ENDPOINTS = ['healthz', 'livez', 'readyz'];

function slisText(): string {
  const each = (line: (check: string, type: string) => string): readonly string[] =>
    ENDPOINTS.flatMap((type) => checksOf(type).map((check) => line(check, type))).sort();
  const lines = [
    '# HELP kubernetes_healthcheck What the last run of a check said: 1 is success.',
    '# TYPE kubernetes_healthcheck gauge',
    ...each((check, type) => `kubernetes_healthcheck{name="${check}",type="${type}"} 1`),
    '# HELP kubernetes_healthchecks_total How often checks have run.',
    '# TYPE kubernetes_healthchecks_total counter',
    ...each((check, type) => `kubernetes_healthchecks_total{name="${check}",status="success",type="${type}"} 1`),
  ];
  return `${lines.join('\n')}\n`;
}
