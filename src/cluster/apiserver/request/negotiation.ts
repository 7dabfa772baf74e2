import { errorText, invalidValue } from '../../../api/field-error.ts';
import { badRequest, failure, notAcceptable, type Status, unsupportedMediaType } from '../../../api/status.ts';
import type { ApiRequest } from '../../ports/transport.ts';
import { queryValue } from './request-info.ts';

const SERVED: readonly string[] = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'];
const STREAMS: readonly string[] = [
  'application/json;stream=watch',
  'application/vnd.kubernetes.protobuf;stream=watch',
];
const FORMS: ReadonlySet<string> = new Set(['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList']);
const known = new Map<string, Status | undefined>();
const knownForLists = new Map<string, Status | undefined>();

/** Whether there is a form that the client accepts; clients send few different headers, so the answers are kept. */
// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/negotiation/negotiate.go (v1.36)
export function refuseAccept(request: ApiRequest, mayStream: boolean): Status | undefined {
  const accept = request.headers.accept ?? '';
  if (accept === '' || accept === 'application/json') return undefined;
  const answers = mayStream ? knownForLists : known;
  if (answers.has(accept)) return answers.get(accept);
  const refused = judge(accept, mayStream);
  answers.set(accept, refused);
  return refused;
}

function judge(accept: string, mayStream: boolean): Status | undefined {
  let understood = false;
  for (const clause of accept.split(',')) {
    const [type = '', ...parameters] = clause.trim().split(';');
    const as = parameters
      .find((each) => each.trim().startsWith('as='))
      ?.trim()
      .slice(3);
    const served = type === '*/*' || type === 'application/*' || SERVED.includes(type);
    if (served && (as === undefined || FORMS.has(as))) return undefined;
    if (served) understood = true;
  }
  if (understood) return notAcceptable(SERVED);
  const offered = mayStream ? [...SERVED, ...STREAMS] : SERVED;
  const message = `406: Not Acceptable\n\nAvailable representations: ${offered.join(', ')}`;
  return failure(406, 'NotAcceptable', message, {});
}

/** A body of another type than the server reads. */
export function refuseContentType(request: ApiRequest): Status | undefined {
  const header = request.headers['content-type'];
  if (header === undefined || header === 'application/json') return undefined;
  const type = header.split(';', 1)[0] as string;
  return type === '' || SERVED.includes(type) ? undefined : unsupportedMediaType(SERVED);
}

const INCLUDED: readonly string[] = ['', 'Metadata', 'Object', 'None'];

/** A form that does not fit what is asked for: rows with an unknown object, one thing as a list, a list as one thing. */
// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/response.go (v1.36)
export function refuseForm(request: ApiRequest, isList: boolean, goType: string): Status | undefined {
  const accept = request.headers.accept;
  if (accept === undefined || !accept.includes('as=')) return undefined;
  const form = accept.split(',').find((clause) => /as=(Table|Partial)/.test(clause) || !clause.includes('as='));
  const as = form === undefined ? undefined : /as=(\w+)/.exec(form)?.[1];
  if (as === 'Table') {
    const include = queryValue(request, 'includeObject') ?? '';
    if (INCLUDED.includes(include)) return undefined;
    const problem = invalidValue('includeObject', include, "must be 'Metadata', 'Object', 'None', or empty");
    return badRequest(`Unable to convert to Table as requested: ${errorText(problem)}`);
  }
  if (as === 'PartialObjectMetadata' && isList) {
    return failure(
      406,
      'NotAcceptable',
      `you requested PartialObjectMetadata, but the requested object is a list (${goType}List)`,
    );
  }
  if (as !== 'PartialObjectMetadataList' || isList) return undefined;
  const what = 'you requested PartialObjectMetadataList, but the requested object is not a list';
  return failure(406, 'NotAcceptable', `${what} (${goType})`);
}
