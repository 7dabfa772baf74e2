import { apiVersionOf, type ResourceInfo } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { pureOfObject } from '../../../base/pure.ts';
import type { ApiRequest } from '../../ports/transport.ts';
import { chosenForm, type FormVersion } from '../request/negotiation.ts';
import { queryValue } from '../request/request-info.ts';
import { betaMetadata, partialMetadata } from './partial-metadata.ts';
import type { Clock, Presentation } from './presentation-form.ts';
import { TableForm } from './table-form.ts';

type As = 'object' | 'table' | 'metadata';

/** From `Accept: application/json;as=Table;v=v1;g=meta.k8s.io,application/json`. */
export function acceptedForm(accept: string | undefined, isCustom = false): As {
  return form(accept, isCustom).as;
}

interface Form {
  readonly as: As;
  readonly version: FormVersion;
}

const AS_OBJECT: Form = { as: 'object', version: 'v1' };

function form(accept: string | undefined, isCustom: boolean): Form {
  if (accept === undefined || !accept.includes('as=')) return AS_OBJECT;
  const { as, version } = chosenForm(accept, isCustom) ?? { as: '', version: 'v1' };
  return as === '' ? AS_OBJECT : { as: as === 'Table' ? 'table' : 'metadata', version };
}

// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/response.go (v1.36)
export function presentationOf(request: ApiRequest, info: ResourceInfo, clock: Clock): Presentation {
  const { as, version } = form(request.headers.accept, info.custom === true);
  switch (as) {
    case 'table':
      return new TableForm(info, queryValue(request, 'includeObject') ?? 'Metadata', clock, version);
    case 'metadata':
      return METADATA[version];
    default:
      return objectForm(info);
  }
}

/** One object in the form that the client accepts: nearly always as it is. */
export function presentedOne(request: ApiRequest, info: ResourceInfo, clock: Clock, object: KObject): unknown {
  if (form(request.headers.accept, info.custom === true) === AS_OBJECT) return object;
  return presentationOf(request, info, clock).one(object);
}

const objectForm = pureOfObject((info: ResourceInfo): Presentation => {
  const kind = `${info.kind}List`;
  const apiVersion = apiVersionOf(info);
  return {
    one: (object) => object,
    event: (object) => object,
    list: (objects, metadata) => ({
      kind,
      apiVersion,
      metadata,
      items: info.custom === true ? objects : objects.map(bare),
    }),
  };
});

/** Items of a list do not repeat their kind. */
const bare = pureOfObject((object: KObject): KObject => {
  const { kind: _kind, apiVersion: _version, ...rest } = object;
  return rest as KObject;
});

function metadataForm(apiVersion: string, one: (object: KObject) => object): Presentation {
  return {
    one,
    event: one,
    list: (objects, metadata) => ({
      kind: 'PartialObjectMetadataList',
      apiVersion,
      metadata,
      items: objects.map(one),
    }),
  };
}

const METADATA: { readonly [version in FormVersion]: Presentation } = {
  v1: metadataForm('meta.k8s.io/v1', partialMetadata),
  v1beta1: metadataForm('meta.k8s.io/v1beta1', betaMetadata),
};
