// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/rest.go ConnectResource, pkg/registry/core/pod/rest/{log,subresources}.go, pkg/registry/core/pod/strategy.go (v1.36)

import { type FieldError, forbiddenField, invalidValue } from '../../../api/errors/field-error.ts';
import {
  badRequest,
  failure,
  forbidden,
  internalError,
  invalid,
  isStatus,
  notFound,
  type Status,
  unknownFailure,
} from '../../../api/errors/status.ts';
import { readTime } from '../../../api/schema/time-text.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { parseTime } from '../../../api/values/time.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import { type Channels, channelPair, ERROR } from '../../ports/channels.ts';
import { draw } from '../../ports/latency.ts';
import {
  type ContainerPlace,
  isRefusal,
  isUnreachable,
  type LogOptions,
  type NodeRefusal,
  type NodeServer,
  type StreamOptions,
} from '../../ports/node-server.ts';
import { Lookups } from '../admission/lookups.ts';
import type { Services } from '../parts/services.ts';
import { plainInfo, queryFlag, queryValue } from '../request/request-info.ts';
import { type Answer, failed, type Scope } from '../scope/scope.ts';
import { attributesOf } from './write.ts';

const OPTIONS_KINDS: ReadonlyMap<string, string> = new Map([
  ['exec', 'PodExecOptions'],
  ['attach', 'PodAttachOptions'],
  ['portforward', 'PodPortForwardOptions'],
]);

export function handleConnect(services: Services, ctx: Context, scope: Scope): Process<Answer> {
  return scope.info.subresource === 'log' ? handleLog(services, ctx, scope) : handleStream(services, ctx, scope);
}

function* handleLog(services: Services, ctx: Context, scope: Scope): Process<Answer> {
  const { request, info } = scope;
  const options = logOptions(scope, ctx.now);
  if (isStatus(options)) return failed(ctx, options);
  const pod = yield* scope.store.get(ctx, info.namespace, info.name);
  if (isStatus(pod)) return failed(ctx, pod);
  const container = containerOf(pod as Pod, queryValue(request, 'container') ?? '');
  if (isStatus(container)) return failed(ctx, container);
  // A pod without a node has written nothing yet.
  const node = (pod as Pod).spec.nodeName;
  if (node === undefined || node === '') return { ctx, code: 204, body: '', contentType: TEXT };
  const reached = yield* reach(services, ctx, scope, pod as Pod, node);
  if (isStatus(reached)) return failed(ctx, reached);
  const place = { namespace: info.namespace, pod: info.name, container };
  const log = yield* reached.server.containerLogs(reached.ctx, place, options);
  yield reached.ctx.sleep(draw(services.random, services.env.latencies.network));
  if (isRefusal(log)) return failed(reached.ctx, refusedLog(log));
  const answer = { ctx: reached.ctx, code: 200, contentType: TEXT };
  return typeof log === 'string' ? { ...answer, body: log } : { ...answer, body: undefined, channels: log };
}

const TEXT = 'text/plain';

/** Models staging/src/k8s.io/apiserver/pkg/registry/generic/rest/response_checker.go (v1.36) */
function refusedLog({ code, error }: NodeRefusal): Status {
  if (code === 400) return badRequest(error);
  if (code === 404) return failure(404, 'NotFound', `the server could not find the requested resource ( ${error})`);
  return internalError(error);
}

function* handleStream(services: Services, ctx: Context, scope: Scope): Process<Answer> {
  const { request, info } = scope;
  const { subresource } = info;
  const options = optionsOf(scope);
  const attributes = attributesOf(scope, 'CONNECT', options, undefined, false);
  const lookups = new Lookups(services, scope);
  const admitted = yield* services.admission.mutate(ctx, scope.subject, attributes, lookups);
  if (isStatus(admitted)) return failed(ctx, admitted);
  const approved = yield* services.admission.validate(admitted.ctx, scope.subject, attributes, lookups);
  if (isStatus(approved)) return failed(admitted.ctx, approved);
  const unauthorized = info.verb === 'get' ? mayCreate(services, scope) : undefined;
  if (unauthorized !== undefined) return failed(approved, unauthorized);
  const found = yield* scope.store.get(approved, info.namespace, info.name);
  if (isStatus(found)) return failed(approved, found);
  const pod = found as Pod;
  const container = subresource === 'portforward' ? '' : containerOf(pod, queryValue(request, 'container') ?? '');
  if (isStatus(container)) return failed(approved, container);
  const node = pod.spec.nodeName ?? '';
  if (node === '') return failed(approved, badRequest(`pod ${info.name} does not have a host assigned`));
  if (request.headers.upgrade === undefined) return failed(approved, badRequest('Upgrade request required'));
  const reached = yield* reach(services, approved, scope, pod, node);
  if (isStatus(reached)) return failed(approved, reached);
  const place = { namespace: info.namespace, pod: info.name, container };
  const opened = yield* open(reached.server, reached.ctx, scope, place);
  yield reached.ctx.sleep(draw(services.random, services.env.latencies.network));
  if (!isRefusal(opened)) return { ctx: reached.ctx, code: 101, body: undefined, channels: opened };
  if (subresource === 'portforward') return failed(reached.ctx, internalError(opened.error));
  return { ctx: reached.ctx, code: 101, body: undefined, channels: refusedUpgrade(reached.ctx, opened) };
}

/** What the query asks for, as plugins and webhooks see it. */
function optionsOf({ request, info }: Scope): KObject {
  const head = { kind: OPTIONS_KINDS.get(info.subresource) ?? '', apiVersion: 'v1', metadata: { name: '' } };
  const all = (name: string): readonly string[] =>
    request.query.filter(([key]) => key === name).map(([, value]) => value);
  if (info.subresource === 'portforward') {
    const ports = all('ports').flatMap((text) => text.split(',').map(Number));
    return (ports.length === 0 ? head : { ...head, ports }) as KObject;
  }
  const flags = ['stdin', 'stdout', 'stderr', 'tty'].filter((name) => queryFlag(request, name));
  const container = queryValue(request, 'container') ?? '';
  const command = info.subresource === 'exec' ? all('command') : [];
  return {
    ...head,
    ...Object.fromEntries(flags.map((name) => [name, true])),
    ...(container === '' ? undefined : { container }),
    ...(command.length === 0 ? undefined : { command }),
  } as KObject;
}

function open(
  server: NodeServer,
  ctx: Context,
  { request, info }: Scope,
  place: ContainerPlace,
): Process<Channels | NodeRefusal> {
  if (info.subresource === 'portforward') return server.portForward(ctx, place.namespace, place.pod);
  const flag = (name: string): boolean => queryFlag(request, name);
  const stdio: StreamOptions = {
    stdin: flag('stdin'),
    stdout: flag('stdout'),
    stderr: flag('stderr'),
    tty: flag('tty'),
  };
  if (info.subresource === 'attach') return server.attach(ctx, place, stdio);
  const command = request.query.filter(([name]) => name === 'command').map(([, word]) => word);
  return server.exec(ctx, place, command, stdio);
}

/** The server has answered the upgrade itself by then, so the refusal goes over the error channel. */
function refusedUpgrade(ctx: Context, { error }: NodeRefusal): Channels {
  const [near, far] = channelPair();
  far.send(ctx, ERROR, JSON.stringify(internalError(`unable to upgrade connection: ${error.trim()}`)));
  far.stop();
  return near;
}

interface Reached {
  readonly server: NodeServer;
  readonly ctx: Context;
}

/** The request goes on to the kubelet, over the network. */
function* reach(services: Services, ctx: Context, scope: Scope, pod: Pod, node: string): Process<Reached | Status> {
  const server = services.nodes.get(node)?.();
  if (server === undefined) {
    const nodes = services.stores.byName('nodes');
    if (nodes?.cacher.get('', node) === undefined) return notFound({ group: '', resource: 'nodes' }, node);
    return internalError(`no preferred addresses found; known addresses: []`);
  }
  const { info } = scope;
  const passed = ctx.step(steps.passedToNode, scope.subject, { node, subresource: info.subresource });
  if (isUnreachable(server)) {
    yield passed.sleep(server.micros);
    const dialled = server.error;
    if (info.subresource !== 'log') return unknownFailure(`error dialing backend: ${dialled}`);
    const host = /^dial tcp (.+): /.exec(dialled)?.[1] ?? '';
    const container = containerOf(pod, queryValue(scope.request, 'container') ?? '');
    const address = `https://${host}/containerLogs/${info.namespace}/${info.name}/${String(container)}`;
    return unknownFailure(`Get "${address}": ${dialled}`);
  }
  yield passed.sleep(draw(services.random, services.env.latencies.network));
  return { server, ctx: passed };
}

/** A GET that is upgraded does what a POST does, so its sender must be allowed to do that too. Models pkg/registry/core/pod/rest/authorize.go (v1.36) */
function mayCreate(services: Services, scope: Scope): Status | undefined {
  const info = { ...plainInfo(scope.info), verb: 'create' };
  const verdict = services.access.authorizer.authorize({ user: scope.user, info, fieldSelector: undefined });
  if (verdict.decision === 'allow') return undefined;
  return forbidden({ group: info.group, resource: info.resource }, info.name, verdict.reason);
}

function containerOf({ metadata, spec }: Pod, wanted: string): string | Status {
  const {
    containers,
    initContainers = [],
    ephemeralContainers = [],
  } = spec as Pod['spec'] & {
    readonly ephemeralContainers?: readonly { readonly name: string }[];
  };
  const named = (list: readonly { readonly name: string }[]): string => list.map(({ name }) => name).join(' ');
  if (wanted !== '') {
    const isThere = [...containers, ...initContainers, ...ephemeralContainers].some(({ name }) => name === wanted);
    return isThere ? wanted : badRequest(`container ${wanted} is not valid for pod ${metadata.name}`);
  }
  const [first] = containers;
  if (containers.length === 1 && first !== undefined) return first.name;
  const choice = `a container name must be specified for pod ${metadata.name}, choose one of: [${named(containers)}]`;
  if (initContainers.length === 0) return badRequest(choice);
  return badRequest(`${choice} or one of the init containers: [${named(initContainers)}]`);
}

const LOG_OPTIONS = { group: '', kind: 'PodLogOptions' };

/** Models pkg/apis/core/validation ValidatePodLogOptions (v1.36) */
function logOptions(scope: Scope, now: number): LogOptions | Status {
  const { request } = scope;
  const errors: FieldError[] = [];
  const numbers = new Map<string, number>();
  for (const name of ['tailLines', 'limitBytes', 'sinceSeconds']) {
    const text = queryValue(request, name);
    if (text === undefined || text === '') continue;
    if (!/^[-+]?\d+$/.test(text)) return badRequest(`strconv.ParseInt: parsing "${text}": invalid syntax`);
    numbers.set(name, Number(text));
  }
  const tailLines = numbers.get('tailLines');
  const limitBytes = numbers.get('limitBytes');
  const seconds = numbers.get('sinceSeconds');
  const sinceTime = queryValue(request, 'sinceTime') || undefined;
  const moment = sinceTime === undefined || sinceTime === 'null' ? undefined : readTime(sinceTime, false);
  if (moment !== undefined && 'error' in moment) return badRequest(moment.error);
  if (tailLines !== undefined && tailLines < 0)
    errors.push(invalidValue('tailLines', tailLines, 'must be greater than or equal to 0'));
  if (limitBytes !== undefined && limitBytes < 1)
    errors.push(invalidValue('limitBytes', limitBytes, 'must be greater than 0'));
  if (seconds !== undefined && seconds < 1)
    errors.push(invalidValue('sinceSeconds', seconds, 'must be greater than 0'));
  if (seconds !== undefined && sinceTime !== undefined)
    errors.push(forbiddenField('', 'at most one of `sinceTime` or `sinceSeconds` may be specified'));
  if (queryValue(request, 'stream') !== undefined) errors.push(forbiddenField('stream', 'may not be specified'));
  if (errors.length > 0) return invalid(LOG_OPTIONS, scope.info.name, errors);
  const since =
    moment === undefined ? (seconds === undefined ? undefined : now - seconds * SECOND) : parseTime(moment.text);
  return {
    follow: queryFlag(request, 'follow'),
    previous: queryFlag(request, 'previous'),
    timestamps: queryFlag(request, 'timestamps'),
    tailLines,
    limitBytes,
    since,
  };
}
