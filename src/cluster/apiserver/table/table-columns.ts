import type { KObject } from '../../../api/types/meta.ts';

export interface ColumnDefinition {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  readonly priority: number;
}

export interface TableColumns {
  readonly definitions: readonly ColumnDefinition[];
  cells(object: KObject, now: number): readonly unknown[];
  conditions?(object: KObject): readonly object[] | undefined;
}
