type Fields = { readonly [name: string]: unknown };

/** What stands at a path, and the names on the way there. */
interface Found {
  readonly value: unknown;
  readonly names: readonly string[];
}

/**
 * The value at a dotted path. Names of fields may have dots themselves (`metadata.annotations.example.com/x`); members of
 * lists go by their places, or by their name, type or key (`containers.web.image`, `conditions.Ready.status`).
 */
export function valueAt(object: unknown, path: string): unknown {
  return found(object, pathParts(path))?.value;
}

/** The names of the fields on the way, members of lists left out: as the books about who wrote what have them. */
export function fieldNames(object: unknown, path: string): readonly string[] {
  return found(object, pathParts(path))?.names ?? [];
}

/** `.spec.containers[0]["a.b/c"]` as its parts; a part in brackets is a whole name. */
function pathParts(path: string): readonly string[] {
  const parts = path.matchAll(/\["([^"]*)"\]|\['([^']*)'\]|\[([^\]]*)\]|([^.[\]]+)/g);
  return [...parts].map(([, double, single, bare, plain]) => double ?? single ?? bare ?? plain ?? '');
}

function found(value: unknown, parts: readonly string[]): Found | undefined {
  if (parts.length === 0) return value === undefined ? undefined : { value, names: [] };
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return found(memberOf(value, parts[0] as string), parts.slice(1));
  for (let length = 1; length <= parts.length; length += 1) {
    const name = parts.slice(0, length).join('.');
    const below = Object.hasOwn(value, name) ? found((value as Fields)[name], parts.slice(length)) : undefined;
    if (below !== undefined) return { value: below.value, names: [name, ...below.names] };
  }
  return undefined;
}

function memberOf(list: readonly unknown[], part: string): unknown {
  if (/^\d+$/.test(part)) return list[Number(part)];
  const wanted = part.replace(/^(?:name|type|key)=/, '');
  return list.find((member) => {
    const { name, type, key } = (member ?? {}) as Fields;
    return [name, type, key].includes(wanted);
  });
}

export function shownValue(value: unknown): string {
  return typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value);
}
