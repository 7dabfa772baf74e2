import { orderKeys } from '../../api/decoding/decode.ts';
import { isFields } from '../../api/go/json.ts';
import { goJson } from '../../api/go/json-text.ts';
import { splitGroupVersion } from '../../api/values/group-version.ts';
import { hexDigits } from '../../base/bytes/hex.ts';
import type { WatchFrame } from '../../cluster/ports/transport.ts';

/** Go escapes these in JSON; JavaScript does not. */
const ESCAPED = /[<>&\u2028\u2029]/g;

/** A value as the API server writes it: fields in the order of its types, on one line with an end. */
export function jsonText(body: unknown, pretty = false): string {
  return `${pretty ? goJson(inOrder(body), { indent: 2 }) : compact(inOrder(body))}\n`;
}

/** One line of a watch. */
export function frameText({ type, object }: Pick<WatchFrame, 'type' | 'object'>): string {
  return `{"type":"${type}","object":${compact(inOrder(object))}}\n`;
}

/** On one line, with the escapes of Go, fields as they are. */
export function compact(value: unknown): string {
  const text = JSON.stringify(value);
  return text.search(ESCAPED) < 0 ? text : text.replace(ESCAPED, escaped);
}

function escaped(letter: string): string {
  return `\\u${hexDigits(letter.charCodeAt(0), 4)}`;
}

const META = 'meta.k8s.io/v1';
const ANY_KIND = { group: '', version: 'v1', kind: 'ConfigMap' };

/** Tables and metadata: what comes from objects is in their order, not in that of the types. */
function metaInOrder(body: Readonly<Record<string, unknown>>): unknown {
  const { rows, items, metadata } = body;
  if (Array.isArray(rows)) return { ...body, rows: rows.map(rowInOrder) };
  if (Array.isArray(items)) return { ...body, items: items.map((item) => metaInOrder(item)) };
  if (body.kind !== 'PartialObjectMetadata' || !isFields(metadata)) return body;
  return { ...body, metadata: orderKeys(ANY_KIND, { metadata }).metadata };
}

function rowInOrder(row: unknown): unknown {
  return isFields(row) && isFields(row.object) ? { ...row, object: inOrder(row.object) } : row;
}

/** Documents that the server builds itself are in order already. */
export function inOrder(body: unknown): unknown {
  if (!isFields(body) || typeof body.kind !== 'string' || typeof body.apiVersion !== 'string') return body;
  if (body.apiVersion === META) return metaInOrder(body);
  const [group, version] = splitGroupVersion(body.apiVersion);
  return orderKeys({ group, version, kind: body.kind }, body);
}
