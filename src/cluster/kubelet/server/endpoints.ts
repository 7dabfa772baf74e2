// Models pkg/kubelet/server/server.go InstallDefaultHandlers, InstallDebuggingHandlers (v1.36)

import { goJson } from '../../../api/go/json-text.ts';
import type { HttpAnswer, HttpRequest } from '../../ports/http.ts';
import { nodeConfig } from '../node/config.ts';
import type { NodeServices } from '../node/services.ts';
import type { PodState } from '../pods/pod-state.ts';
import { nodeHealth, nodeSlis, probeMetrics } from './health.ts';
import { folderPage, logFileAt } from './log-files.ts';
import { containerMetrics, resourceMetrics, summary } from './stats.ts';

const TEXT = 'text/plain; charset=utf-8';

/** What a kubelet answers by path: whether it is well, how it is configured, which Pods it has, what they use and wrote. */
export function answerOfNode(services: NodeServices, states: Iterable<PodState>, request: HttpRequest): HttpAnswer {
  const [path = '', query = ''] = request.path.split('?', 2);
  if (request.method !== 'GET' && request.method !== 'HEAD') return plainAnswer(405, '405: Method Not Allowed');
  if (path.startsWith('/healthz')) return healthAnswer(path, query);
  if (path.startsWith('/logs/')) return logAnswer(services, [...states], path);
  switch (path.replace(/(.)\/$/, '$1')) {
    case '/pods':
      return json(podList([...states].filter(({ removed }) => !removed)));
    case '/runningpods':
      return json(podList([...states].filter(({ seen: { sandbox } }) => sandbox?.ready === true)));
    case '/metrics':
      return numbers(metrics(services, [...states]));
    case '/metrics/resource':
      return numbers(resourceMetrics(services, [...states]));
    case '/metrics/cadvisor':
      return numbers(containerMetrics(services, [...states]));
    case '/metrics/probes':
      return numbers(probeMetrics([...states], services.startedAt));
    case '/metrics/slis':
      return numbers(nodeSlis());
    case '/stats/summary':
      return json(summary(services, [...states]));
    case '/configz':
      return json(nodeConfig());
    default:
      return nothingHere();
  }
}

function healthAnswer(path: string, query: string): HttpAnswer {
  const text = nodeHealth(path, query);
  return text === undefined ? nothingHere() : plainAnswer(200, text);
}

function nothingHere(): HttpAnswer {
  return plainAnswer(404, '404 page not found\n');
}

export function plainAnswer(code: number, body: string): HttpAnswer {
  return { code, headers: { 'content-type': TEXT, 'content-length': String(body.length) }, body };
}

const METRICS = 'text/plain; version=0.0.4; charset=utf-8';
const HTML = 'text/html; charset=utf-8';

function numbers(body: string): HttpAnswer {
  return { code: 200, headers: { 'content-type': METRICS }, body };
}

/** A folder has a slash at its end, or the client is sent to where it has. */
function logAnswer(services: NodeServices, states: readonly PodState[], path: string): HttpAnswer {
  const parts = path
    .split('/')
    .slice(2)
    .filter((part) => part !== '');
  const found = logFileAt(services, states, parts);
  if (found === undefined) return nothingHere();
  if ('text' in found) return { code: 200, headers: { 'content-type': TEXT }, body: found.text };
  if (path.endsWith('/')) return { code: 200, headers: { 'content-type': HTML }, body: folderPage(found.names) };
  return { code: 301, headers: { location: `${parts.at(-1)}/` }, body: '' };
}

function json(value: object): HttpAnswer {
  return { code: 200, headers: { 'content-type': 'application/json' }, body: `${goJson(value)}\n` };
}

function podList(states: readonly PodState[]): object {
  return { kind: 'PodList', apiVersion: 'v1', metadata: {}, items: states.map(({ pod }) => pod) };
}

function metrics({ node, runtime }: NodeServices, states: readonly PodState[]): string {
  const sandboxes = runtime.listSandboxes();
  const counts = new Map<string, number>();
  for (const { id } of sandboxes)
    for (const { state } of runtime.listContainers(id)) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [
    ...gauge('kubelet_desired_pods', [['static=""', states.length]]),
    ...gauge('kubelet_node_name', [[`node="${node.name}"`, 1]]),
    ...gauge(
      'kubelet_running_containers',
      [...counts].sort().map(([state, count]) => [`container_state="${state}"`, count]),
    ),
    ...gauge('kubelet_running_pods', [['', sandboxes.filter(({ ready }) => ready).length]]),
    '',
  ].join('\n');
}

function gauge(name: string, values: readonly (readonly [labels: string, value: number])[]): readonly string[] {
  const lines = values.map(([labels, value]) => `${name}${labels === '' ? '' : `{${labels}}`} ${value}`);
  return lines.length === 0 ? [] : [`# TYPE ${name} gauge`, ...lines];
}
