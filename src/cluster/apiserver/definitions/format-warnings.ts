// Models staging/src/k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition/strategy.go WarningsOnCreate and WarningsOnUpdate (v1.36)
import { isFields } from '../../../api/go/json.ts';
import type { JSONSchemaProps as Schema } from '../../../api/types/apiextensions.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { isSupportedFormat } from './formats.ts';

/** Formats that nobody checks, each once; none that the definition had before. */
export function formatWarnings(found: string[], definition: KObject, old: KObject | undefined): void {
  const before = new Set(old === undefined ? [] : oddFormats(old));
  for (const format of oddFormats(definition)) if (!before.has(format)) found.push(`unrecognized format "${format}"`);
}

function oddFormats({ spec }: KObject): ReadonlySet<string> {
  const { versions = [] } = (spec ?? {}) as {
    readonly versions?: readonly { schema?: { openAPIV3Schema?: Schema } }[];
  };
  const found = new Set<string>();
  for (const { schema } of versions) collect(found, schema?.openAPIV3Schema);
  return found;
}

function collect(found: Set<string>, schema: unknown): void {
  if (!isFields(schema)) return;
  const { type = '', format = '', items, allOf = [], anyOf = [], oneOf = [], not, properties = {} } = schema as Schema;
  if (format !== '' && !isSupportedFormat(type, format)) found.add(format);
  for (const each of [items, ...allOf, ...anyOf, ...oneOf, not]) collect(found, each);
  for (const name of Object.keys(properties).sort()) collect(found, properties[name]);
  collect(found, schema.additionalProperties);
}
