import { humanDuration } from '../../../api/duration.ts';
import { parseTime } from '../../../api/time.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { ColumnDefinition, TableColumns } from './columns.ts';

/** `!` marks a column of wide output. A name may carry its type: `Count:integer`. */
export function defineColumns(names: readonly string[]): readonly ColumnDefinition[] {
  return names.map((text) => {
    const wide = text.endsWith('!');
    const [name = '', type = 'string'] = (wide ? text.slice(0, -1) : text).split(':');
    return { name, type, format: name === 'Name' ? 'name' : '', description: '', priority: wide ? 1 : 0 };
  });
}

export function age(time: string | undefined, now: number): string {
  const at = parseTime(time);
  return at === undefined ? '<unknown>' : humanDuration(now - at);
}

/** Kinds without a printer of their own. */
export const generic: TableColumns = {
  definitions: [
    ...defineColumns(['Name']),
    { name: 'Created At', type: 'date', format: '', description: '', priority: 0 },
  ],
  cells: (object: KObject) => [object.metadata.name, object.metadata.creationTimestamp],
};
