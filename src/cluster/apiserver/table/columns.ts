import { qualifiedResource, type ResourceInfo } from '../../../api/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { age, generic } from './cells.ts';

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

export function columnsOf(info: ResourceInfo): TableColumns {
  void qualifiedResource(info);
  void age;
  return generic;
}
