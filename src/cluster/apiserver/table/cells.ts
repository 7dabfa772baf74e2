import { formatSelector } from '../../../api/selectors/selectors.ts';
import type { KObject, LabelSelector, StringMap } from '../../../api/types/meta.ts';
import { humanDuration } from '../../../api/values/duration.ts';
import { parseTime } from '../../../api/values/time.ts';
import type { ColumnDefinition, TableColumns } from './table-columns.ts';

export const NONE = '<none>';
export const UNKNOWN = '<unknown>';
export const UNSET = '<unset>';

/** One text a line of columns: `Name Ready Status IP! Count:integer!`; `!` marks wide output, `_` is a space. */
// Models pkg/printers/tablegenerator.go (v1.36)
function defineColumns(text: string): readonly ColumnDefinition[] {
  return text.split(' ').map((column) => {
    const wide = column.endsWith('!');
    const [name = '', type = 'string'] = (wide ? column.slice(0, -1) : column).split(':');
    return {
      name: name.replaceAll('_', ' '),
      type,
      format: name === 'Name' ? 'name' : '',
      description: '',
      priority: wide ? 1 : 0,
    };
  });
}

export type Cells = (object: KObject, now: number) => readonly unknown[];

export function table(columns: string, cells: Cells, conditions?: TableColumns['conditions']): TableColumns {
  const definitions = defineColumns(columns);
  return conditions === undefined ? { definitions, cells } : { definitions, cells, conditions };
}

/** Kinds without a printer of their own. */
export const generic: TableColumns = table('Name Created_At:date', (object) => [
  object.metadata.name,
  object.metadata.creationTimestamp,
]);

export function since(time: string | null | undefined, now: number): string {
  const at = time === null || time === undefined ? undefined : parseTime(time);
  return at === undefined ? UNKNOWN : humanDuration(now - at);
}

export function age(object: KObject, now: number): string {
  return since(object.metadata.creationTimestamp, now);
}

export function orNone(text: string | undefined): string {
  return text === undefined || text === '' ? NONE : text;
}

export interface ContainerView {
  readonly name: string;
  readonly image?: string;
}

interface TemplateSpec {
  readonly containers?: readonly ContainerView[];
}

/** Names and images of a template's containers, each as one text. */
export function containerCells(spec: TemplateSpec | undefined): readonly [names: string, images: string] {
  const containers = spec?.containers ?? [];
  return [containers.map((each) => each.name).join(','), containers.map((each) => each.image ?? '').join(',')];
}

export function selectorCell(selector: LabelSelector | StringMap | undefined): string {
  return formatSelector(selector);
}

export function labelsCell(labels: StringMap | undefined): string {
  const entries = Object.entries(labels ?? {}).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return entries.length === 0 ? NONE : entries.map(([key, value]) => `${key}=${value}`).join(',');
}

export function specOf<T>(object: KObject): T {
  return (object.spec ?? {}) as T;
}

export function statusOf<T>(object: KObject): T {
  return (object.status ?? {}) as T;
}
