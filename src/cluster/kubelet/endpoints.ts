// Models pkg/kubelet/server/server.go InstallDefaultHandlers, InstallDebuggingHandlers (v1.36)

import { goJson } from '../../api/go-json.ts';
import type { HttpAnswer, HttpRequest } from '../ports/http.ts';
import type { NodeServices } from './node-services.ts';
import type { PodState } from './pod-state.ts';

const TEXT = 'text/plain; charset=utf-8';

/** What a kubelet answers by path: whether it is well, which Pods it has, a few of its numbers. */
export function answerOfNode(services: NodeServices, states: Iterable<PodState>, request: HttpRequest): HttpAnswer {
  const path = request.path.split('?', 1)[0] ?? '';
  if (request.method !== 'GET' && request.method !== 'HEAD') return plainAnswer(405, '405: Method Not Allowed');
  switch (path.replace(/(.)\/$/, '$1')) {
    case '/healthz':
      return plainAnswer(200, 'ok');
    case '/pods':
      return json(podList([...states].filter(({ removed }) => !removed)));
    case '/runningpods':
      return json(podList([...states].filter(({ sandbox }) => sandbox?.ready === true)));
    case '/metrics':
      return { ...plainAnswer(200, metrics(services, [...states])), headers: { 'content-type': METRICS } };
    default:
      return plainAnswer(404, '404 page not found\n');
  }
}

export function plainAnswer(code: number, body: string): HttpAnswer {
  return { code, headers: { 'content-type': TEXT, 'content-length': String(body.length) }, body };
}

const METRICS = 'text/plain; version=0.0.4; charset=utf-8';

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
