// Models pkg/kubelet/prober/prober.go, pkg/probe/{http,tcp,grpc} (v1.36)

import { quote } from '../../../api/go/quote.ts';
import type { Container, Probe } from '../../../api/types/core.ts';
import type { Context } from '../../../engine/index.ts';
import type { ContainerRuntime, RuntimeContainer } from '../../ports/cri.ts';
import { type DialFailure, type HttpAnswer, isDialFailure, PLAIN_SERVER } from '../../ports/http.ts';
import type { NodeServices } from '../node/services.ts';
import type { PodState } from '../pods/pod-state.ts';

/** What came of asking once. An `unknown` result is told, and changes nothing; a warning is a success that is told. */
export interface Attempt {
  readonly result: 'success' | 'warning' | 'failure' | 'unknown';
  readonly output: string;
}

const SUCCESS: Attempt = { result: 'success', output: '' };

/** What the network says at once, by whether the program listens: what it would say is known of web servers alone. */
export function networkProbe(
  ctx: Context,
  services: NodeServices,
  state: PodState,
  container: Container,
  running: RuntimeContainer,
  { httpGet, tcpSocket, grpc, timeoutSeconds = 1 }: Probe,
): Attempt {
  const { runtime } = services;
  const wanted = httpGet?.port ?? tcpSocket?.port ?? grpc?.port ?? 0;
  const port = portOf(container, wanted);
  if (typeof port === 'string') return { result: 'unknown', output: port };
  const host = httpGet?.host ?? tcpSocket?.host ?? addressOf(state);
  const isOwn = host === addressOf(state) || host === 'localhost' || host === '127.0.0.1';
  const isOpen = isOwn && runtime.listens(running.id, port);
  const address = `${host}:${port}`;
  if (grpc !== undefined) {
    if (isOpen && !isWebServer(container)) return SUCCESS;
    return failure(
      `timeout: failed to connect service "${address}" within ${timeoutSeconds}s: context deadline exceeded`,
    );
  }
  const refused = `dial tcp ${address}: connect: connection refused`;
  if (httpGet === undefined) return isOpen ? SUCCESS : failure(refused);
  const { path = '/', scheme = 'HTTP' } = httpGet;
  const url = `${scheme.toLowerCase()}://${address}${slashed(path)}`;
  const answered = isOwn ? undefined : askElsewhere(ctx, services, host, port, httpGet, PROBE_AGENT);
  if (answered !== undefined) {
    return isDialFailure(answered) ? failure(`Get "${url}": ${answered.error}`) : judged(answered);
  }
  if (!isOpen) return failure(`Get "${url}": ${refused}`);
  if (scheme === 'HTTPS') {
    if (runtime.isSecured(running.id)) return SUCCESS;
    return failure(`Get "${url}": ${PLAIN_SERVER}`);
  }
  return isWebServer(container) || isTestServer(container) ? followed(runtime, running.id, host, port, path) : SUCCESS;
}

/** Who is sent to the same host goes there, ten times at most. */
function followed(runtime: ContainerRuntime, id: string, host: string, port: number, path: string): Attempt {
  let at = slashed(path);
  for (let hops = 0; hops < MOST_HOPS; hops += 1) {
    const page = runtime.page(id, { method: 'GET', path: at, port });
    if (page === undefined) return SUCCESS;
    const next = page.location === undefined ? undefined : pathOn(host, page.location);
    if (next === undefined) return judged(page);
    at = next;
  }
  return failure(`Get "${at}": stopped after ${MOST_HOPS} redirects`);
}

const MOST_HOPS = 10;

/** Undefined: it is on another host. */
function pathOn(host: string, location: string): string | undefined {
  if (location.startsWith('/') && !location.startsWith('//')) return location;
  const [, named, path = '/'] = /^https?:\/\/([^/:?]*)(?::\d+)?(.*)$/.exec(location) ?? [];
  return named === host ? slashed(path) : undefined;
}

function judged({ code, body }: { readonly code: number; readonly body: string }): Attempt {
  if (code >= 400) return failure(`HTTP probe failed with statuscode: ${code}`);
  return code < 300 ? SUCCESS : { result: 'warning', output: `Probe terminated redirects, Response body: ${body}` };
}

/** Why a request got no answer; which one it got is not asked. */
export function answerProblem(
  ctx: Context,
  services: NodeServices,
  state: PodState,
  container: Container,
  running: RuntimeContainer,
  { port: wanted, path = '/', host, scheme = 'HTTP' }: HttpGet,
): string | undefined {
  const port = portOf(container, wanted);
  if (typeof port === 'string') return port;
  const isElsewhere = host !== undefined && host !== addressOf(state);
  if (!isElsewhere && services.runtime.listens(running.id, port)) return undefined;
  const address = `${isElsewhere ? host : addressOf(state)}:${port}`;
  const refused = `dial tcp ${address}: connect: connection refused`;
  const answered = isElsewhere ? askElsewhere(ctx, services, host, port, { path, scheme }, HOOK_AGENT) : undefined;
  if (answered !== undefined && !isDialFailure(answered)) return undefined;
  return `Get "${scheme.toLowerCase()}://${address}${slashed(path)}": ${answered?.error ?? refused}`;
}

type HttpGet = NonNullable<Probe['httpGet']>;

const HOOK_AGENT = 'kube-lifecycle/1.36';
const PROBE_AGENT = 'kube-probe/1.36';

/** Undefined: no way leads out of this node. */
function askElsewhere(
  ctx: Context,
  { dial, node }: NodeServices,
  host: string,
  port: number,
  { path = '/', scheme }: Pick<HttpGet, 'path' | 'scheme'>,
  userAgent: string,
): HttpAnswer | DialFailure | undefined {
  const request = { method: 'GET', path: slashed(path), userAgent, from: node.internalIP, secure: scheme === 'HTTPS' };
  return dial?.(ctx, host, port, request);
}

/** Or why there is none: a name that no port has is read as a number. Models pkg/probe/util.go ResolveContainerPort (v1.36) */
function portOf({ ports }: Container, wanted: number | string): number | string {
  const named = typeof wanted === 'number' ? wanted : ports?.find(({ name }) => name === wanted)?.containerPort;
  if (named === undefined && !/^[-+]?\d+$/.test(String(wanted)))
    return `strconv.Atoi: parsing ${quote(String(wanted))}: invalid syntax`;
  const port = named ?? Number(wanted);
  return port > 0 && port < 65_536 ? port : `invalid port number: ${port}`;
}

const failure = (output: string): Attempt => ({ result: 'failure', output });
const slashed = (path: string): string => (path.startsWith('/') ? path : `/${path}`);
const addressOf = ({ seen: { ip, sandbox }, pod }: PodState): string =>
  ip ?? sandbox?.ip ?? pod.status.podIP ?? '127.0.0.1';
const isWebServer = ({ image = '' }: Container): boolean => WEB_SERVER.test(image);
const WEB_SERVER = /(^|\/)(nginx|nginx-unprivileged|httpd)(:|@|$)/;
/** Its subcommands have answers of their own, of which one is an error. */
const isTestServer = ({ image = '' }: Container): boolean => /\/agnhost(:|@|$)/.test(image);
