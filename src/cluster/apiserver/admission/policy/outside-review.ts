// Models staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/{request/admissionreview.go,generic/webhook.go} (v1.36)

import { type Fields, isFields } from '../../../../api/go/json.ts';
import { quote } from '../../../../api/go/quote.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import { randomUid } from '../../../../api/values/names.ts';
import { fromBase64 } from '../../../../base/bytes/base64.ts';
import { SECOND } from '../../../../base/time/units.ts';
import type { Context, Process } from '../../../../engine/index.ts';
import type { ProgramPlace } from '../../../ports/http.ts';
import type { Outside, OutsideAnswer } from '../../../ports/outside.ts';
import type { AdmissionAttributes, AdmissionServices } from '../attributes.ts';
import { requestOf } from './expressions.ts';

export interface Reviewed {
  readonly allowed: boolean;
  readonly message: string;
  readonly reason?: string;
  readonly code: number;
  readonly patch: unknown;
}

export type ReviewAnswer = Reviewed | { readonly error: string };

interface Call {
  /** The webhook's name. */
  readonly name: string;
  readonly url: string;
  readonly caBundle: string;
  readonly timeoutSeconds: number;
}

const VERSION = 'admission.k8s.io/v1';

/** A program that is really there is asked what it thinks of a write. */
export function* reviewedOutside(
  outside: Outside,
  to: Call,
  attributes: AdmissionAttributes,
  object: KObject | undefined,
  services: AdmissionServices,
): Process<ReviewAnswer> {
  const { uid, body } = reviewOf(attributes, object, services);
  const { url, caBundle, timeoutSeconds } = to;
  const answer = yield* outside.post({ url, body, caBundle, timeoutSeconds });
  return read(answer, to, uid, services);
}

/** One that a Pod runs; undefined: it is none of those that are known to answer. */
export function* reviewedInside(
  ctx: Context,
  place: ProgramPlace,
  to: Call,
  attributes: AdmissionAttributes,
  object: KObject | undefined,
  services: AdmissionServices,
): Process<ReviewAnswer | undefined> {
  const { uid, body } = reviewOf(attributes, object, services);
  const isTrusted = to.caBundle !== '';
  // Whoever is not trusted never sees the request, so that no step tells of it.
  const said = services.post(isTrusted ? ctx : undefined, place, body);
  if (said === undefined) return undefined;
  if (!isTrusted) return read({ error: UNTRUSTED }, to, uid, services);
  const { code, body: text, afterMicros = 0 } = said;
  const micros = to.timeoutSeconds * SECOND;
  yield ctx.sleep(Math.min(afterMicros, micros));
  return read(afterMicros >= micros ? { error: 'context deadline exceeded' } : { code, text }, to, uid, services);
}

export const UNTRUSTED = 'tls: failed to verify certificate: x509: certificate signed by unknown authority';

function reviewOf(
  attributes: AdmissionAttributes,
  object: KObject | undefined,
  services: AdmissionServices,
): { readonly uid: string; readonly body: object } {
  const uid = randomUid(services.random);
  const { dryRun, options, ...about } = requestOf(attributes);
  const request = {
    uid,
    ...about,
    object: shownObject(attributes, object),
    oldObject: attributes.old ?? null,
    dryRun,
    options,
  };
  return { uid, body: { kind: 'AdmissionReview', apiVersion: VERSION, request } };
}

function read(answer: OutsideAnswer, { name, url }: Call, uid: string, services: AdmissionServices): ReviewAnswer {
  if ('error' in answer) return { error: `failed to call webhook: Post ${quote(url)}: ${answer.error}` };
  if (answer.code < 200 || answer.code > 206) return { error: `failed to call webhook: ${refusal(answer)}` };
  const review = parsed(answer.text);
  if (!isFields(review)) return { error: `failed to call webhook: couldn't get version/kind; json parse error` };
  const problem = problemWith(review, uid);
  if (problem !== undefined) return { error: `received invalid webhook response: ${problem}` };
  const response = review.response as Fields;
  for (const [key, value] of Object.entries(response.auditAnnotations ?? {}))
    services.annotate(`${name}/${key}`, String(value));
  for (const warning of Array.isArray(response.warnings) ? response.warnings : []) services.warn(String(warning));
  const status = isFields(response.status) ? response.status : {};
  const text = typeof response.patch === 'string' ? (fromBase64(response.patch) ?? '') : '';
  const patch = text === '' ? undefined : parsed(text);
  if (text !== '' && !Array.isArray(patch)) return { error: 'received invalid webhook response: invalid JSON Patch' };
  return {
    allowed: response.allowed === true,
    message: typeof status.message === 'string' ? status.message : '',
    ...(typeof status.reason === 'string' ? { reason: status.reason } : undefined),
    code: typeof status.code === 'number' ? status.code : 0,
    patch,
  };
}

/** What is deleted is there as the old object alone; options of a connection have no metadata. */
function shownObject({ operation }: AdmissionAttributes, object: KObject | undefined): object | null {
  if (object === undefined || operation === 'DELETE') return null;
  if (operation !== 'CONNECT') return object;
  const { metadata: _, ...options } = object;
  return options;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a client makes of an answer that is no success. Models apimachinery/pkg/api/errors, NewGenericServerResponse */
function refusal({ code, text }: { readonly code: number; readonly text: string }): string {
  switch (code) {
    case 404:
      return 'the server could not find the requested resource';
    case 401:
      return 'the server has asked for the client to provide credentials';
    case 403:
      return text.trim() || 'forbidden';
    case 405:
      return 'the server does not allow this method on the requested resource';
    default:
      return code >= 500
        ? `an error on the server (${quote(text.trim() || 'unknown')}) has prevented the request from succeeding`
        : 'the server rejected our request for an unknown reason';
  }
}

function problemWith(review: Fields, uid: string): string | undefined {
  const { kind = '', apiVersion = '', response } = review;
  if (!isFields(response)) return 'webhook response was absent';
  if (response.uid !== uid) return `expected response.uid=${quote(uid)}, got ${quote(String(response.uid ?? ''))}`;
  if (kind !== 'AdmissionReview' || apiVersion !== VERSION) {
    const version = String(apiVersion).includes('/') ? apiVersion : `/${apiVersion}`;
    return `expected webhook response of ${VERSION}, Kind=AdmissionReview, got ${version}, Kind=${kind}`;
  }
  const { patch = '', patchType } = response;
  if (patch !== '' && patchType === undefined) return 'webhook returned response.patch but not response.patchType';
  if (patch === '' && patchType !== undefined) return 'webhook returned response.patchType but not response.patch';
  if (patchType !== undefined && patchType !== 'JSONPatch')
    return `webhook returned invalid response.patchType of ${quote(String(patchType))}`;
  return undefined;
}
