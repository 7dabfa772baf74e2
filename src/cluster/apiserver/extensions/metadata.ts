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
