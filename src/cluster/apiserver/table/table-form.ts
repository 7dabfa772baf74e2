import type { ResourceInfo } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { FormVersion } from '../request/negotiation.ts';
import { columnsOf } from './columns.ts';
import { betaMetadata, partialMetadata } from './partial-metadata.ts';
import type { Clock, Presentation } from './presentation-form.ts';
import type { TableColumns } from './table-columns.ts';

/** Rows for people. On a watch only the first Table names the columns. */
// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/response.go, asTable (v1.36)
export class TableForm implements Presentation {
  private announced = false;
  private readonly columns: TableColumns;

  constructor(
    private readonly info: ResourceInfo,
    private readonly include: string,
    private readonly clock: Clock,
    private readonly version: FormVersion,
  ) {
    this.columns = columnsOf(info);
  }

  one(object: KObject): unknown {
    return this.table([object], { resourceVersion: object.metadata.resourceVersion }, true);
  }

  list(objects: readonly KObject[], metadata: object): unknown {
    return this.table(objects, metadata, true);
  }

  event(object: KObject): unknown {
    if (object.kind !== this.info.kind) return object;
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
    // A bookmark has a revision and no more.
    const { metadata } = object;
    const named = metadata.name === undefined ? { ...object, metadata: { ...metadata, name: '' } } : object;
    const cells = this.columns.cells(named, this.clock.now);
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
