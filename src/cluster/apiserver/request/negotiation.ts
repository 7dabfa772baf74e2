import { failure, notAcceptable, type Status, unsupportedMediaType } from '../../../api/errors/status.ts';
import { pureOfText } from '../../../base/pure.ts';
import type { ApiRequest } from '../../ports/transport.ts';

const SERVED: readonly string[] = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'];
const STREAMS: readonly string[] = [
  'application/json;stream=watch',
  'application/vnd.kubernetes.protobuf;stream=watch',
];
const FORMS: ReadonlySet<string> = new Set(['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList']);
const TABLE_TYPES: readonly string[] = ['application/json', 'application/yaml'];

/** What the server makes of an Accept header: the type of the bytes, and the form that the object is turned into. */
export interface Chosen {
  readonly type: string;
  /** Empty: as it is. */
  readonly as: string;
  /** Of the form. */
  readonly version: FormVersion;
}

export type FormVersion = 'v1' | 'v1beta1';

interface Clause {
  readonly type: string;
  readonly quality: number;
  readonly as: string | undefined;
  readonly version: FormVersion;
}

/** Clients send few different headers. */
const clauses = pureOfText(256, (accept: string): readonly Clause[] =>
  accept
    .split(',')
    .map((clause) => {
      const [type = '', ...parameters] = clause.split(';').map((part) => part.trim());
      const parameter = (name: string) => parameters.find((each) => each.startsWith(name))?.slice(name.length);
      const as = parameter('as=');
      const asked = parameter('v=');
      const isKnown = parameter('g=') === 'meta.k8s.io' && (asked === 'v1' || asked === 'v1beta1');
      const version: FormVersion = asked === 'v1beta1' ? 'v1beta1' : 'v1';
      return { type, quality: Number(parameter('q=') ?? 1), as: as === undefined || isKnown ? as : '?', version };
    })
    .sort((a, b) => b.quality - a.quality),
);

/** Undefined: the server has nothing of that kind. Custom resources have no messages, so that only their metadata is sent in protobuf. */
// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/negotiation/negotiate.go (v1.36)
export function chosenForm(accept: string | undefined, isCustom: boolean, hasRows = true): Chosen | undefined {
  if (accept === undefined || accept === '' || accept === JSON_TYPE) return AS_JSON;
  for (const { type, as, version } of clauses(accept)) {
    const found = type === '*/*' || type === 'application/*' ? JSON_TYPE : type;
    if (!SERVED.includes(found)) continue;
    if (as === undefined ? isCustom && found === PROTOBUF : !FORMS.has(as)) continue;
    if (as === 'Table' && !(hasRows && TABLE_TYPES.includes(found))) continue;
    return { type: found, as: as ?? '', version };
  }
  return undefined;
}

const JSON_TYPE = 'application/json';
const YAML = 'application/yaml';
export const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const AS_JSON: Chosen = { type: JSON_TYPE, as: '', version: 'v1' };

/** Whether there is a form that the client accepts. `hasRows`: what is asked for can be shown as a Table. */
export function refuseAccept(
  request: ApiRequest,
  verb: string,
  isCustom: boolean,
  hasRows: boolean,
): Status | undefined {
  const { accept } = request.headers;
  if (accept === undefined || accept === '' || accept === JSON_TYPE) return undefined;
  // Built-in resources have a router in front that knows the bare types.
  if (!isCustom && !clauses(accept).some(({ type }) => type === '*/*' || SERVED.includes(type))) {
    const offered = verb === 'list' || verb === 'watch' ? [...SERVED, ...STREAMS] : SERVED;
    const message = `406: Not Acceptable\n\nAvailable representations: ${offered.join(', ')}`;
    return failure(406, 'NotAcceptable', message, {});
  }
  const chosen = chosenForm(accept, isCustom, hasRows);
  if (verb === 'watch' && (chosen === undefined || chosen.type === YAML)) return notAcceptable(STREAMS);
  return chosen === undefined ? notAcceptable(SERVED) : undefined;
}

/** A body of another type than the server reads. */
export function refuseContentType(request: ApiRequest): Status | undefined {
  const header = request.headers['content-type'];
  if (header === undefined || header === 'application/json') return undefined;
  const type = header.split(';', 1)[0] as string;
  return type === '' || SERVED.includes(type) ? undefined : unsupportedMediaType(SERVED);
}
