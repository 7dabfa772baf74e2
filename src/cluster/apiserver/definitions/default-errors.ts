import { type FieldError, invalidValue } from '../../../api/errors/field-error.ts';
import { equalJson, isFields } from '../../../api/go/json.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { prune, pruneList } from './prune.ts';
import { itemsOf, propertiesOf, type Schema, valuesOf } from './structural.ts';
import { validateValue } from './validate.ts';

interface VersionView {
  readonly schema?: { readonly openAPIV3Schema?: Schema };
}

/** Defaults must be what their own schema allows. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting/validation.go (v1.36)
export function defaultErrors(definition: KObject): readonly FieldError[] {
  const { versions = [] } = (definition.spec ?? {}) as { readonly versions?: readonly VersionView[] | null };
  const errors: FieldError[] = [];
  const all = versions ?? [];
  const alike = all.every(({ schema }) => equalJson(schema, all[0]?.schema));
  all.forEach(({ schema }, i) => {
    const whole = schema?.openAPIV3Schema;
    if (whole === undefined || (alike && i > 0)) return;
    const path = alike ? 'spec.validation.openAPIV3Schema' : `spec.versions[${i}].schema.openAPIV3Schema`;
    visit(errors, whole, path);
  });
  return errors;
}

function checkDefault(errors: FieldError[], value: unknown, schema: Schema, path: string): void {
  const unknown: string[] = [];
  if (isFields(value)) prune(value, schema, unknown, schema['x-kubernetes-embedded-resource'] === true);
  if (Array.isArray(value)) pruneList(value, schema, '', unknown);
  if (unknown.length > 0) errors.push(invalidValue(path, value, 'must not have unknown fields'));
  validateValue(errors, value, schema, path);
}

function visit(errors: FieldError[], schema: Schema, path: string): void {
  if (schema.default !== undefined) checkDefault(errors, schema.default, schema, `${path}.default`);
  for (const [name, inner] of Object.entries(propertiesOf(schema))) visit(errors, inner, `${path}.properties[${name}]`);
  const items = itemsOf(schema);
  if (items !== undefined) visit(errors, items, `${path}.items`);
  const values = valuesOf(schema);
  if (values !== undefined) visit(errors, values, `${path}.additionalProperties`);
}
