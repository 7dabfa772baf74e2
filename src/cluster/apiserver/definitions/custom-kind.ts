import type { FieldError } from '../../../api/errors/field-error.ts';
import { shapeOfSchema } from '../../../api/fields/shape.ts';
import { compareText, type Fields } from '../../../api/go/json.ts';
import type { CustomKind, DecodedCustom, ScalePaths, Unreadable } from '../../../api/scheme/custom-kind.ts';
import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from '../../../api/types/apiextensions.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { pureOfObject } from '../../../base/pure.ts';
import { columnsFor } from './columns.ts';
import { applySchemaDefaults } from './defaults.ts';
import { coerceObjects, validateObjects } from './embedded.ts';
import { namesOf, parseJsonPath, valuesAt } from './json-path.ts';
import { decodeMetadata, readableMetadata } from './metadata.ts';
import { prune } from './prune.ts';
import { hasRules, validateRules } from './rules.ts';
import type { Schema } from './structural.ts';
import { validateListTypes, validateValue } from './validate.ts';

const ANY_OBJECT: Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

/** Changes an object of one version into another, as the definition's strategy says. */
export type Converter = (object: KObject, apiVersion: string) => KObject;

/** One version of a definition as code. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go, crdInfo (v1.36)
export function customKindOf(
  definition: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
  convert: Converter,
): CustomKind {
  const schema = version.schema?.openAPIV3Schema ?? ANY_OBJECT;
  return {
    decode: (json) => decode(json as Fields, schema),
    read: (json) => read(json as Fields, schema, definition.spec.names.kind),
    validate: (object, before) => validate(object, before, schema),
    shape: shapeOfSchema(schema),
    columns: columnsFor(version.additionalPrinterColumns ?? []),
    scale: scaleOf(version),
    selectable: selectableOf(version),
    deprecation: deprecationOf(definition, version),
    fromStored: storedReader(schema, `${definition.spec.group}/${version.name}`, convert),
  };
}

/** What is stored has perhaps another version, or was written before the schema had all its defaults. */
function storedReader(schema: Schema, apiVersion: string, convert: Converter): (object: KObject) => KObject {
  const known = new WeakMap<KObject, KObject>();
  return (object) => {
    const before = known.get(object);
    // Who judges what is being written sees it before it has its revision.
    if (before !== undefined && before.metadata.resourceVersion === object.metadata.resourceVersion) return before;
    const converted = object.apiVersion === apiVersion ? object : convert(object, apiVersion);
    const read = applySchemaDefaults(converted, schema);
    known.set(object, read);
    return read;
  };
}

function decode(json: Fields, schema: Schema): DecodedCustom {
  const { metadata, unknownFields, error } = decodeMetadata(json.metadata);
  const unknown: string[] = [...unknownFields];
  const pruned = prune(json, schema, unknown);
  const whole = pruned.metadata === metadata ? pruned : { ...pruned, metadata };
  const found = { unknown, error };
  const coerced = coerceObjects(whole, schema, '', found);
  const object = applySchemaDefaults(coerced, schema) as KObject;
  const result = { object, unknownFields: unknown.sort(compareText) };
  return found.error === undefined ? result : { ...result, error: found.error };
}

// Models staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go, unstructuredSchemaCoercer (v1.36)
function read(json: Fields, schema: Schema, kind: string): KObject | Unreadable {
  const metadata = readableMetadata(json.metadata);
  if (typeof metadata === 'string') return { unreadable: metadata };
  const found = { unknown: [], error: undefined };
  const known = json.kind === kind ? coerceObjects(prune(json, schema, []), schema, '', found) : json;
  // Objects of before they were counted have this one, too.
  return { ...known, metadata: { ...metadata, generation: metadata.generation ?? 1 } } as KObject;
}

// Models staging/src/k8s.io/apiextensions-apiserver/pkg/registry/customresource/strategy.go, Validate (v1.36)
function validate(object: KObject, before: KObject | undefined, schema: Schema): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { metadata: _metadata, ...rest } = object;
  const { metadata: _old, ...old } = before ?? { metadata: undefined };
  validateValue(errors, rest, withoutMetadata(schema), '', before === undefined ? undefined : old);
  validateObjects(errors, rest, schema, '');
  if (before === undefined || errors.length === 0) validateListTypes(errors, rest, schema, '');
  if (!hasRules(schema)) return errors;
  if (errors.some(({ type }) => BLOCKING.has(type))) return [...errors, UNCHECKED];
  validateRules(errors, { value: object, old: before, schema, path: '' });
  return errors;
}

/** Errors after which the rules are not looked at. */
const BLOCKING: ReadonlySet<string> = new Set(['Required', 'TooLong', 'TooMany', 'TypeInvalid', 'NotSupported']);

const UNCHECKED: FieldError = {
  type: 'Invalid',
  field: '<nil>',
  message:
    'Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
};

/** The metadata is validated as that of any object. */
const withoutMetadata = pureOfObject((schema: Schema): Schema => {
  const { metadata: _, ...properties } = schema.properties ?? {};
  const required = (schema.required ?? []).filter((name) => name !== 'metadata');
  return { ...schema, properties, required };
});

function scaleOf(version: CustomResourceDefinitionVersion): ScalePaths | undefined {
  const scale = version.subresources?.scale;
  if (scale === undefined) return undefined;
  const specReplicas = namesOf(scale.specReplicasPath);
  const statusReplicas = namesOf(scale.statusReplicasPath);
  if (specReplicas === undefined || statusReplicas === undefined) return undefined;
  return { specReplicas, statusReplicas, labelSelector: namesOf(scale.labelSelectorPath ?? '.') };
}

function selectableOf(version: CustomResourceDefinitionVersion): CustomKind['selectable'] {
  const found = new Map<string, (object: unknown) => string>();
  for (const { jsonPath } of version.selectableFields ?? []) {
    const path = parseJsonPath(jsonPath);
    if (path === undefined) continue;
    found.set(jsonPath.replace(/^\./, ''), (object) => String(valuesAt(object, path)[0] ?? ''));
  }
  return found;
}

/** Points to the newest version that is not deprecated, when there is one. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go, defaultDeprecationWarning (v1.36)
function deprecationOf(
  { spec }: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
): string | undefined {
  if (version.deprecated !== true) return undefined;
  if (version.deprecationWarning !== undefined) return version.deprecationWarning;
  const { kind } = spec.names;
  const own = `${spec.group}/${version.name} ${kind} is deprecated`;
  const better = spec.versions.filter(
    (each) => each.served && each.deprecated !== true && newer(each.name, version.name),
  );
  const best = better.map(({ name }) => name).sort(compareVersions)[0];
  return best === undefined ? own : `${own}; use ${spec.group}/${best} ${kind}`;
}

function newer(a: string, b: string): boolean {
  return compareVersions(a, b) < 0;
}

const VERSION = /^v(\d+)(?:(alpha|beta)(\d+))?$/;

/** v2 before v1 before v1beta2 before v1beta1 before v1alpha1; names of other forms come last, by the alphabet. */
// Models staging/src/k8s.io/apimachinery/pkg/version/helpers.go, CompareKubeAwareVersionStrings (v1.36)
export function compareVersions(a: string, b: string): number {
  const [left, right] = [VERSION.exec(a), VERSION.exec(b)];
  if (left === null || right === null) {
    if (left === null && right === null) return compareText(a, b);
    return left === null ? 1 : -1;
  }
  const stability = (match: RegExpExecArray): number => (match[2] === undefined ? 2 : match[2] === 'beta' ? 1 : 0);
  return (
    stability(right) - stability(left) ||
    Number(right[1]) - Number(left[1]) ||
    Number(right[3] ?? 0) - Number(left[3] ?? 0)
  );
}
