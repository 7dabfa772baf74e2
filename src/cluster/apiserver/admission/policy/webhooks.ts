import { CelError, compileCel, isProblem, toJson } from '../../../../api/cel/index.ts';
import { applyJsonPatch, type JsonPatchOperation } from '../../../../api/patch/json-patch.ts';
import { badRequest, failure, internalError, quote, type Status } from '../../../../api/status.ts';
import type { KObject, LabelSelector } from '../../../../api/types/meta.ts';
import { compareStrings } from '../../../../base/order.ts';
import { all, type Context, type Process } from '../../../../engine/index.ts';
import { apiserver as steps } from '../../../../steps/apiserver.ts';
import type { AdmissionAttributes, AdmissionServices } from '../attributes.ts';
import { BEHAVIOUR } from './behaviour.ts';
import { type NamedExpression, PolicyContext, requestOf } from './expressions.ts';
import { type RuleWithOperations, ruleMatches, selectorsMatch } from './matching.ts';
import { type ReviewAnswer, reviewedOutside } from './outside-review.ts';

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
const SECOND = 1_000_000;
const TYPICAL_MICROS = 3000;

/** Programs elsewhere that may change what is written, one after another. */
// Models staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/mutating/dispatcher.go (v1.36).
export function* changedByWebhooks(
  ctx: Context,
  attributes: AdmissionAttributes,
  object: KObject,
  services: AdmissionServices,
): Process<KObject | Status> {
  let result = object;
  const left = leftBy(services);
  const round = attributes.again === true ? 1 : 0;
  for (const called of webhooksFor('mutating', attributes, object, services)) {
    const key = `${called.configuration}/${called.webhook.name}`;
    // A second time only who asked for it, and only about something new.
    if (round === 1 && (called.webhook.reinvocationPolicy !== 'IfNeeded' || left.get(key) === result)) continue;
    const answer = yield* call(ctx, called, attributes, result, services);
    const refused = verdict(called, answer, services, 'mutating');
    if (refused !== undefined) return refused;
    const patch = 'patch' in answer ? answer.patch : undefined;
    const patched = Array.isArray(patch) ? applyJsonPatch(result, patch as readonly JsonPatchOperation[]) : undefined;
    if (patched !== undefined && 'error' in patched) return internalError(patched.error);
    services.annotate(
      `mutation.webhook.admission.k8s.io/round_${round}_index_${called.index}`,
      JSON.stringify({
        configuration: called.configuration,
        webhook: called.webhook.name,
        mutated: patched !== undefined && patched.object !== result,
      }),
    );
    if (patched !== undefined) result = patched.object;
    left.set(key, result);
  }
  return result;
}

/** How each webhook left the object of this request. */
const leftObjects = new WeakMap<AdmissionServices, Map<string, KObject>>();

function leftBy(services: AdmissionServices): Map<string, KObject> {
  const known = leftObjects.get(services);
  if (known !== undefined) return known;
  const fresh = new Map<string, KObject>();
  leftObjects.set(services, fresh);
  return fresh;
}

/** Programs elsewhere that may refuse what is written; all are asked at once. */
// Models staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/validating/dispatcher.go (v1.36)
export function* allowedByWebhooks(
  ctx: Context,
  attributes: AdmissionAttributes,
  services: AdmissionServices,
): Process<Status | string | undefined> {
  const called = webhooksFor('validating', attributes, attributes.object, services);
  const answers = yield* all(
    ctx,
    called.map((each) => call(ctx, each, attributes, attributes.object, services)),
  );
  for (let at = 0; at < called.length; at += 1) {
    const refused = verdict(called[at] as Called, answers[at] as ReviewAnswer, services, 'validating');
    if (refused !== undefined) return refused;
  }
  return called.length === 0 ? undefined : `allowed by ${called.map(({ webhook }) => webhook.name).join(', ')}`;
}

function webhooksFor(
  kind: 'mutating' | 'validating',
  attributes: AdmissionAttributes,
  object: KObject | undefined,
  services: AdmissionServices,
): readonly Called[] {
  const found: Called[] = [];
  const configurations = [...(services.list(`${kind}webhookconfigurations.${GROUP}`, '') as readonly Configuration[])];
  configurations.sort((a, b) => compareStrings(a.metadata.name ?? '', b.metadata.name ?? ''));
  for (const { metadata, webhooks = [] } of configurations) {
    for (const webhook of webhooks) {
      if (!(webhook.rules ?? []).some((rule) => ruleMatches(rule, attributes))) continue;
      if (!selectorsMatch(webhook, attributes, services)) continue;
      const context = new PolicyContext(attributes, object, services, undefined, []);
      const unmet = context.whetherMeant(() =>
        (webhook.matchConditions ?? []).some(({ expression }) => {
          const outcome = context.evaluate(expression);
          return 'value' in outcome && outcome.value === false;
        }),
      );
      if (!unmet) found.push({ webhook, configuration: metadata.name ?? '', index: found.length });
    }
  }
  return found;
}

/** One call: over the network to the program behind the Service, and back in time or not. */
function* call(
  ctx: Context,
  { webhook }: Called,
  attributes: AdmissionAttributes,
  object: KObject | undefined,
  services: AdmissionServices,
): Process<ReviewAnswer> {
  const seconds = webhook.timeoutSeconds ?? DEFAULT_SECONDS;
  const { url, timeout } = addressOf(webhook, seconds);
  const failed = (why: string): ReviewAnswer => ({ error: `failed to call webhook: Post ${quote(timeout)}: ${why}` });
  const sideEffects = webhook.sideEffects ?? 'None';
  let answer: ReviewAnswer;
  if (attributes.dryRun && sideEffects !== 'None' && sideEffects !== 'NoneOnDryRun') {
    answer = { allowed: false, message: '', code: 0, patch: DRY_RUN };
  } else if (webhook.clientConfig.url !== undefined && services.outside !== undefined) {
    const { caBundle = '' } = webhook.clientConfig;
    const to = { url: timeout, caBundle, timeoutSeconds: seconds };
    answer = yield* reviewedOutside(services.outside, to, attributes, object, services);
  } else {
    const reached = reachedService(webhook.clientConfig, services);
    if ('error' in reached) answer = failed(reached.error);
    else if (reached.delay > seconds * SECOND) {
      yield ctx.sleep(seconds * SECOND);
      answer = failed('context deadline exceeded');
    } else {
      yield ctx.sleep(reached.delay);
      answer = respond(reached.service, attributes, object);
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

type Reached = { readonly service: KObject; readonly delay: number } | { readonly error: string };

/** Is there something behind the Service that can answer, and how long does it take? */
export function reachedService(
  clientConfig: Pick<Webhook['clientConfig'], 'service' | 'url'>,
  services: Lookups,
): Reached {
  const ref = clientConfig.service;
  if (ref === undefined) return { error: `dial tcp: lookup ${hostOf(clientConfig.url ?? '')}: no such host` };
  const service = services.get('services', ref.namespace, ref.name);
  if (service === undefined) return { error: `service ${quote(ref.name)} not found` };
  const { clusterIP = '', selector } = (service.spec ?? {}) as {
    readonly clusterIP?: string;
    readonly selector?: object;
  };
  if (selector !== undefined && !hasReadyEndpoint(ref, services)) {
    return { error: `dial tcp ${clusterIP}:${ref.port ?? 443}: connect: connection refused` };
  }
  const millis = Number(service.metadata.annotations?.[`${BEHAVIOUR}delay-ms`] ?? Number.NaN);
  return { service, delay: Number.isNaN(millis) ? TYPICAL_MICROS : Math.max(0, Math.round(millis * 1000)) };
}

function hostOf(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/[/:].*$/, '');
}

interface SliceView extends KObject {
  /** A slice without endpoints has null. */
  readonly endpoints?: readonly { readonly conditions?: { readonly ready?: boolean } }[] | null;
}

function hasReadyEndpoint({ namespace, name }: ServiceReference, services: Lookups): boolean {
  const slices = services.list('endpointslices.discovery.k8s.io', namespace) as readonly SliceView[];
  return slices.some(
    ({ metadata, endpoints }) =>
      metadata.labels?.['kubernetes.io/service-name'] === name &&
      endpoints?.some(({ conditions }) => conditions?.ready !== false) === true,
  );
}

const NAMES: readonly string[] = ['request', 'object', 'oldObject'];

/** What the simulated program says: its Service's annotations hold expressions over the request. */
function respond(service: KObject, attributes: AdmissionAttributes, object: KObject | undefined): ReviewAnswer {
  const annotations = service.metadata.annotations ?? {};
  const variables = { request: requestOf(attributes), object: object ?? null, oldObject: attributes.old ?? null };
  const ask = (what: string): { readonly value: unknown } | { readonly error: string } | undefined => {
    const text = annotations[BEHAVIOUR + what];
    if (text === undefined) return undefined;
    const code = compileCel(text, NAMES);
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
  kind: string,
): Status | undefined {
  if ('error' in answer) {
    if (webhook.failurePolicy === 'Ignore') {
      services.annotate(`failed-open.${kind}.webhook.admission.k8s.io/round_0_index_${index}`, webhook.name);
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
