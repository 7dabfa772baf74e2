import { goValue } from './go-values.ts';
import { findPath, relaxedPath } from './jsonpath.ts';
import { isJsonPathError, type JsonPathError, templateProblem } from './jsonpath-parse.ts';
import { TABLE_OPTIONS, TabWriter } from './tabwriter.ts';

/**
 * `NAME:.metadata.name,OWNERS:.metadata.ownerReferences`
 *
 * Models staging/src/k8s.io/kubectl/pkg/cmd/get/customcolumn.go (v1.36)
 */
export function customColumns(
  objects: readonly unknown[],
  spec: string,
  headers: boolean,
): string | { readonly error: string; readonly text: string } {
  const columns = spec.split(',').map((column) => {
    const colon = column.indexOf(':');
    return { header: column.slice(0, colon), path: column.slice(colon + 1) };
  });
  const writer = new TabWriter(TABLE_OPTIONS);
  if (headers) writer.write(`${columns.map(({ header }) => header).join('\t')}\n`);
  // Headers are out before the paths are read.
  for (const { path } of columns) {
    const wrong = path === '' ? undefined : templateProblem(relaxedPath(path) ?? path);
    if (wrong !== undefined) return { error: wrong, text: writer.flush() };
  }
  for (const object of objects) {
    const cells: string[] = [];
    for (const { path } of columns) {
      const cell = cellOf(object, path);
      if (typeof cell !== 'string') return { error: cell.error, text: writer.flush() };
      cells.push(cell);
    }
    writer.write(`${cells.join('\t')}\n`);
  }
  return writer.flush();
}

export function columnsProblem(spec: string): string | undefined {
  if (spec === '') return 'custom-columns format specified but no custom columns given';
  for (const column of spec.split(',')) {
    const colon = column.indexOf(':');
    if (colon < 0) return `unexpected custom-columns spec: ${column}, expected <header>:<json-path-expr>`;
    const given = column.slice(colon + 1);
    if (given === '') continue;
    if (relaxedPath(given) === undefined) return PATH_EXPECTED;
  }
  return undefined;
}

export const PATH_EXPECTED =
  "unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'";

const LINES_EXPECTED =
  'Expected format is one line of space separated headers, one line of space separated column specs.';

/** A file with headers on its first line and paths on its second, told apart by blanks. */
export function columnsOfFile(text: string): string | { readonly error: string } {
  const [first = '', second] = text.split('\n');
  if (second === undefined)
    return { error: `invalid template, missing ${first === '' ? 'header' : 'spec'} line. ${LINES_EXPECTED}` };
  const headers = first.split(/\s+/).filter((word) => word !== '');
  const paths = second.split(/\s+/).filter((word) => word !== '');
  if (headers.length !== paths.length) {
    return { error: `number of headers (${headers.length}) and field specifications (${paths.length}) don't match` };
  }
  return headers.map((header, at) => `${header}:${paths[at]}`).join(',');
}

function cellOf(object: unknown, path: string): string | JsonPathError {
  if (path === '') return '<none>';
  const found = findPath(object, path);
  if (isJsonPathError(found)) return found;
  if (found.length === 0) return '<none>';
  return found.map((value) => (value === null ? '<none>' : goValue(value))).join(',');
}
