import { isFields } from '../../../api/go/json.ts';
import { Decoding } from '../../../api/schema/codec.ts';
import { metaPackage } from '../../../api/schema/packages.ts';
import type { ObjectMeta } from '../../../api/types/meta.ts';

export interface DecodedMetadata {
  readonly metadata: ObjectMeta;
  readonly unknownFields: readonly string[];
  readonly error: string | undefined;
}

const EMPTY: ObjectMeta = {};

/** Whatever its schema says, an object's metadata is an ObjectMeta. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta/coerce.go (v1.36)
export function decodeMetadata(value: unknown): DecodedMetadata {
  const struct = metaPackage.struct('ObjectMeta');
  if (value === undefined || value === null || struct === undefined) {
    return { metadata: EMPTY, unknownFields: [], error: undefined };
  }
  const decoding = new Decoding();
  const metadata = (decoding.root(struct, value) ?? EMPTY) as ObjectMeta;
  const unknownFields = decoding.unknownFields.map((field) => `metadata.${field}`);
  return { metadata, unknownFields, error: decoding.error };
}

/** Of what is stored, the fields that can be read; or why it is no metadata at all. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta/coerce.go, GetObjectMetaWithOptions (v1.36)
export function readableMetadata(value: unknown): ObjectMeta | string {
  const { metadata, error } = decodeMetadata(value);
  if (error === undefined) return metadata;
  if (!isFields(value)) return `invalid metadata: expected object, got ${goTypeOf(value)}`;
  const readable = Object.entries(value).filter(([key, each]) => decodeMetadata({ [key]: each }).error === undefined);
  return decodeMetadata(Object.fromEntries(readable)).metadata;
}

function goTypeOf(value: unknown): string {
  if (Array.isArray(value)) return '[]interface {}';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return typeof value === 'boolean' ? 'bool' : 'string';
}
