import { decodeStrict } from '../api/decoding/decode.ts';
import { isFields } from '../api/go/json.ts';
import { resourceOfObject } from '../api/scheme/scheme.ts';
import type { KObject } from '../api/types/meta.ts';
import { fieldPathText, type Path } from '../api/values/field-path.ts';
import { splitGroupVersion } from '../api/values/group-version.ts';
import type { Complaint, Fault } from './complaint.ts';
import type { Found } from './read-file.ts';

/** An object of a file, read as its kind. */
export interface Read {
  readonly object: KObject;
  readonly found: Found;
}

/** What an object is said to be, as far as it says so: `Pod web/api`. */
export function calledOf({ kind, metadata }: Found['object']): string {
  const { namespace, name } = isFields(metadata) ? metadata : {};
  const place = typeof namespace === 'string' && namespace !== '' ? `${namespace}/` : '';
  return `${typeof kind === 'string' ? kind : ''} ${place}${typeof name === 'string' ? name : ''}`.trim();
}

/** Reads it as the struct of its kind, as a server would; a kind that nobody knows passes as it is. */
export function lookAt(found: Found): Read | Complaint {
  const { object } = found;
  const complaint = (fault: Fault, path: Path): Complaint => {
    const field = fieldPathText(path);
    const named = calledOf(object);
    const place = { file: found.file, line: found.line(path) };
    return {
      ...fault,
      place: { ...place, ...(field === '' ? {} : { field }), ...(named === '' ? {} : { object: named }) },
    };
  };
  for (const name of ['apiVersion', 'kind'])
    if (typeof object[name] !== 'string' || object[name] === '')
      return complaint({ key: 'missing', args: { name } }, []);
  const { kind, metadata } = object;
  if (kind === 'Config' && 'clusters' in object) return complaint({ key: 'kubeconfig', args: {} }, ['kind']);
  if (kind === 'Table') return complaint({ key: 'table', args: {} }, ['kind']);
  if (!isFields(metadata)) return complaint({ key: 'missing', args: { name: 'metadata' } }, ['metadata']);
  const { object: read, error } = decoded(object as Headed);
  if (error !== undefined) return complaint({ key: 'mistyped', args: { message: error } }, faultyPath(found, error));
  const { name, namespace } = read.metadata;
  if (name === undefined || name === '')
    return complaint({ key: 'missing', args: { name: 'metadata.name' } }, ['metadata']);
  for (const [key, text] of Object.entries({ name, namespace: namespace ?? '' }))
    if (typeof text !== 'string' || /[/%]|^\.\.?$/.test(text))
      return complaint({ key: 'badName', args: { name: String(text) } }, ['metadata', key]);
  return { object: inItsScope(withoutOddRevision(read)), found };
}

type Headed = Found['object'] & { readonly apiVersion: string; readonly kind: string };

/** Of a kind that is not built in the metadata alone are known. */
function decoded(object: Headed): { readonly object: KObject; readonly error?: string } {
  const { apiVersion, kind } = object;
  const [group, version] = splitGroupVersion(apiVersion);
  if (resourceOfObject(object) !== undefined)
    return decodeStrict<KObject>({ group, version, kind }, object, { strict: false });
  const { metadata } = object;
  const read = decodeStrict<KObject>(BARE, { apiVersion: 'v1', kind: BARE.kind, metadata }, { strict: false });
  const whole = { ...object, metadata: read.object.metadata } as KObject;
  return read.error === undefined ? { object: whole } : { object: whole, error: read.error };
}

/** A kind that has little but metadata. */
const BARE = { group: '', version: 'v1', kind: 'ConfigMap' };

/** What a store counts by; anything else is from no store that this one could go on from. */
function withoutOddRevision(object: KObject): KObject {
  const { resourceVersion, ...metadata } = object.metadata;
  if (resourceVersion === undefined || /^[1-9]\d{0,14}$/.test(resourceVersion)) return object;
  return { ...object, metadata };
}

/** Of something that is no object of a namespace nobody has to write one down. */
function inItsScope(object: KObject): KObject {
  const isNamespaced = resourceOfObject(object)?.namespaced === true;
  if (!isNamespaced || (object.metadata.namespace ?? '') !== '') return object;
  return { ...object, metadata: { ...object.metadata, namespace: 'default' } };
}

/** Names of fields as Go says them, without the places of items: which item it is, reading one after another tells. */
function faultyPath(found: Found, error: string): Path {
  const said = / into Go struct field \w*\.([\w.]+) of type /.exec(error)?.[1]?.split('.') ?? [];
  const isFaulty = (object: unknown): boolean => decoded(object as Headed).error !== undefined;
  const path: (string | number)[] = [];
  let inside: unknown = found.object;
  for (const name of said) {
    if (!isFields(inside) || !(name in inside)) break;
    path.push(name);
    inside = inside[name];
    if (!Array.isArray(inside)) continue;
    const at = inside.findIndex((item) => isFaulty(withItem(found.object, path, item)));
    if (at < 0) break;
    path.push(at);
    inside = inside[at];
  }
  return path;
}

/** The object with one item in the list at the path, and nothing else in any list beside it on the way. */
function withItem(object: unknown, [step, ...rest]: Path, item: unknown): unknown {
  if (step === undefined) return [item];
  if (typeof step === 'number') return Array.isArray(object) ? [withItem(object[step], rest, item)] : object;
  return isFields(object) ? { ...object, [step]: withItem(object[step], rest, item) } : object;
}
