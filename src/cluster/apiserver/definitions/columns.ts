import { goJson } from '../../../api/go/json-text.ts';
import type { CustomKind, PrinterColumn } from '../../../api/scheme/custom-kind.ts';
import type { CustomResourceColumnDefinition } from '../../../api/types/apiextensions.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { humanDuration } from '../../../api/values/duration.ts';
import { parseTime } from '../../../api/values/time.ts';
import { parseJsonPath, valuesAt } from './json-path.ts';

const NAME_TEXT =
  'Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names';

const NAME: PrinterColumn = { name: 'Name', type: 'string', format: 'name', description: NAME_TEXT, priority: 0 };

const AGE: CustomResourceColumnDefinition = {
  name: 'Age',
  type: 'date',
  jsonPath: '.metadata.creationTimestamp',
  description:
    'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata',
};

/** Name first, then what the definition says, or the age when it says nothing. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/registry/customresource/tableconvertor/tableconvertor.go (v1.36)
export function columnsFor(declared: readonly CustomResourceColumnDefinition[]): CustomKind['columns'] {
  const columns = declared.length === 0 ? [AGE] : declared;
  const definitions = [NAME, ...columns.map(definitionOf)];
  const readers = columns.map(readerOf);
  return {
    definitions,
    cells: (object, now) => [object.metadata.name, ...readers.map((read) => read(object, now))],
  };
}

function definitionOf(column: CustomResourceColumnDefinition): PrinterColumn {
  const { name, type, format = '', priority = 0 } = column;
  const description =
    column.description === undefined || column.description === ''
      ? `Custom resource definition column (in JSONPath format): ${column.jsonPath}`
      : column.description;
  return { name, type, format, description, priority };
}

function readerOf({ type, jsonPath }: CustomResourceColumnDefinition): (object: KObject, now: number) => unknown {
  const path = parseJsonPath(jsonPath);
  if (path === undefined) return () => null;
  return (object, now) => {
    const values = valuesAt(object, path);
    const [first] = values;
    return values.length === 0 ? null : cell(type, first, values, now);
  };
}

function cell(type: string, value: unknown, all: readonly unknown[], now: number): unknown {
  switch (type) {
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : null;
    case 'number':
      return typeof value === 'number' ? value : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'string':
      return all.map(text).join(' ');
    case 'date': {
      if (typeof value !== 'string') return '<invalid>';
      const at = parseTime(value);
      return at === undefined ? '<invalid>' : humanDuration(now - at);
    }
    default:
      return null;
  }
}

/** As the printer of JSON paths writes a value. */
function text(value: unknown): string {
  return typeof value === 'string'
    ? value
    : value === null
      ? ''
      : typeof value === 'object'
        ? goJson(value)
        : String(value);
}
