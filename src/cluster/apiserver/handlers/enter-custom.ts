import { failure, type Status, tooManyRequests } from '../../../api/errors/status.ts';
import { apiVersionOf, type ResourceInfo } from '../../../api/scheme/scheme.ts';
import type { CustomResourceDefinition } from '../../../api/types/apiextensions.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { parseTime } from '../../../api/values/time.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { extensions as steps } from '../../../steps/extensions.ts';
import { Lookups } from '../admission/lookups.ts';
import { reachedService } from '../admission/policy/webhooks.ts';
import { conditionOf, isTrue } from '../definitions/conditions.ts';
import { type Conversion, conversionBehind, webhookOf } from '../extensions/conversion.ts';
import type { Services } from '../parts/services.ts';
import { plainError } from '../scope/list-options.ts';
import { type Answer, failed, type Scope } from '../scope/scope.ts';
import { EVERYTHING, type ObjectFilter } from '../watchcache/filter.ts';

const JUST_CREATED = 2 * SECOND;

/** What happens to a request for a custom resource before the general handler has it. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go, ServeHTTP and serveResource (v1.36)
export function* enterCustom(services: Services, ctx: Context, scope: Scope): Process<Context | Answer> {
  const { resource, info } = scope;
  const deprecation = resource.definition?.deprecation;
  if (deprecation !== undefined) scope.warnings.push(deprecation);
  const definition = services.custom.definitionOf(resource);
  if (definition === undefined) return ctx;
  let own = ctx;
  if (info.verb === 'create' && info.subresource === '') {
    const established = parseTime(conditionOf(definition, 'Established')?.lastTransitionTime ?? '');
    if (established !== undefined && ctx.now - established < JUST_CREATED) {
      own = ctx.step(steps.waited, scope.subject, { seconds: JUST_CREATED / SECOND });
      yield own.sleep(JUST_CREATED);
    }
    if (isTrue(definition, 'Terminating')) return failed(own, terminating(resource, info.verb));
  }
  return yield* convertible(services, own, scope, definition);
}

function terminating({ group, resource }: ResourceInfo, verb: string): Status {
  const message = `${verb} not allowed while custom resource definition is terminating`;
  return failure(405, 'MethodNotAllowed', message, { group, kind: resource });
}

/** Another version than that of storage needs the converter, which may be out of reach. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/conversion/webhook_converter.go (v1.36)
function* convertible(
  services: Services,
  ctx: Context,
  scope: Scope,
  definition: CustomResourceDefinition,
): Process<Context | Answer> {
  const { resource, store } = scope;
  if (resource.version === store.info.version) return ctx;
  const [from, to] = [apiVersionOf(store.info), apiVersionOf(resource)];
  const place = webhookOf(definition);
  if (place === undefined) return ctx.step(steps.converted, scope.subject, { from, to, strategy: 'None' });
  const reached = reachedConverter(services, scope, definition, place);
  if (typeof reached === 'number') {
    yield ctx.sleep(reached);
    return ctx.step(steps.converted, scope.subject, { from, to, strategy: 'Webhook' });
  }
  if (store.cacher.size === 0 && scope.info.verb !== 'create') return ctx;
  // Nothing of what is there can be shown, so that nobody can be told of changes to it.
  if (scope.info.verb === 'watch') return failed(ctx, tooManyRequests('storage is (re)initializing', 1));
  return failed(ctx, plainError(`conversion webhook for ${from}, Kind=${resource.kind} failed: ${reached}`));
}

const ALLOWED_MICROS = 30 * SECOND;

/** How long it takes, or why there is no answer. */
function reachedConverter(
  services: Services,
  scope: Scope,
  definition: CustomResourceDefinition,
  place: string,
): number | string {
  const config = definition.spec.conversion?.webhook?.clientConfig ?? {};
  const { service } = config;
  const given = services.config.conversionWebhooks.has(place);
  if (given && service === undefined) return 0;
  const url =
    service === undefined
      ? (config.url ?? '')
      : `https://${service.name}.${service.namespace}.svc:${service.port ?? 443}${service.path ?? '/'}`;
  const post = `Post "${url}?timeout=30s":`;
  const reached = reachedService(config, new Lookups(services, scope));
  if ('error' in reached) return `${post} ${reached.error}`;
  if (reached.delay > ALLOWED_MICROS) return `${post} context deadline exceeded`;
  if (given) return reached.delay;
  const convert = conversionBehind(services, definition, reached);
  if (convert === undefined) return 'the server could not find the requested resource';
  return problemWith(convert, scope) ?? reached.delay;
}

/** The webhook's own refusal, found with the objects that the request is about. */
function problemWith(convert: Conversion, { info, resource, store }: Scope): string | undefined {
  if (info.verb === 'create') return undefined;
  const to = apiVersionOf(resource);
  let problem: string | undefined;
  const tryOne = (stored: KObject): boolean => {
    const outcome = stored.apiVersion === to ? undefined : convert(stored, to);
    if (outcome !== undefined && 'error' in outcome) problem = outcome.error;
    return problem === undefined;
  };
  const named = info.name === '' ? undefined : store.cacher.get(info.namespace, info.name);
  if (named !== undefined) tryOne(named);
  else if (info.name === '') store.cacher.scan(inNamespace(info.namespace), '', undefined, tryOne);
  return problem;
}

const inNamespace = (namespace: string): ObjectFilter => ({ ...EVERYTHING, namespace });
