import type { Status } from '../../../../api/errors/status.ts';
import { equalJson } from '../../../../api/go/json.ts';
import { quote } from '../../../../api/go/quote.ts';
import { isMirror } from '../../../../api/pods/mirror.ts';
import type { KObject, StringMap } from '../../../../api/types/meta.ts';
import { compareQuantity } from '../../../../api/values/quantity.ts';
import { type AdmissionAttributes, type AdmissionServices, refusedBecause } from '../attributes.ts';
import { podSpec, type TolerationView, withPodSpec } from './pod-fields.ts';

interface RuntimeClassView extends KObject {
  readonly overhead?: { readonly podFixed?: StringMap };
  readonly scheduling?: { readonly nodeSelector?: StringMap; readonly tolerations?: readonly TolerationView[] };
}

function classOf(object: KObject, services: AdmissionServices): RuntimeClassView | undefined {
  const name = podSpec(object).runtimeClassName;
  return name === undefined ? undefined : services.get('runtimeclasses.node.k8s.io', '', name);
}

const refuse = (attributes: AdmissionAttributes, why: string): Status => refusedBecause(attributes, why);

const OTHER_OVERHEAD = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";

// Models plugin/pkg/admission/runtimeclass/admission.go (v1.36)
export function withRuntimeClass(
  attributes: AdmissionAttributes,
  object: KObject,
  services: AdmissionServices,
): KObject | Status {
  const spec = podSpec(object);
  if (isMirror(object)) return object;
  const found = classOf(object, services);
  if (spec.overhead !== undefined && (spec.runtimeClassName === undefined || found?.overhead?.podFixed === undefined)) {
    return refuse(attributes, 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead');
  }
  if (found === undefined) {
    return refuse(attributes, `pod rejected: RuntimeClass ${quote(spec.runtimeClassName ?? '')} not found`);
  }
  let next = spec;
  const overhead = found.overhead?.podFixed;
  if (overhead !== undefined) {
    if (spec.overhead !== undefined && !equalJson(spec.overhead, overhead)) return refuse(attributes, OTHER_OVERHEAD);
    next = { ...next, overhead };
  }
  const { nodeSelector, tolerations = [] } = found.scheduling ?? {};
  const own = (spec.nodeSelector ?? {}) as StringMap;
  for (const [key, value] of Object.entries(nodeSelector ?? {})) {
    const mine = own[key];
    if (mine !== undefined && mine !== value) {
      const why = `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${mine}`;
      return refuse(attributes, why);
    }
  }
  if (nodeSelector !== undefined) next = { ...next, nodeSelector: { ...own, ...nodeSelector } };
  const mine = spec.tolerations ?? [];
  const added = tolerations.filter((each) => !mine.some((other) => equalJson(each, other)));
  if (added.length > 0) next = { ...next, tolerations: [...mine, ...added] };
  return next === spec ? object : withPodSpec(object, next);
}

interface ClaimView {
  readonly storageClassName?: string;
  readonly resources?: { readonly requests?: StringMap };
}

// Models plugin/pkg/admission/storage/persistentvolume/resize/admission.go (v1.36)
export function growsWithLeave(attributes: AdmissionAttributes, services: AdmissionServices): Status | undefined {
  const { object, old } = attributes;
  const [now, before] = [object?.spec as ClaimView | undefined, old?.spec as ClaimView | undefined];
  const [size, was] = [now?.resources?.requests?.storage, before?.resources?.requests?.storage];
  if (size === undefined || was === undefined || compareQuantity(size, was) <= 0) return undefined;
  if ((old?.status as { readonly phase?: string } | undefined)?.phase !== 'Bound') {
    return refuse(attributes, 'only bound persistent volume claims can be expanded');
  }
  const name = now?.storageClassName ?? '';
  const found = name === '' ? undefined : services.get('storageclasses.storage.k8s.io', '', name);
  if (name === before?.storageClassName && found?.allowVolumeExpansion === true) return undefined;
  return refuse(
    attributes,
    'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize',
  );
}

function signerOf(object: KObject | undefined): string {
  return (object?.spec as { readonly signerName?: string } | undefined)?.signerName ?? '';
}

/** Leave is given for one signer, or for all of a domain. */
function mayUse(attributes: AdmissionAttributes, services: AdmissionServices, verb: string, signer: string): boolean {
  const domain = signer.slice(0, Math.max(0, signer.indexOf('/')));
  return [signer, `${domain}/*`].some(
    (name) =>
      services.allows(attributes.user, { verb, group: 'certificates.k8s.io', resource: 'signers', name }).allowed,
  );
}

// Models plugin/pkg/admission/certificates/approval/admission.go (v1.36)
export function mayApprove(attributes: AdmissionAttributes, services: AdmissionServices): Status | undefined {
  const signer = signerOf(attributes.old);
  if (mayUse(attributes, services, 'approve', signer)) return undefined;
  return refuse(attributes, `user not permitted to approve requests with signerName ${quote(signer)}`);
}

// Models plugin/pkg/admission/certificates/signing/admission.go (v1.36)
export function maySign(attributes: AdmissionAttributes, services: AdmissionServices): Status | undefined {
  const certificate = (object: KObject | undefined): unknown =>
    (object?.status as { readonly certificate?: unknown } | undefined)?.certificate;
  const failed = (object: KObject | undefined): unknown =>
    (object?.status as { readonly conditions?: readonly { readonly type: string }[] } | undefined)?.conditions?.filter(
      ({ type }) => type === 'Failed',
    ) ?? [];
  const { object, old } = attributes;
  if (certificate(object) === certificate(old) && equalJson(failed(object), failed(old))) return undefined;
  const signer = signerOf(old);
  if (mayUse(attributes, services, 'sign', signer)) return undefined;
  return refuse(attributes, `user not permitted to sign requests with signerName ${quote(signer)}`);
}

const CLIENT_SIGNER = 'kubernetes.io/kube-apiserver-client';
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Each byte as a character. */
function decoded(base64: string): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const char of base64) {
    const value = ALPHABET.indexOf(char);
    if (value < 0) continue;
    held = ((held << 6) | value) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    text += String.fromCharCode((held >> bits) & 255);
  }
  return text;
}

/** The organization of a subject, as it stands in a certificate request. */
const MASTERS = '\u0055\u0004\u000a';

// Models plugin/pkg/admission/certificates/subjectrestriction/admission.go (v1.36)
export function withSubject(attributes: AdmissionAttributes): Status | undefined {
  const { object } = attributes;
  if (signerOf(object) !== CLIENT_SIGNER) return undefined;
  const pem = decoded(String((object?.spec as { readonly request?: unknown } | undefined)?.request ?? ''));
  const body = /-----BEGIN [A-Z ]+-----([^-]*)-----END/.exec(pem)?.[1] ?? '';
  const parts = decoded(body).split(MASTERS).slice(1);
  if (!parts.some((part) => part.slice(2).startsWith('system:masters'))) return undefined;
  return refuse(attributes, `use of ${CLIENT_SIGNER} signer with system:masters group is not allowed`);
}
