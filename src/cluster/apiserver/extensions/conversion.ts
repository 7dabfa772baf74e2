import { CelError, celPrograms, isProblem, toJson } from '../../../api/cel/index.ts';
import { applyJsonPatch, type JsonPatchOperation } from '../../../api/patch/json-patch.ts';
import type { CustomResourceDefinition } from '../../../api/types/apiextensions.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { HttpAnswer } from '../../ports/http.ts';
import { BEHAVIOUR } from '../admission/policy/behaviour.ts';
import { UNTRUSTED } from '../admission/policy/outside-review.ts';
import { isStandIn, type ReachedService, reachedService } from '../admission/policy/webhooks.ts';
import type { ConversionWebhook } from '../core/conversion-webhook.ts';
import type { ServerCore } from '../core/core.ts';
import type { Converter } from '../definitions/custom-kind.ts';

/** Only what says which version it is changes. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/conversion/nop_converter.go (v1.36)
const rewriteVersion: Converter = (object, apiVersion) => ({ ...object, apiVersion });

/** Where a definition's webhook is, as the services of the run are listed. */
export function webhookOf({ spec }: CustomResourceDefinition): string | undefined {
  if (spec.conversion?.strategy !== 'Webhook') return undefined;
  const service = spec.conversion.webhook?.clientConfig?.service;
  return service === undefined
    ? (spec.conversion.webhook?.clientConfig?.url ?? '')
    : `${service.namespace}/${service.name}`;
}

/** Whether it answers was found out before: see enter.ts. */
export function converterOf(core: ServerCore, definition: CustomResourceDefinition): Converter {
  const place = webhookOf(definition);
  if (place === undefined) return rewriteVersion;
  return (object, apiVersion) => {
    const webhook = core.config.conversionWebhooks.get(place) ?? simulatedWebhook(core, definition);
    if (webhook === undefined) return rewriteVersion(object, apiVersion);
    const { metadata, ...converted } = webhook(object, apiVersion);
    // A webhook may change labels and annotations, and nothing else of the metadata.
    const { labels, annotations } = metadata;
    const { labels: _labels, annotations: _annotations, ...fixed } = object.metadata;
    const kept = {
      ...fixed,
      ...(labels === undefined ? undefined : { labels }),
      ...(annotations === undefined ? undefined : { annotations }),
    };
    return { ...converted, apiVersion, metadata: kept } as KObject;
  };
}

const programOf = celPrograms(['object', 'desiredAPIVersion']);

/** A Service may carry an expression in the place of a program; its value is a JSON patch. */
function conversionByText(service: KObject | undefined): Conversion | undefined {
  const text = service?.metadata.annotations?.[`${BEHAVIOUR}convert`];
  return text === undefined ? undefined : (object, apiVersion) => convertedBy(text, object, apiVersion);
}

function simulatedWebhook(core: ServerCore, definition: CustomResourceDefinition): ConversionWebhook | undefined {
  const convert = conversionOf(core, definition);
  if (convert === undefined) return undefined;
  return (object, apiVersion) => {
    const outcome = convert(object, apiVersion);
    return 'error' in outcome ? rewriteVersion(object, apiVersion) : outcome.object;
  };
}

function conversionOf(core: ServerCore, definition: CustomResourceDefinition): Conversion | undefined {
  const config = definition.spec.conversion?.webhook?.clientConfig ?? {};
  const ref = config.service;
  const written = conversionByText(ref && core.peek('services', ref.namespace, ref.name));
  if (written !== undefined) return written;
  const reached = reachedService(config, {
    get: (...of) => core.peek(...of),
    list: (...of) => core.peekAll(...of),
  });
  return 'error' in reached ? undefined : conversionBehind(core, definition, reached);
}

export type Conversion = (
  object: KObject,
  apiVersion: string,
) => { readonly object: KObject } | { readonly error: string };

/** How the program behind a Service converts, or what stands in its place; undefined: it does not. */
export function conversionBehind(
  core: ServerCore,
  { spec }: CustomResourceDefinition,
  { service, place }: ReachedService,
): Conversion | undefined {
  const written = conversionByText(service);
  if (written !== undefined) return written;
  if (place === undefined || isStandIn(service)) return undefined;
  const review = (objects: readonly KObject[], desiredAPIVersion: string): HttpAnswer | undefined => {
    const request = { uid: REVIEW_UID, desiredAPIVersion, objects };
    return core.post(undefined, place, { kind: 'ConversionReview', apiVersion: REVIEW, request });
  };
  if (review([], '')?.code !== 200) return undefined;
  const isTrusted = (spec.conversion?.webhook?.clientConfig?.caBundle ?? '') !== '';
  if (!isTrusted) return () => ({ error: UNTRUSTED });
  return (object, apiVersion) => converted(review([object], apiVersion)?.body ?? '{}');
}

const REVIEW = 'apiextensions.k8s.io/v1';
/** Nobody sees it: the answer is there at once. */
const REVIEW_UID = '00000000-0000-4000-8000-000000000000';

function converted(text: string): ReturnType<Conversion> {
  const { response } = JSON.parse(text) as {
    readonly response?: {
      readonly convertedObjects?: readonly KObject[];
      readonly result?: { readonly status?: string; readonly message?: string };
    };
  };
  const object = response?.convertedObjects?.[0];
  return response?.result?.status === 'Success' && object !== undefined
    ? { object }
    : { error: response?.result?.message ?? '' };
}

function convertedBy(
  text: string,
  object: KObject,
  desiredAPIVersion: string,
): { readonly object: KObject } | { readonly error: string } {
  const code = programOf(text);
  if (isProblem(code)) return { error: code.problem };
  try {
    const patch = toJson(code.evaluate({ object, desiredAPIVersion }));
    return Array.isArray(patch)
      ? applyJsonPatch(object, patch as readonly JsonPatchOperation[])
      : { error: 'no list of changes' };
  } catch (error) {
    if (error instanceof CelError) return { error: error.message };
    throw error;
  }
}
