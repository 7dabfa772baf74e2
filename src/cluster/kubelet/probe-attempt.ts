// Models pkg/kubelet/prober/prober.go, pkg/probe/{http,tcp,grpc} (v1.36)

import type { Container, Probe } from '../../api/types/core.ts';
import type { ContainerRuntime, RuntimeContainer } from '../ports/cri.ts';
import type { PodState } from './pod-state.ts';

/** What came of asking once. An `unknown` result is told, and changes nothing. */
export interface Attempt {
  readonly result: 'success' | 'failure' | 'unknown';
  readonly output: string;
}

const SUCCESS: Attempt = { result: 'success', output: '' };

/** What the network says at once, by whether the program listens: what it would say is known of web servers alone. */
export function networkProbe(
  runtime: ContainerRuntime,
  state: PodState,
  container: Container,
  running: RuntimeContainer,
  { httpGet, tcpSocket, grpc, timeoutSeconds = 1 }: Probe,
  now: number,
): Attempt {
  const wanted = httpGet?.port ?? tcpSocket?.port ?? grpc?.port ?? 0;
  const port = portOf(container, wanted);
  if (port === undefined) return { result: 'unknown', output: `couldn't find port: ${portValue(wanted)}` };
  const host = httpGet?.host ?? tcpSocket?.host ?? addressOf(state);
  const isOwn = host === addressOf(state) || host === 'localhost' || host === '127.0.0.1';
  const isOpen = isOwn && listens(runtime, running, port, now);
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
  if (!isOpen) return failure(`Get "${url}": ${refused}`);
  if (scheme === 'HTTPS') {
    if (runtime.isSecured(running.id)) return SUCCESS;
    return failure(`Get "${url}": http: server gave HTTP response to HTTPS client`);
  }
  const code =
    isWebServer(container) || isTestServer(container)
      ? (runtime.page(running.id, slashed(path))?.code ?? FOUND)
      : FOUND;
  return code < 400 ? SUCCESS : failure(`HTTP probe failed with statuscode: ${code}`);
}

/** Why a request got no answer; which one it got is not asked. */
export function answerProblem(
  runtime: ContainerRuntime,
  state: PodState,
  container: Container,
  running: RuntimeContainer,
  { port: wanted, path = '/' }: NonNullable<Probe['httpGet']>,
  now: number,
): string | undefined {
  const port = portOf(container, wanted) ?? 0;
  if (listens(runtime, running, port, now)) return undefined;
  const address = `${addressOf(state)}:${port}`;
  return `Get "http://${address}${path}": dial tcp ${address}: connect: connection refused`;
}

function listens(runtime: ContainerRuntime, running: RuntimeContainer, port: number, now: number): boolean {
  const listening = runtime.listening(running.id);
  return listening !== undefined && listening.port === port && listening.from <= now;
}

/** Models pkg/probe/util.go ResolveContainerPort (v1.36) */
function portOf({ ports }: Container, port: number | string): number | undefined {
  if (typeof port === 'number') return port;
  const named = ports?.find(({ name }) => name === port)?.containerPort;
  if (named !== undefined) return named;
  return /^\d+$/.test(port) ? Number(port) : undefined;
}

/** How Go prints such a value with `%+v`. */
function portValue(port: number | string): string {
  return typeof port === 'number' ? String(port) : port;
}

const failure = (output: string): Attempt => ({ result: 'failure', output });
const slashed = (path: string): string => (path.startsWith('/') ? path : `/${path}`);
const addressOf = ({ ip, sandbox, pod }: PodState): string => ip ?? sandbox?.ip ?? pod.status.podIP ?? '127.0.0.1';
const isWebServer = ({ image = '' }: Container): boolean => WEB_SERVER.test(image);
const WEB_SERVER = /(^|\/)(nginx|httpd)(:|@|$)/;
/** Its subcommands have answers of their own, of which one is an error. */
const isTestServer = ({ image = '' }: Container): boolean => /\/agnhost(:|@|$)/.test(image);
const FOUND = 200;
