import { goJson } from '../../../api/go-json.ts';
import { readPath } from './jsonpath.ts';
import { TABLE_OPTIONS, TabWriter } from './tabwriter.ts';

/**
 * `NAME:.metadata.name,OWNERS:.metadata.ownerReferences`
 *
 * Models staging/src/k8s.io/kubectl/pkg/cmd/get/customcolumn.go (v1.36)
 */
export function customColumns(objects: readonly unknown[], spec: string, headers: boolean): string {
  const columns = spec.split(',').map((column) => {
    const colon = column.indexOf(':');
    return { header: column.slice(0, colon), path: column.slice(colon + 1) };
  });
  const writer = new TabWriter(TABLE_OPTIONS);
  if (headers) writer.write(`${columns.map(({ header }) => header).join('\t')}\n`);
  for (const object of objects) {
    writer.write(`${columns.map(({ path }) => cellOf(readPath(object, path))).join('\t')}\n`);
  }
  return writer.flush();
}

export function columnsProblem(spec: string): string | undefined {
  if (spec === '') return 'custom-columns format specified but no custom columns given';
  const wrong = spec.split(',').find((column) => !column.includes(':'));
  return wrong === undefined
    ? undefined
    : `unexpected custom-columns spec: ${wrong}, expected <header>:<json-path-expr>`;
}

function cellOf(value: unknown): string {
  const values = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  if (values.length === 0) return '<none>';
  return values.map((one) => (typeof one === 'object' && one !== null ? goMap(one) : String(one))).join(',');
}

/** `map[a:1 b:2]`, as Go prints what has no form of its own. */
function goMap(value: object): string {
  if (Array.isArray(value)) return `[${value.map(goValue).join(' ')}]`;
  const fields = value as Readonly<Record<string, unknown>>;
  const parts = Object.keys(fields)
    .sort()
    .map((key) => `${key}:${goValue(fields[key])}`);
  return `map[${parts.join(' ')}]`;
}

function goValue(value: unknown): string {
  return typeof value === 'object' && value !== null ? goMap(value) : typeof value === 'string' ? value : goJson(value);
}
