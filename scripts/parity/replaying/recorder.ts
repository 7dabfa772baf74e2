import { isObject, type Json, type JsonObject, textAt } from '../recordings/json.ts';
import type { AuditEntry, Recording, WatchEntry } from '../recordings/recording.ts';
import type { HttpRequest } from './simulator-port.ts';

/** Something that the recorder itself did to the cluster: its requests are in no audit log. */
export interface Interference {
  readonly t: number;
  readonly request: HttpRequest;
}

export const RECORDER = 'golden-recorder';

/** What the audit log does not explain: objects that nobody created, and what happened to them afterwards. */
export function interferences(recording: Recording): readonly Interference[] {
  const created = new Set(recording.audit.filter(({ verb }) => verb === 'create').map(nameOf));
  const touched = new Set(recording.audit.map(nameOf));
  const own = new Set<string>();
  const last = new Map<string, JsonObject>();
  const found: Interference[] = [];
  for (const entry of recording.watch) {
    const name = `${entry.resource}/${entry.ns ?? ''}/${entry.name}`;
    const path = pathOf(entry);
    const before = last.get(name);
    last.set(name, entry.object);
    if (path === undefined || entry.resource.startsWith('events')) continue;
    const mine = entry.type === 'ADDED' && !created.has(name) && managedBy(entry.object, entry.t) !== undefined;
    if (mine) own.add(name);
    const theirs = !own.has(name) && entry.type === 'MODIFIED' && newlyOwned(before, entry.object);
    if (!theirs && (!own.has(name) || (touched.has(name) && !mine))) continue;
    const request = requestOf(entry, path, before);
    if (request !== undefined) found.push({ t: Math.max(0, entry.t - 0.004), request });
  }
  return found;
}

function nameOf(entry: AuditEntry): string {
  return `${entry.resource}/${entry.namespace ?? ''}/${entry.name}`;
}

/** An object without any owner of fields was empty when it was made; only the recorder makes such. */
function managedBy(object: JsonObject, _t: number): string | undefined {
  const entries = (object.metadata as JsonObject).managedFields;
  if (!Array.isArray(entries) || entries.length === 0) return RECORDER;
  return entries.some((entry) => textAt(entry, 'manager') === RECORDER) ? RECORDER : undefined;
}

function newlyOwned(before: JsonObject | undefined, after: JsonObject): boolean {
  const fields = (object: JsonObject | undefined) => {
    const entries = (object?.metadata as JsonObject | undefined)?.managedFields;
    if (!Array.isArray(entries)) return '';
    return JSON.stringify(entries.filter((entry) => textAt(entry, 'manager') === RECORDER));
  };
  return before !== undefined && fields(after) !== '[]' && fields(before) !== fields(after);
}

function requestOf(entry: WatchEntry, path: string, before: JsonObject | undefined): HttpRequest | undefined {
  const headers = { Accept: 'application/json', 'User-Agent': RECORDER };
  const common = { user: RECORDER };
  if (entry.type === 'ADDED') {
    const collection = path.slice(0, path.lastIndexOf('/'));
    const body = plain(entry.object);
    return { ...common, method: 'POST', path: collection, headers: { ...headers, ...JSON_BODY }, body };
  }
  if (entry.type === 'DELETED') return { ...common, method: 'DELETE', path, headers, body: undefined };
  if (before === undefined) return undefined;
  const body = JSON.stringify(difference(plain(before), plain(entry.object)) ?? {});
  return { ...common, method: 'PATCH', path, headers: { ...headers, ...MERGE_BODY }, body };
}

const JSON_BODY = { 'Content-Type': 'application/json' };
const MERGE_BODY = { 'Content-Type': 'application/merge-patch+json' };
const SYSTEM = new Set(['uid', 'resourceVersion', 'creationTimestamp', 'managedFields', 'generation', 'selfLink']);

function plain(object: JsonObject): JsonObject {
  const metadata = Object.entries((object.metadata ?? {}) as JsonObject).filter(([key]) => !SYSTEM.has(key));
  const { status: _, ...rest } = object;
  return { ...rest, metadata: Object.fromEntries(metadata) };
}

function difference(before: Json | undefined, after: Json | undefined): Json | undefined {
  if (!isObject(before) || !isObject(after)) {
    return JSON.stringify(before) === JSON.stringify(after) ? undefined : (after ?? null);
  }
  const changed: { [key: string]: Json } = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const change = difference(before[key], after[key]);
    if (change !== undefined) changed[key] = change;
  }
  return Object.keys(changed).length === 0 ? undefined : changed;
}

function pathOf({ resource, ns, name, object }: WatchEntry): string | undefined {
  const version = textAt(object, 'apiVersion');
  if (version === '') return undefined;
  const root = version.includes('/') ? `/apis/${version}` : `/api/${version}`;
  const plural = resource.split('.')[0] ?? '';
  return `${root}${ns === undefined || ns === '' ? '' : `/namespaces/${ns}`}/${plural}/${name}`;
}
