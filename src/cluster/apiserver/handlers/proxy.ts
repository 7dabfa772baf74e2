// Models pkg/registry/core/{pod/rest/subresources,service/storage/storage,node/rest/proxy}.go, staging/src/k8s.io/apimachinery/pkg/util/proxy (v1.36)

import {
  badRequest,
  internalError,
  isStatus,
  notFound,
  type Status,
  serviceUnavailable,
} from '../../../api/errors/status.ts';
import { quote } from '../../../api/go/quote.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import { type DialFailure, type HttpAnswer, type HttpRequest, isDialFailure } from '../../ports/http.ts';
import { draw } from '../../ports/latency.ts';
import { isUnreachable } from '../../ports/node-server.ts';
import { Lookups } from '../admission/lookups.ts';
import type { Services } from '../parts/services.ts';
import type { ResourceStore } from '../registry/store.ts';
import { requestUri } from '../request/request-info.ts';
import { type Answer, failed, type Scope } from '../scope/scope.ts';
import { addressThrough, throughProxy } from './proxied-page.ts';
import { attributesOf } from './write.ts';

const KUBELET_PORT = '10250';
const OPTIONS_KINDS: ReadonlyMap<string, string> = new Map([
  ['pods', 'PodProxyOptions'],
  ['services', 'ServiceProxyOptions'],
  ['nodes', 'NodeProxyOptions'],
]);

/** Where a request is sent on to: an address and a port, or the kubelet of a node. */
interface Target {
  readonly scheme: string;
  readonly address: string;
  readonly port: string;
  readonly kubelet?: string;
}

/** Passes any request on to a program behind a Service, Pod or Node, and its answer back. */
export function* handleProxy(services: Services, ctx: Context, scope: Scope): Process<Answer> {
  const { request, info } = scope;
  const path = `/${info.rest.join('/')}`;
  const options = { kind: OPTIONS_KINDS.get(info.resource) ?? '', apiVersion: 'v1', metadata: { name: '' }, path };
  const attributes = attributesOf(scope, 'CONNECT', options as KObject, undefined, false);
  const lookups = new Lookups(services, scope);
  const admitted = yield* services.admission.mutate(ctx, scope.subject, attributes, lookups);
  if (isStatus(admitted)) return failed(ctx, admitted);
  const approved = yield* services.admission.validate(admitted.ctx, scope.subject, attributes, lookups);
  if (isStatus(approved)) return failed(admitted.ctx, approved);
  const target = yield* targetOf(services, approved, scope);
  if (isStatus(target)) return failed(approved, target);
  const uri = requestUri(request);
  // Relative links of a page would lead elsewhere without the slash.
  if (info.rest.length === 0 && (request.method === 'GET' || request.method === 'HEAD')) {
    const [plain = '', query] = uri.split('?');
    const location = `${plain}/${query === undefined ? '' : `?${query}`}`;
    return { ctx: approved, code: 301, body: '', contentType: '', headers: { location } };
  }
  const { query = '' } = /(?<query>\?.*)?$/.exec(uri)?.groups ?? {};
  const { scheme, address, port } = target;
  const dialed = approved.step(steps.dialed, scope.subject, { url: `${scheme}://${address}:${port}${path}` });
  yield dialed.sleep(draw(services.random, services.env.latencies.network));
  const answered = yield* ask(services, dialed, target, {
    method: request.method,
    path: `${path}${query}`,
    userAgent: request.headers['user-agent'] ?? '-',
    from: services.config.address,
  });
  yield dialed.sleep(draw(services.random, services.env.latencies.network));
  if (isDialFailure(answered))
    return failed(dialed, serviceUnavailable(`error trying to reach service: ${answered.error}`));
  const [plain = ''] = uri.split('?');
  const prefix = plain.slice(0, plain.length - path.length);
  return passedBack(dialed, answered, prefix, [`${address}:${port}`, request.headers.host ?? '']);
}

/** What sends a reader somewhere keeps to the way through the proxy. */
function passedBack(ctx: Context, answered: HttpAnswer, prefix: string, hosts: readonly string[]): Answer {
  const { 'content-type': contentType = 'text/plain; charset=utf-8', ...headers } = answered.headers;
  const { code, body } = answered;
  const { location, 'content-length': _, ...others } = headers;
  if (location !== undefined)
    return { ctx, code, body, contentType, headers: { ...headers, location: addressThrough(location, prefix, hosts) } };
  if (contentType.split(';', 1)[0]?.trim() !== 'text/html') return { ctx, code, body, contentType, headers };
  return { ctx, code, body: throughProxy(body, prefix, hosts), contentType, headers: others };
}

function* ask(
  services: Services,
  ctx: Context,
  { scheme, address, port, kubelet }: Target,
  request: HttpRequest,
): Process<HttpAnswer | DialFailure> {
  if (kubelet !== undefined) {
    const server = services.nodes.get(kubelet)?.();
    if (server === undefined) return { error: `dial tcp ${address}:${port}: connect: connection refused` };
    if (isUnreachable(server)) {
      yield ctx.sleep(server.micros);
      return { error: server.error };
    }
    return yield* server.answer(ctx, request);
  }
  if (!/^\d+$/.test(port)) return { error: `dial tcp: lookup tcp/${port}: unknown port` };
  return services.config.dial(ctx, address, Number(port), { ...request, secure: scheme === 'https' });
}

function* targetOf(services: Services, ctx: Context, scope: Scope): Process<Target | Status> {
  const { resource, name: id } = scope.info;
  const named = split(id);
  if (named === undefined) return badRequest(`invalid ${resource.slice(0, -1)} request ${quote(id)}`);
  switch (resource) {
    case 'pods':
      return yield* podTarget(ctx, scope, named);
    case 'services':
      return yield* serviceTarget(services, ctx, scope, named);
    default:
      return yield* nodeTarget(ctx, scope, named);
  }
}

interface Named {
  readonly scheme: string;
  readonly name: string;
  readonly port: string;
}

const SCHEMES: readonly string[] = ['', 'http', 'https'];

/** `name`, `name:port`, `scheme:name:port`. */
function split(id: string): Named | undefined {
  const parts = id.split(':');
  const [scheme = '', name = '', port = ''] = parts.length === 3 ? parts : ['', ...parts];
  return parts.length > 3 || name === '' || !SCHEMES.includes(scheme) ? undefined : { scheme, name, port };
}

function* podTarget(ctx: Context, scope: Scope, { scheme, name, port }: Named): Process<Target | Status> {
  const found = yield* scope.store.get(ctx, scope.info.namespace, name);
  if (isStatus(found)) return found;
  const { spec, status } = found as Pod;
  const address = status.podIP ?? '';
  if (address === '') return badRequest('address not allowed');
  const first = spec.containers.flatMap(({ ports = [] }) => ports as readonly { readonly containerPort: number }[])[0];
  const plain = scheme === '' ? 'http' : scheme;
  return { scheme: plain, address, port: port === '' ? String(first?.containerPort ?? defaultPort(plain)) : port };
}

const defaultPort = (scheme: string): number => (scheme === 'https' ? 443 : 80);

function* nodeTarget(ctx: Context, scope: Scope, { scheme, name, port }: Named): Process<Target | Status> {
  const node = yield* scope.store.get(ctx, '', name);
  if (isStatus(node)) return node;
  const { addresses = [] } = (node.status ?? {}) as {
    readonly addresses?: readonly { readonly type: string; readonly address: string }[];
  };
  const address = addresses.find(({ type }) => type === 'InternalIP')?.address;
  if (address === undefined) {
    return internalError(`no preferred addresses found; known addresses: []`);
  }
  if (port === '' || port === KUBELET_PORT) return { scheme: 'https', address, port: KUBELET_PORT, kubelet: name };
  return { scheme: scheme === '' ? 'http' : scheme, address, port };
}

interface Subset {
  readonly addresses?: readonly { readonly ip: string; readonly targetRef?: { readonly name?: string } }[];
  readonly ports?: readonly { readonly name?: string; readonly port: number }[];
}

function* serviceTarget(
  services: Services,
  ctx: Context,
  scope: Scope,
  { scheme, name, port }: Named,
): Process<Target | Status> {
  const { namespace } = scope.info;
  const { stores } = services;
  let portName = port;
  if (/^[-+]?\d+$/.test(port)) {
    const service = yield* scope.store.get(ctx, namespace, name);
    if (isStatus(service)) return service;
    const { ports = [] } = service.spec as Pick<Subset, 'ports'>;
    const found = ports.find((each) => each.port === Number(port));
    if (found === undefined)
      return serviceUnavailable(`no service port ${Number(port)} found for service ${quote(name)}`);
    portName = found.name ?? '';
  }
  const endpoints = stores.byName('endpoints') as ResourceStore;
  const found = yield* endpoints.get(ctx, namespace, name);
  if (isStatus(found)) return notFound(endpoints.info, name);
  const { subsets } = found as { readonly subsets?: readonly Subset[] };
  if (subsets === undefined || subsets.length === 0)
    return serviceUnavailable(`no endpoints available for service ${quote(name)}`);
  const pods = stores.byName('pods');
  for (const subset of turned(subsets, services)) {
    const target = subset.ports?.find((each) => (each.name ?? '') === portName);
    if (target === undefined) continue;
    const address = turned(subset.addresses ?? [], services).find(({ ip, targetRef }) => {
      const pod = targetRef === undefined ? undefined : (pods?.cacher.get(namespace, targetRef.name ?? '') as Pod);
      return pod?.status.podIP === ip;
    });
    if (address !== undefined)
      return { scheme: scheme === '' ? 'http' : scheme, address: address.ip, port: String(target.port) };
  }
  return serviceUnavailable(`no endpoints available for service ${quote(scope.info.name)}`);
}

/** From a random place on, round once. */
function turned<T>(list: readonly T[], { random }: Services): readonly T[] {
  if (list.length < 2) return list;
  const at = random.below(list.length);
  return [...list.slice(at), ...list.slice(0, at)];
}
