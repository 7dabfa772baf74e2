import { errorText, invalidValue } from '../../../api/errors/field-error.ts';
import { badRequest, failure, type Status } from '../../../api/errors/status.ts';
import type { ApiRequest } from '../../ports/transport.ts';
import { chosenForm } from './negotiation.ts';
import { queryValue } from './request-info.ts';

const INCLUDED: readonly string[] = ['', 'Metadata', 'Object', 'None'];

/** A form that does not fit what is asked for: rows with an unknown object, one thing as a list, a list as one thing. */
// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/response.go (v1.36)
export function refuseForm(
  request: ApiRequest,
  isCustom: boolean,
  isList: boolean,
  goType: string,
): Status | undefined {
  const as = chosenForm(request.headers.accept, isCustom)?.as;
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
