import { apiVersionOf, type ResourceInfo } from '../../../api/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { Lately } from '../../../base/lately.ts';
import type { ApiRequest } from '../../ports/transport.ts';
import { chosenForm } from '../request/negotiation.ts';
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
  if (accept === undefined || !accept.includes('as=')) return 'object';
  const as = chosenForm(accept, isCustom)?.as ?? '';
  return as === 'Table' ? 'table' : as === '' ? 'object' : 'metadata';
}

// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/response.go (v1.36)
export function presentationOf(request: ApiRequest, info: ResourceInfo, clock: Clock): Presentation {
  switch (acceptedForm(request.headers.accept, info.custom)) {
    case 'table':
      return new TableForm(info, columnsOf(info), queryValue(request, 'includeObject') ?? 'Metadata', clock);
    case 'metadata':
      return METADATA;
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

const METADATA: Presentation = {
  one: partialMetadata,
  event: partialMetadata,
  list: (objects, metadata) => ({
    kind: 'PartialObjectMetadataList',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
    items: objects.map(partialMetadata),
  }),
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
      apiVersion: 'meta.k8s.io/v1',
      metadata,
      columnDefinitions: withColumns ? this.columns.definitions : null,
      rows: objects.map((object) => this.row(object)),
    };
  }

  private row(object: KObject): object {
    const cells = this.columns.cells(object, this.clock.now);
    const conditions = this.columns.conditions?.(object);
    const shown = this.include === 'None' ? undefined : this.include === 'Object' ? object : partialMetadata(object);
    return {
      cells,
      ...(conditions === undefined ? undefined : { conditions }),
      object: shown ?? null,
    };
  }
}
