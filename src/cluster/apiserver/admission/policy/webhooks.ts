import { CelError, celPrograms, isProblem, toJson } from '../../../../api/cel/index.ts';
import { badRequest, failure, forbidden, internalError, isStatus, type Status } from '../../../../api/errors/status.ts';
import { quote } from '../../../../api/go/quote.ts';
import { applyJsonPatch, type JsonPatchOperation } from '../../../../api/patch/json-patch.ts';
import type { KObject, LabelSelector } from '../../../../api/types/meta.ts';
import { compareStrings } from '../../../../base/order.ts';
import { SECOND } from '../../../../base/time/units.ts';
import { all, type Context, type Process } from '../../../../engine/index.ts';
import { apiserver as steps } from '../../../../steps/apiserver.ts';
import type { ProgramPlace } from '../../../ports/http.ts';
import { toStorage } from '../../encoding/conversion.ts';
import type { AdmissionAttributes, AdmissionServices } from '../attributes.ts';
import { BEHAVIOUR } from './behaviour.ts';
import { unmet } from './bindings.ts';
import { completed } from './completed.ts';
import { type NamedExpression, PolicyContext, requestOf } from './expressions.ts';
import { asSeenIn, type RuleWithOperations, selectorsMatch, versionFor } from './matching.ts';
import { type ReviewAnswer, reviewedInside, reviewedOutside } from './outside-review.ts';

interface ServiceReference {
  readonly namespace: string;
  readonly name: string;
  readonly path?: string;
  readonly port?: number;
}

interface Webhook {
  readonly name: string;
  readonly clientConfig: { readonly url?: string; readonly service?: ServiceReference; readonly caBundle?: string };
  readonly rules?: readonly RuleWithOperations[];
  readonly failurePolicy?: string;
  readonly sideEffects?: string;
  readonly timeoutSeconds?: number;
  readonly reinvocationPolicy?: string;
  readonly matchPolicy?: string;
  readonly namespaceSelector?: LabelSelector;
  readonly objectSelector?: LabelSelector;
  readonly matchConditions?: readonly NamedExpression[];
}

interface Configuration extends KObject {
  readonly webhooks?: readonly Webhook[];
}

interface Called {
  readonly webhook: Webhook;
  readonly configuration: string;
  readonly index: number;
}

const GROUP = 'admissionregistration.k8s.io';
const DEFAULT_SECONDS = 10;
const TYPICAL_MICROS = 3000;

/** Programs elsewhere that may change what is written, one after another; each is judged by what those before it have left. */
// Models staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/mutating/dispatcher.go (v1.36).
export function* changedByWebhooks(
  ctx: Context,
  attributes: AdmissionAttributes,
  object: KObject,
  services: AdmissionServices,
): Process<KObject | Status> {
  let result = object;
  const left = services.leftByWebhooks;
  const round = attributes.again === true ? 1 : 0;
  for (const called of webhooksOf('mutating', services)) {
    const seen = seenBy(
      called,
      result === attributes.object ? attributes : { ...attributes, object: result },
      services,
    );
    if (isStatus(seen)) return seen;
    if (seen === undefined) continue;
    const key = `${called.configuration}/${called.webhook.name}`;
    // A second time only who asked for it, was asked the first time, and only about something new.
    const isNew = left.has(key) && left.get(key) !== result;
    if (round === 1 && (called.webhook.reinvocationPolicy !== 'IfNeeded' || !isNew)) continue;
    const answer = yield* call(ctx, called, seen, services);
    const changed = changedBy(called, answer, seen, services, round);
    if (isStatus(changed)) return changed;
    if (changed !== seen.object) result = toStorage(seen.resource, attributes.resource, changed);
    left.set(key, result);
  }
  return result;
}

function changedBy(
  called: Called,
  answer: ReviewAnswer,
  attributes: AdmissionAttributes,
  services: AdmissionServices,
  round: number,
): KObject | Status {
  const object = attributes.object as KObject;
  const refused = verdict(called, answer, services, 'mutation', round);
  if (refused !== undefined) return refused;
  const patch = 'patch' in answer && Array.isArray(answer.patch) ? (answer.patch as readonly JsonPatchOperation[]) : [];
  if (patch.length > 0 && attributes.operation === 'DELETE') {
    const why = 'attempted to modify the object, which is not supported for this operation';
    return internalError(`admission webhook ${quote(called.webhook.name)} ${why}`);
  }
  const patched = patch.length === 0 ? { object } : applyJsonPatch(object, patch);
  if ('error' in patched) return internalError(patched.error);
  const whole = completed(attributes, patched.object, object);
  if ('error' in whole) return internalError(whole.error);
  const place = `webhook.admission.k8s.io/round_${round}_index_${called.index}`;
  const by = { configuration: called.configuration, webhook: called.webhook.name };
  services.annotate(`mutation.${place}`, JSON.stringify({ ...by, mutated: whole.object !== object }));
  if (patch.length > 0) services.annotate(`patch.${place}`, JSON.stringify({ ...by, patch, patchType: 'JSONPatch' }));
  return whole.object;
}

/** Programs elsewhere that may refuse what is written; all are asked at once. */
// Models staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/validating/dispatcher.go (v1.36)
export function* allowedByWebhooks(
  ctx: Context,
  attributes: AdmissionAttributes,
  services: AdmissionServices,
): Process<Status | string | undefined> {
  const called: Called[] = [];
  const views: AdmissionAttributes[] = [];
  for (const each of webhooksOf('validating', services)) {
    const seen = seenBy(each, attributes, services);
    if (isStatus(seen)) return seen;
    if (seen === undefined) continue;
    called.push({ ...each, index: called.length });
    views.push(seen);
  }
  const answers = yield* all(
    ctx,
    called.map((each, at) => call(ctx, each, views[at] as AdmissionAttributes, services)),
  );
  for (let at = 0; at < called.length; at += 1) {
    const refused = verdict(called[at] as Called, answers[at] as ReviewAnswer, services, 'validating', 0);
    if (refused !== undefined) return refused;
  }
  return called.length === 0 ? undefined : `allowed by ${called.map(({ webhook }) => webhook.name).join(', ')}`;
}

/** All there are, in the order in which they are asked. */
function webhooksOf(kind: 'mutating' | 'validating', services: AdmissionServices): readonly Called[] {
  const configurations = [...(services.list(`${kind}webhookconfigurations.${GROUP}`, '') as readonly Configuration[])];
  configurations.sort((a, b) => compareStrings(a.metadata.name ?? '', b.metadata.name ?? ''));
  const found: Called[] = [];
  for (const { metadata, webhooks = [] } of configurations)
    for (const webhook of webhooks) found.push({ webhook, configuration: metadata.name ?? '', index: found.length });
  return found;
}

/** The request as a webhook sees it, in the version that it asks for; undefined: it is not asked. A condition that cannot be judged refuses where its failures do. */
// Models staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/{generic/webhook.go ShouldCallHook,matchconditions} (v1.36)
function seenBy(
  { webhook }: Called,
  attributes: AdmissionAttributes,
  services: AdmissionServices,
): AdmissionAttributes | Status | undefined {
  const { rules = [], matchConditions = [], matchPolicy, failurePolicy } = webhook;
  const version = versionFor(rules, matchPolicy, attributes, services);
  if (version === undefined || !selectorsMatch(webhook, attributes, services)) return undefined;
  const seen = asSeenIn(version, attributes);
  if (matchConditions.length === 0) return seen;
  const context = new PolicyContext(seen, seen.object, services, undefined, []);
  const met = context.whetherMeant(() => unmet(matchConditions, context));
  if (met === 'yes') return seen;
  if (met === 'no' || failurePolicy === 'Ignore') return undefined;
  return forbidden(attributes.resource, attributes.name, met.error);
}

/** One call: over the network to the program behind the Service, and back in time or not. */
function* call(
  ctx: Context,
  { webhook }: Called,
  attributes: AdmissionAttributes,
  services: AdmissionServices,
): Process<ReviewAnswer> {
  const { object } = attributes;
  const seconds = webhook.timeoutSeconds ?? DEFAULT_SECONDS;
  const { url, timeout } = addressOf(webhook, seconds);
  const to = {
    name: webhook.name,
    url: timeout,
    caBundle: webhook.clientConfig.caBundle ?? '',
    timeoutSeconds: seconds,
  };
  const failed = (why: string): ReviewAnswer => ({ error: `failed to call webhook: Post ${quote(timeout)}: ${why}` });
  const sideEffects = webhook.sideEffects ?? 'None';
  let answer: ReviewAnswer;
  if (attributes.dryRun && sideEffects !== 'None' && sideEffects !== 'NoneOnDryRun') {
    answer = { allowed: false, message: '', code: 0, patch: DRY_RUN };
  } else if (webhook.clientConfig.url !== undefined && services.outside !== undefined) {
    answer = yield* reviewedOutside(services.outside, to, attributes, object, services);
  } else {
    const reached = reachedService(webhook.clientConfig, services);
    if ('error' in reached) answer = failed(reached.error);
    else if (reached.delay > seconds * SECOND) {
      yield ctx.sleep(seconds * SECOND);
      answer = failed('context deadline exceeded');
    } else {
      yield ctx.sleep(reached.delay);
      const { service, place } = reached;
      const asked = place !== undefined && !isStandIn(service);
      const said = asked ? yield* reviewedInside(ctx, place, to, attributes, object, services) : undefined;
      answer = said ?? respond(service, attributes, object);
    }
  }
  const outcome = 'error' in answer ? answer.error : answer.allowed ? 'allowed' : `denied ${answer.message}`.trim();
  ctx.step(steps.webhookCalled, services.subject, { webhook: webhook.name, url, outcome });
  return answer;
}

const DRY_RUN = 'dry run';

function addressOf({ clientConfig }: Webhook, seconds: number): { readonly url: string; readonly timeout: string } {
  const { service } = clientConfig;
  const url =
    service === undefined
      ? (clientConfig.url ?? '')
      : `https://${service.name}.${service.namespace}.svc:${service.port ?? 443}${service.path ?? '/'}`;
  return { url, timeout: `${url}?timeout=${seconds}s` };
}

type Lookups = Pick<AdmissionServices, 'get' | 'list'>;

export interface ReachedService {
  readonly service: KObject;
  readonly delay: number;
  readonly place: ProgramPlace | undefined;
}

type Reached = ReachedService | { readonly error: string };

/** Its annotations answer for the program behind it. */
export function isStandIn({ metadata }: KObject): boolean {
  return Object.keys(metadata.annotations ?? {}).some((key) => key.startsWith(BEHAVIOUR));
}

/** Is there something behind the Service that can answer, and how long does it take? */
export function reachedService(
  clientConfig: Pick<Webhook['clientConfig'], 'service' | 'url'>,
  services: Lookups,
): Reached {
  const ref = clientConfig.service;
  if (ref === undefined) return { error: `dial tcp: lookup ${hostOf(clientConfig.url ?? '')}: no such host` };
  const service = services.get('services', ref.namespace, ref.name);
  if (service === undefined) return { error: `service ${quote(ref.name)} not found` };
  const { clusterIP = '', selector, ports = [] } = (service.spec ?? {}) as ServiceSpecView;
  const asked = ref.port ?? 443;
  const port = ports.find((each) => each.port === asked);
  if (port === undefined) return { error: `no service port ${asked} found for service ${quote(ref.name)}` };
  const place = readyEndpoint(ref, port.name ?? '', services);
  if (selector !== undefined && place === undefined) {
    return { error: `dial tcp ${clusterIP}:${asked}: connect: connection refused` };
  }
  const millis = Number(service.metadata.annotations?.[`${BEHAVIOUR}delay-ms`] ?? Number.NaN);
  return { service, place, delay: Number.isNaN(millis) ? TYPICAL_MICROS : Math.max(0, Math.round(millis * 1000)) };
}

function hostOf(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/[/:].*$/, '');
}

interface ServiceSpecView {
  readonly clusterIP?: string;
  readonly selector?: object;
  readonly ports?: readonly { readonly name?: string; readonly port: number }[];
}

interface SliceView extends KObject {
  /** A slice without endpoints has null. */
  readonly endpoints?:
    | readonly { readonly addresses?: readonly string[]; readonly conditions?: { readonly ready?: boolean } }[]
    | null;
  readonly ports?: readonly { readonly name?: string; readonly port?: number }[] | null;
}

function readyEndpoint(
  { namespace, name, path = '/' }: ServiceReference,
  portName: string,
  services: Lookups,
): ProgramPlace | undefined {
  const slices = services.list('endpointslices.discovery.k8s.io', namespace) as readonly SliceView[];
  for (const { metadata, endpoints, ports } of slices) {
    if (metadata.labels?.['kubernetes.io/service-name'] !== name) continue;
    const port = ports?.find((each) => (each.name ?? '') === portName)?.port;
    const ready = endpoints?.find(({ conditions }) => conditions?.ready !== false);
    if (ready !== undefined && port !== undefined) return { address: ready.addresses?.[0] ?? '', port, path };
  }
  return undefined;
}

const programOf = celPrograms(['request', 'object', 'oldObject']);

/** What the simulated program says: its Service's annotations hold expressions over the request. */
function respond(service: KObject, attributes: AdmissionAttributes, object: KObject | undefined): ReviewAnswer {
  const annotations = service.metadata.annotations ?? {};
  const variables = {
    request: requestOf(attributes),
    object: attributes.operation === 'DELETE' ? null : (object ?? null),
    oldObject: attributes.old ?? null,
  };
  const ask = (what: string): { readonly value: unknown } | { readonly error: string } | undefined => {
    const text = annotations[BEHAVIOUR + what];
    if (text === undefined) return undefined;
    const code = programOf(text);
    if (isProblem(code)) return { error: code.problem };
    try {
      return { value: toJson(code.evaluate(variables)) };
    } catch (error) {
      if (error instanceof CelError) return { error: error.message };
      throw error;
    }
  };
  const allow = ask('allow');
  const message = annotations[`${BEHAVIOUR}message`] ?? '';
  if (allow !== undefined && ('error' in allow || allow.value !== true)) {
    const why = 'error' in allow ? allow.error : message;
    return { allowed: false, message: why, code: Number(annotations[`${BEHAVIOUR}code`] ?? 0), patch: undefined };
  }
  const patch = ask('patch');
  if (patch !== undefined && 'error' in patch)
    return { allowed: false, message: patch.error, code: 0, patch: undefined };
  return { allowed: true, message: '', code: 200, patch: patch?.value };
}

function verdict(
  { webhook, index }: Called,
  answer: ReviewAnswer,
  services: AdmissionServices,
  kind: 'mutation' | 'validating',
  round: number,
): Status | undefined {
  if ('error' in answer) {
    if (webhook.failurePolicy === 'Ignore') {
      services.annotate(`failed-open.${kind}.webhook.admission.k8s.io/round_${round}_index_${index}`, webhook.name);
      return undefined;
    }
    return internalError(`failed calling webhook ${quote(webhook.name)}: ${answer.error}`);
  }
  if (answer.allowed) return undefined;
  if (answer.patch === DRY_RUN) return badRequest(`admission webhook ${quote(webhook.name)} does not support dry run`);
  const denied = `admission webhook ${quote(webhook.name)} denied the request`;
  const why = answer.message || answer.reason || '';
  const text = why === '' ? `${denied} without explanation` : `${denied}: ${why}`;
  const { reason: _, ...status } = failure(Math.max(answer.code, 400), 'BadRequest', text);
  return (answer.reason === undefined ? status : { ...status, reason: answer.reason }) as Status;
}
