// Models staging/src/k8s.io/client-go/util/jsonpath (v1.36)

import { goJson } from '../../../api/go-json.ts';

/**
 * Reads `.metadata.name`, `.items[*].metadata.name`, `.status.conditions[?(@.type=="Ready")].status`, `.spec.containers[0]`,
 * `.metadata.annotations.kubernetes\.io/x`. A path with `*` or a filter gives an array.
 *
 * Models staging/src/k8s.io/client-go/util/jsonpath (v1.36); ranges and unions are not modelled.
 */
export function readPath(value: unknown, path: string): unknown {
  const trimmed = path.replace(/^\{|\}$/g, '').replace(/^\$/, '');
  let found: readonly unknown[] = [value];
  let many = false;
  for (const part of parts(trimmed)) {
    if (part.type === 'all' || part.type === 'filter') many = true;
    found = found.flatMap((one) => select(one, part));
  }
  return many ? found : found[0];
}

type Part =
  | { readonly type: 'field'; readonly name: string }
  | { readonly type: 'index'; readonly index: number }
  | { readonly type: 'all' }
  | { readonly type: 'filter'; readonly path: string; readonly equals: string };

const PART = /\.((?:\\.|[^.[\]])+)|\[(\d+|-\d+)\]|\[\*\]|\['([^']+)'\]|\[\?\(@\.([^=!]+?)\s*==\s*["']([^"']*)["']\)\]/g;

function parts(path: string): readonly Part[] {
  const text = path.startsWith('.') || path.startsWith('[') ? path : `.${path}`;
  return [...text.matchAll(PART)].map(([whole, field, index, quoted, filterPath, equals]): Part => {
    if (field === '*' || whole === '[*]') return { type: 'all' };
    if (field !== undefined) return { type: 'field', name: field.replace(/\\(.)/g, '$1') };
    if (quoted !== undefined) return { type: 'field', name: quoted };
    if (index !== undefined) return { type: 'index', index: Number(index) };
    return { type: 'filter', path: filterPath ?? '', equals: equals ?? '' };
  });
}

function select(value: unknown, part: Part): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  switch (part.type) {
    case 'field': {
      const found = (value as Record<string, unknown>)[part.name];
      return found === undefined ? [] : [found];
    }
    case 'index': {
      const found = Array.isArray(value) ? value.at(part.index) : undefined;
      return found === undefined ? [] : [found];
    }
    case 'all':
      return Array.isArray(value) ? value : Object.values(value);
    case 'filter':
      return Array.isArray(value) ? value.filter((one) => String(readPath(one, `.${part.path}`)) === part.equals) : [];
  }
}

/** `{.a.b}` pieces between literal text, with `\n` and `\t` in quotes. */
export function renderTemplate(template: string, value: unknown): string {
  const text = template.replace(/^'(.*)'$/s, '$1');
  return text.replace(/\{("[^"]*"|[^}]*)\}/g, (_, inner: string) => {
    if (inner.startsWith('"')) return inner.slice(1, -1).replace(/\\n/g, '\n').replace(/\\t/g, '\t');
    const found = readPath(value, inner);
    const values = isMany(inner) && Array.isArray(found) ? found : [found];
    return values
      .map((one) => (typeof one === 'object' && one !== null ? goJson(one, { sortKeys: true }) : String(one ?? '')))
      .join(' ');
  });
}

function isMany(path: string): boolean {
  return path.includes('*') || path.includes('?(');
}
