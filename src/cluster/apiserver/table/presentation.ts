import { apiVersionOf, type ResourceInfo } from '../../../api/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { Lately } from '../../../base/lately.ts';
import type { ApiRequest } from '../../ports/transport.ts';
import { chosenForm, type FormVersion } from '../request/negotiation.ts';
import { queryValue } from '../request/request-info.ts';
import { columnsOf } from './columns.ts';
import type { TableColumns } from './table-columns.ts';

/** The form in which objects go to a client: as they are, as rows of a Table, or as their metadata. */
export interface Presentation {
  one(object: KObject): unknown;
  list(objects: readonly KObject[], metadata: object): unknown;
  event(object: KObject): unknown;
}

/** Ages are told as of the moment of printing. */
export interface Clock {
  readonly now: number;
}

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
      return new TableForm(info, columnsOf(info), queryValue(request, 'includeObject') ?? 'Metadata', clock, version);
    case 'metadata':
      return METADATA[version];
    default:
      return objectForm(info);
  }
}

const objectForms = new Map<ResourceInfo, Presentation>();

function objectForm(info: ResourceInfo): Presentation {
  let form = objectForms.get(info);
  if (form === undefined) {
    const kind = `${info.kind}List`;
    const apiVersion = apiVersionOf(info);
    form = {
      one: (object) => object,
      event: (object) => object,
      list: (objects, metadata) => ({
        kind,
        apiVersion,
        metadata,
        items: info.custom === true ? objects : objects.map(bare),
      }),
    };
    objectForms.set(info, form);
  }
  return form;
}

const bares = new WeakMap<KObject, KObject>();

/** Items of a list do not repeat their kind. */
function bare(object: KObject): KObject {
  let found = bares.get(object);
  if (found === undefined) {
    const { kind: _kind, apiVersion: _version, ...rest } = object;
    found = rest as KObject;
    bares.set(object, found);
  }
  return found;
}

/** What several watchers hear of. */
const partials = new Lately<object>(8);

function partialMetadata(object: KObject): object {
  const { metadata } = object;
  return (
    partials.get(metadata) ??
    partials.note({ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata }, metadata)
  );
}

/** As clients from before v1.15 ask for it. */
function betaMetadata(object: KObject): object {
  return { ...partialMetadata(object), apiVersion: 'meta.k8s.io/v1beta1' };
}

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

/** Rows for people. On a watch only the first Table names the columns. */
// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/response.go, asTable (v1.36)
class TableForm implements Presentation {
  private announced = false;

  constructor(
    private readonly info: ResourceInfo,
    private readonly columns: TableColumns,
    private readonly include: string,
    private readonly clock: Clock,
    private readonly version: FormVersion,
  ) {}

  one(object: KObject): unknown {
    return this.table([object], { resourceVersion: object.metadata.resourceVersion }, true);
  }

  list(objects: readonly KObject[], metadata: object): unknown {
    return this.table(objects, metadata, true);
  }

  event(object: KObject): unknown {
    if (object.kind !== this.info.kind || object.metadata.uid === undefined) return object;
    const first = !this.announced;
    this.announced = true;
    return this.table([object], { resourceVersion: object.metadata.resourceVersion }, first);
  }

  private table(objects: readonly KObject[], metadata: object, withColumns: boolean): object {
    return {
      kind: 'Table',
      apiVersion: `meta.k8s.io/${this.version}`,
      metadata,
      columnDefinitions: withColumns ? this.columns.definitions : null,
      rows: objects.map((object) => this.row(object)),
    };
  }

  private row(object: KObject): object {
    const cells = this.columns.cells(object, this.clock.now);
    const conditions = this.columns.conditions?.(object);
    const partial = this.version === 'v1' ? partialMetadata : betaMetadata;
    const shown = this.include === 'None' ? undefined : this.include === 'Object' ? object : partial(object);
    return {
      cells,
      ...(conditions === undefined ? undefined : { conditions }),
      object: shown ?? null,
    };
  }
}
