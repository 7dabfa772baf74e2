import { CelError, compileCel, isProblem, toJson } from '../../../api/cel/index.ts';
import { applyJsonPatch, type JsonPatchOperation } from '../../../api/patch/json-patch.ts';
import type { CustomResourceDefinition } from '../../../api/types/apiextensions.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { BEHAVIOUR } from '../admission/policy/behaviour.ts';
import type { ServerCore } from '../core.ts';
import type { ConversionWebhook } from './conversion-webhook.ts';
import type { Converter } from './custom-kind.ts';

/** Only what says which version it is changes. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/conversion/nop_converter.go (v1.36)
const rewriteVersion: Converter = (object, apiVersion) => ({ ...object, apiVersion });

/** Where a definition's webhook is, as the core of the run are listed. */
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

const NAMES: readonly string[] = ['object', 'desiredAPIVersion'];

/** The expression that a Service carries in the place of a program; its value is a JSON patch. */
export function conversionText(service: KObject | undefined): string | undefined {
  return service?.metadata.annotations?.[`${BEHAVIOUR}convert`];
}

function simulatedWebhook(core: ServerCore, { spec }: CustomResourceDefinition): ConversionWebhook | undefined {
  const ref = spec.conversion?.webhook?.clientConfig?.service;
  const service = ref === undefined ? undefined : core.stores.byName('services')?.cacher.get(ref.namespace, ref.name);
  const text = conversionText(service);
  if (text === undefined) return undefined;
  return (object, apiVersion) => {
    const patched = convertedBy(text, object, apiVersion);
    return 'error' in patched ? rewriteVersion(object, apiVersion) : patched.object;
  };
}

export function convertedBy(
  text: string,
  object: KObject,
  desiredAPIVersion: string,
): { readonly object: KObject } | { readonly error: string } {
  const code = compileCel(text, NAMES);
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
