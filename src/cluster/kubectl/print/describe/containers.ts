// Models staging/src/k8s.io/kubectl/pkg/describe/describe.go (v1.36)

import type {
  Container,
  ContainerPort,
  ContainerState,
  ContainerStatus,
  EnvVar,
  Probe,
  ResourceRequirements,
} from '../../../../api/types/core.ts';
import { canonicalQuantity, milliValue } from '../../../../api/values/quantity.ts';
import { joinHostPort } from '../../../../base/address.ts';
import { utf8 } from '../../../../base/bytes/utf8.ts';
import type { DescribeWriter } from '../indented-writer.ts';
import { rfc1123z } from '../indented-writer.ts';

/** What a field reference in the environment stands for, when that is known. */
export type FieldValue = (path: string) => string;

/**
 * `indent` is one blank inside a Pod template, whose block is itself indented.
 *
 * Models staging/src/k8s.io/kubectl/pkg/describe/describe.go describeContainers (v1.36)
 */
export function describeContainers(
  writer: DescribeWriter,
  title: string,
  containers: readonly Container[],
  statuses: readonly ContainerStatus[],
  inTemplate: boolean,
  fieldValue: FieldValue = () => '',
): void {
  writer.line(0, `${inTemplate ? '  ' : ''}${title}:${containers.length === 0 ? ' <none>' : ''}`);
  for (const container of containers) {
    const status = statuses.find(({ name }) => name === container.name);
    writer.line(1, `${inTemplate ? ' ' : ''}${container.name}:`);
    describeImage(writer, container, status);
    describeWords(writer, 'Command', container.command);
    describeWords(writer, 'Args', container.args);
    if (status !== undefined) describeStatus(writer, status);
    describeResources(writer, container.resources, 2);
    describeProbes(writer, container);
    describeEnvironmentFrom(writer, container);
    describeEnvironment(writer, container, fieldValue);
    describeMounts(writer, container);
  }
}

function describeImage(writer: DescribeWriter, container: Container, status: ContainerStatus | undefined): void {
  if (status !== undefined) writer.line(2, `Container ID:\t${status.containerID ?? ''}`);
  writer.line(2, `Image:\t${container.image ?? ''}`);
  if (status !== undefined) writer.line(2, `Image ID:\t${status.imageID ?? ''}`);
  const ports = container.ports ?? [];
  const plural = ports.length > 1 ? 's' : '';
  writer.line(2, `Port${plural}:\t${portsText(ports, (port) => port.containerPort)}`);
  writer.line(2, `Host Port${plural}:\t${portsText(ports, (port) => port.hostPort ?? 0)}`);
}

function portsText(ports: readonly ContainerPort[], number: (port: ContainerPort) => number): string {
  const text = (port: ContainerPort): string => {
    const name = (port as { readonly name?: string }).name ?? '';
    return `${number(port)}/${port.protocol ?? 'TCP'}${name === '' ? '' : ` (${name})`}`;
  };
  return ports.map(text).join(', ') || '<none>';
}

function describeWords(writer: DescribeWriter, title: string, words: readonly string[] | undefined): void {
  if (words === undefined || words.length === 0) return;
  writer.line(2, `${title}:`);
  for (const word of words) for (const line of word.split('\n')) writer.line(3, line);
}

function describeStatus(writer: DescribeWriter, status: ContainerStatus): void {
  describeState(writer, 'State', status.state);
  if (status.lastState?.terminated !== undefined) describeState(writer, 'Last State', status.lastState);
  writer.line(2, `Ready:\t${status.ready ? 'True' : 'False'}`);
  writer.line(2, `Restart Count:\t${status.restartCount}`);
}

function describeState(writer: DescribeWriter, title: string, state: ContainerState | undefined): void {
  const { running, waiting, terminated } = state ?? {};
  if (running !== undefined) {
    writer.line(2, `${title}:\tRunning`);
    writer.line(3, `Started:\t${rfc1123z(running.startedAt)}`);
  } else if (terminated !== undefined) {
    writer.line(2, `${title}:\tTerminated`);
    if (terminated.reason) writer.line(3, `Reason:\t${terminated.reason}`);
    if (terminated.message) writer.line(3, `Message:\t${terminated.message}`);
    writer.line(3, `Exit Code:\t${terminated.exitCode}`);
    if (terminated.signal) writer.line(3, `Signal:\t${terminated.signal}`);
    writer.line(3, `Started:\t${rfc1123z(terminated.startedAt)}`);
    writer.line(3, `Finished:\t${rfc1123z(terminated.finishedAt)}`);
  } else {
    writer.line(2, `${title}:\tWaiting`);
    if (waiting?.reason) writer.line(3, `Reason:\t${waiting.reason}`);
  }
}

export function describeResources(
  writer: DescribeWriter,
  resources: ResourceRequirements | undefined,
  level: number,
): void {
  for (const [title, list] of [
    ['Limits', resources?.limits],
    ['Requests', resources?.requests],
  ] as const) {
    const names = Object.keys(list ?? {}).sort();
    if (names.length > 0) writer.line(level, `${title}:`);
    for (const name of names) writer.line(level + 1, `${name}:\t${canonicalQuantity(list?.[name] ?? '0')}`);
  }
}

function describeProbes(writer: DescribeWriter, container: Container): void {
  for (const [title, probe] of [
    ['Liveness', container.livenessProbe],
    ['Readiness', container.readinessProbe],
    ['Startup', container.startupProbe],
  ] as const) {
    if (probe !== undefined) writer.line(2, `${title}:\t${probeText(probe)}`);
  }
}

/** A question mark belongs to the path too: what follows is no query. */
// Models the Go standard library, URL.EscapedPath
function urlPath(path: string): string {
  const escaped = path.replace(/[^\w\-.~$&+,/:;=@]/gu, percents);
  return escaped === '' || escaped.startsWith('/') ? escaped : `/${escaped}`;
}

const percents = (character: string): string =>
  utf8(character)
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');

function probeText(probe: Probe): string {
  const timing = `delay=${probe.initialDelaySeconds ?? 0}s timeout=${probe.timeoutSeconds ?? 1}s period=${probe.periodSeconds ?? 10}s #success=${probe.successThreshold ?? 1} #failure=${probe.failureThreshold ?? 3}`;
  const { exec, httpGet, tcpSocket, grpc } = probe;
  if (exec !== undefined) return `exec [${(exec.command ?? []).join(' ')}] ${timing}`;
  if (httpGet !== undefined) {
    const scheme = (httpGet.scheme ?? 'HTTP').toLowerCase();
    return `http-get ${scheme}://${joinHostPort(httpGet.host ?? '', httpGet.port)}${urlPath(httpGet.path ?? '')} ${timing}`;
  }
  if (tcpSocket !== undefined) return `tcp-socket ${tcpSocket.host ?? ''}:${tcpSocket.port} ${timing}`;
  if (grpc !== undefined) return `grpc <pod>:${grpc.port} ${grpc.service ?? ''} ${timing}`;
  return `unknown ${timing}`;
}

function describeEnvironmentFrom(writer: DescribeWriter, container: Container): void {
  const sources = container.envFrom ?? [];
  if (sources.length === 0) return;
  writer.line(2, 'Environment Variables from:');
  for (const { configMapRef, secretRef, prefix } of sources) {
    const kind = configMapRef === undefined ? 'Secret' : 'ConfigMap';
    const reference = configMapRef ?? secretRef;
    const prefixed = prefix ? ` with prefix '${prefix}'` : '';
    writer.line(3, `${reference?.name ?? ''}\t${kind}${prefixed}\tOptional: ${reference?.optional === true}`);
  }
}

function describeEnvironment(writer: DescribeWriter, container: Container, fieldValue: FieldValue): void {
  const variables: readonly EnvVar[] = container.env ?? [];
  writer.line(2, `Environment:${variables.length === 0 ? '\t<none>' : ''}`);
  for (const { name, value = '', valueFrom } of variables) {
    const { fieldRef, resourceFieldRef, secretKeyRef, configMapKeyRef } = valueFrom ?? {};
    if (fieldRef !== undefined) {
      const { apiVersion = 'v1', fieldPath } = fieldRef;
      writer.line(3, `${name}:\t${fieldValue(fieldPath)} (${apiVersion}:${fieldPath})`);
    } else if (resourceFieldRef !== undefined) {
      writer.line(3, `${name}:\t${resourceValue(container, resourceFieldRef)} (${resourceFieldRef.resource})`);
    } else if (secretKeyRef !== undefined) {
      const set = `<set to the key '${secretKeyRef.key}' in secret '${secretKeyRef.name ?? ''}'>`;
      writer.line(3, `${name}:\t${set}\tOptional: ${secretKeyRef.optional === true}`);
    } else if (configMapKeyRef !== undefined) {
      const set = `<set to the key '${configMapKeyRef.key}' of config map '${configMapKeyRef.name ?? ''}'>`;
      writer.line(3, `${name}:\t${set}\tOptional: ${configMapKeyRef.optional === true}`);
    } else {
      value.split('\n').forEach((line, at) => {
        writer.line(3, `${at === 0 ? `${name}:` : ''}\t${line}`);
      });
    }
  }
}

/** How many divisors an amount is, rounded up. Models staging/src/k8s.io/kubectl/pkg/util/resource (v1.36) */
/** What the node alone limits where the container has no limit. */
const NODE_BOUND: ReadonlySet<string> = new Set(['limits.cpu', 'limits.memory']);

function resourceValue(
  { resources }: Container,
  { resource, divisor = '1' }: { readonly resource: string; readonly divisor?: string },
): string {
  const [kind = '', name = ''] = resource.split('.');
  const amounts = (kind === 'limits' ? resources?.limits : resources?.requests) ?? {};
  const units = milliValue(divisor) || 1000;
  const count = Math.ceil(milliValue((amounts as { readonly [name: string]: string })[name]) / units);
  return count === 0 && NODE_BOUND.has(resource) ? 'node allocatable' : String(count);
}

function describeMounts(writer: DescribeWriter, container: Container): void {
  const mounts = [...(container.volumeMounts ?? [])].sort((a, b) => (a.mountPath < b.mountPath ? -1 : 1));
  writer.line(2, `Mounts:${mounts.length === 0 ? '\t<none>' : ''}`);
  for (const { mountPath, name, readOnly, subPath } of mounts) {
    const flags = [readOnly === true ? 'ro' : 'rw', ...(subPath ? [`path="${subPath}"`] : [])];
    writer.line(3, `${mountPath} from ${name} (${flags.join(',')})`);
  }
  const devices = [...(container.volumeDevices ?? [])].sort((a, b) => (a.devicePath < b.devicePath ? -1 : 1));
  if (devices.length > 0) writer.line(2, 'Devices:');
  for (const { devicePath, name } of devices) writer.line(3, `${devicePath} from ${name}`);
}
