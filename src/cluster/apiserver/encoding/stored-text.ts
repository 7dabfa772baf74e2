import { decodeStrict } from '../../../api/decoding/decode.ts';
import { applyDefaults } from '../../../api/defaults/index.ts';
import { type Fields, isFields } from '../../../api/go/json.ts';
import { jsonSyntaxError } from '../../../api/go/json-syntax.ts';
import { Decoding, illegalBase64 } from '../../../api/schema/codec.ts';
import { filled } from '../../../api/schema/filled.ts';
import { metaPackage, structOf } from '../../../api/schema/packages.ts';
import type { Unreadable } from '../../../api/scheme/custom-kind.ts';
import {
  isOddVersion,
  mistypedKind,
  noConversion,
  notInternal,
  notRegistered,
  saysKindInText,
  unmarshalError,
  unreadableKind,
} from '../../../api/scheme/foreign-kind.ts';
import { allResources, apiVersionOf, type ResourceInfo, resourceByGVK } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { splitGroupVersion } from '../../../api/values/group-version.ts';
import { parseManifests } from '../../../api/yaml/index.ts';
import { bytesFromBase64 } from '../../../base/bytes/base64.ts';
import { toStorage } from './conversion.ts';

/** `object`: a reader says what it expects, and what does not say its kind is taken for that. `event`: a watch of the store expects nothing. */
export type ReadAs = 'object' | 'event';

/** `other`: an object, but of another kind than stands there. */
export type ReadText = KObject | Unreadable | 'other';

export function isUnreadable(read: object): read is Unreadable {
  return 'unreadable' in read;
}

/**
 * What somebody put into the store past the server, as the server reads it: JSON, else YAML, else either of them in base64, into
 * the Go struct of its kind, with its defaults, in the version of storage.
 */
// Models staging/src/k8s.io/apiserver/pkg/server/storage/storage_codec.go, NewStorageCodec, and apimachinery/pkg/runtime/serializer/{recognizer,versioning} (v1.36). Deviation: no protobuf, which nobody can type.
export function readText(info: ResourceInfo, text: string, as: ReadAs): ReadText {
  if (info.definition !== undefined) return readCustom(info, text);
  const read = readUniversal(info, text, as);
  if (read === 'other' || !isUnreadable(read) || isJson(text)) return read;
  const at = illegalBase64(text);
  if (at >= 0) return { unreadable: `illegal base64 data at input byte ${at}` };
  const bytes = bytesFromBase64(text.replace(/[\r\n]/g, '')) ?? '';
  return LONE_SURROGATE.test(bytes)
    ? { unreadable: 'yaml: invalid leading UTF-8 octet' }
    : readUniversal(info, bytes, as);
}

const LONE_SURROGATE = /[\ud800-\udfff](?![\udc00-\udfff])/;

const isJson = (text: string): boolean => /^[ \t\r\n]*\{/.test(text);

function readUniversal(info: ResourceInfo, text: string, as: ReadAs): ReadText {
  if (isJson(text)) {
    const error = jsonSyntaxError(text);
    return error === undefined ? readValue(info, JSON.parse(text), text, as) : { unreadable: unreadableKind(error) };
  }
  const { documents, errors } = parseManifests(text);
  const [problem] = errors;
  if (problem !== undefined && documents.length === 0) return { unreadable: problem.message };
  return readValue(info, documents[0]?.object ?? {}, text, as);
}

function readValue(info: ResourceInfo, value: unknown, text: string, as: ReadAs): ReadText {
  if (!isFields(value)) return { unreadable: unreadableKind(unmarshalError(value)) };
  if (!saysKindInText(value)) return { unreadable: mistypedKind(value) };
  const apiVersion = (value.apiVersion ?? '') as string;
  const kind = (value.kind ?? '') as string;
  if (isOddVersion(apiVersion)) return { unreadable: `unexpected GroupVersion string: ${apiVersion}` };
  if (as === 'event' && kind === '') return { unreadable: `Object 'Kind' is missing in '${text}'` };
  if (as === 'event' && apiVersion === '') return { unreadable: `Object 'apiVersion' is missing in '${text}'` };
  if (apiVersion === '') return readInternal(info, value, kind);
  return readVersioned(info, value, apiVersion, kind === '' ? info.kind : kind, as);
}

/** An object that another server has kept, as this one keeps it; undefined where it cannot read it. */
export function keptAs(info: ResourceInfo, object: KObject): KObject | undefined {
  if (info.definition !== undefined || info.custom === true) return object;
  const read = readVersioned(info, object as Fields, object.apiVersion ?? '', object.kind ?? '', 'object');
  return read === 'other' || isUnreadable(read) ? undefined : read;
}

function readVersioned(info: ResourceInfo, value: Fields, apiVersion: string, kind: string, as: ReadAs): ReadText {
  const [group, version] = splitGroupVersion(apiVersion);
  const from = resourceByGVK(group, version, kind);
  if (from === undefined) return { unreadable: notRegistered(apiVersion, kind) };
  if (from.storagePrefix !== info.storagePrefix)
    return as === 'event' ? 'other' : { unreadable: noConversion(info, apiVersion, kind) };
  const { object, error } = decodeStrict<KObject>(from, { ...value, kind, apiVersion }, { strict: false });
  if (error !== undefined) return { unreadable: error };
  return whole(info, toStorage(from, info, applyDefaults(from, object)));
}

/** Lists that Go would find to be empty are: whoever goes through them finds nothing. */
function whole({ group, version, kind }: ResourceInfo, object: KObject): KObject {
  const struct = structOf(group, version, kind);
  return struct === undefined ? object : filled(struct, object);
}

/**
 * Without a version it is read into the server's own struct. The fields of that have no names in JSON, but for those of the
 * metadata, which stand in the object itself: whatever it says, nearly nothing of it is kept, and nothing has defaults.
 */
function readInternal(info: ResourceInfo, value: Fields, kind: string): ReadText {
  if (kind !== '' && kind !== info.kind) {
    const isKnown = allResources().some((each) => each.group === info.group && each.kind === kind);
    return { unreadable: notInternal(info, kind, isKnown) };
  }
  const struct = metaPackage.struct('ObjectMeta');
  const decoding = new Decoding();
  const metadata = struct === undefined ? {} : decoding.root(struct, value);
  if (decoding.error !== undefined) return { unreadable: decoding.error };
  const empty = { kind: info.kind, apiVersion: apiVersionOf(info), metadata };
  return whole(info, decodeStrict<KObject>(info, empty, { strict: false }).object);
}

/** Whatever an object of a definition says, it is read; of its metadata, what is none falls away. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go, schemaCoercingDecoder (v1.36)
function readCustom(info: ResourceInfo, text: string): ReadText {
  const error = jsonSyntaxError(text);
  if (error !== undefined) return { unreadable: error };
  const value: unknown = JSON.parse(text);
  if (value !== null && !isFields(value)) {
    const type = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
    return { unreadable: `json: cannot unmarshal ${type} into Go value of type map[string]interface {}` };
  }
  const { apiVersion = '', kind = '' } = value ?? {};
  // What is no text counts as none where the kind is asked for.
  if (typeof kind !== 'string' || kind === '') return { unreadable: `Object 'Kind' is missing in '${text}'` };
  if (typeof apiVersion !== 'string' || splitGroupVersion(apiVersion)[0] !== info.group)
    return { unreadable: `request to convert CR from an invalid group/version: ${String(apiVersion)}` };
  return (info.definition as NonNullable<ResourceInfo['definition']>).read(value as KObject);
}
