import { type Shape, shapeOf } from '../../../api/fields/shape.ts';
import { type FieldText, fieldText, kindText, typeMetaText } from '../../../api/schema/field-texts.ts';
import type { Struct, Type } from '../../../api/schema/language.ts';
import { metaPackage, schemaGroupVersions, schemaPackage, structOf } from '../../../api/schema/packages.ts';
import { allResources, apiVersionOf, resourceByGVK } from '../../../api/scheme/scheme.ts';
import { splitGroupVersion } from '../../../api/values/group-version.ts';
import { madeOnce } from '../../../base/pure.ts';
import { discoverySchemas } from './discovery-schemas.ts';

export interface KindOfGroup {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const QUANTITY = 'io.k8s.apimachinery.pkg.api.resource.Quantity';
const INT_OR_STRING = 'io.k8s.apimachinery.pkg.util.intstr.IntOrString';
const FIELDS_V1 = `${META}.FieldsV1`;
const RAW = 'io.k8s.apimachinery.pkg.runtime.RawExtension';
const DEFINITIONS = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1';

/** What a JSON schema holds that is not of one type has a type of its own in the documents: fields of JSONSchemaProps. */
const OPEN_FIELDS: ReadonlyMap<string, string> = new Map([
  ['additionalItems', `${DEFINITIONS}.JSONSchemaPropsOrBool`],
  ['additionalProperties', `${DEFINITIONS}.JSONSchemaPropsOrBool`],
  ['default', `${DEFINITIONS}.JSON`],
  ['dependencies', `${DEFINITIONS}.JSONSchemaPropsOrStringArray`],
  ['enum', `${DEFINITIONS}.JSON`],
  ['example', `${DEFINITIONS}.JSON`],
  ['items', `${DEFINITIONS}.JSONSchemaPropsOrArray`],
]);

/** Types that are written otherwise than as their Go struct. */
const SPECIAL: Readonly<Record<string, object>> = {
  [QUANTITY]: { oneOf: [{ type: 'string' }, { type: 'number' }] },
  [INT_OR_STRING]: { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: 'string' }] },
  [`${META}.Time`]: { type: 'string', format: 'date-time' },
  [`${META}.MicroTime`]: { type: 'string', format: 'date-time' },
  [RAW]: { type: 'object' },
  [FIELDS_V1]: { type: 'object' },
  ...Object.fromEntries([...OPEN_FIELDS.values()].map((name) => [name, {}])),
  ...discoverySchemas(),
};

const GROUPS_ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['apiextensions.k8s.io', 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions'],
  ['apiregistration.k8s.io', 'io.k8s.kube-aggregator.pkg.apis.apiregistration'],
]);

/** `io.k8s.api.apps.v1.Deployment`. */
export function definitionName(struct: Struct): string {
  return definitionNames().get(struct) ?? struct.go;
}

const definitionNames = madeOnce((): ReadonlyMap<Struct, string> => {
  const found = new Map<Struct, string>();
  for (const name of metaPackage.names()) {
    const struct = metaPackage.struct(name);
    if (struct !== undefined) found.set(struct, `${META}.${name}`);
  }
  for (const groupVersion of schemaGroupVersions()) {
    const source = schemaPackage(groupVersion);
    if (source === undefined) continue;
    for (const name of source.names()) {
      const struct = source.struct(name);
      if (struct !== undefined) found.set(struct, `${packagePath(groupVersion)}.${name}`);
    }
  }
  return found;
});

function packagePath(groupVersion: string): string {
  const slash = groupVersion.indexOf('/');
  if (slash < 0) return `io.k8s.api.core.${groupVersion}`;
  const group = groupVersion.slice(0, slash);
  const version = groupVersion.slice(slash + 1);
  return `${GROUPS_ELSEWHERE.get(group) ?? `io.k8s.api.${group.split('.')[0]}`}.${version}`;
}

/** The schemas of some kinds and of everything that they hold, by name. Not modelled: defaults and patterns. */
// Models staging/src/k8s.io/kube-openapi/pkg/builder3 (v1.36)
export function schemasOf(kinds: readonly KindOfGroup[]): Readonly<Record<string, object>> {
  const builder = new Builder();
  builder.defineCommon();
  for (const kind of kinds) {
    const struct = structOf(kind.group, kind.version, kind.kind);
    if (struct === undefined) continue;
    builder.define(struct, shapeOf(apiVersionOf(kind), kind.kind), kind);
    const isListed = resourceByGVK(kind.group, kind.version, kind.kind)?.verbs.includes('list');
    if (isListed === true) builder.defineList(struct, kind);
  }
  return builder.sorted();
}

class Builder {
  private readonly defined = new Map<string, object>();

  sorted(): Readonly<Record<string, object>> {
    const named = [...this.defined].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(named.map(([name, schema]) => [name, described(name, schema)]));
  }

  define(struct: Struct, shape: Shape, kind = kindOf(struct)): string {
    const name = definitionName(struct);
    if (this.defined.has(name)) return name;
    this.defined.set(name, {});
    const properties: Record<string, object> = {};
    for (const { json, type } of struct.fields) {
      properties[json] = this.property(type, shape.child(json), openName(struct, json));
    }
    const required = struct.fields.filter((field) => field.required).map((field) => field.json);
    this.defined.set(name, {
      type: 'object',
      ...(required.length === 0 ? undefined : { required }),
      properties,
      ...(shape.atomic ? { 'x-kubernetes-map-type': 'atomic' } : undefined),
      ...(kind === undefined ? undefined : { 'x-kubernetes-group-version-kind': [kind] }),
    });
    return name;
  }

  /** What every group version has: options of a removal, answers that are no objects, patches, watches. */
  defineCommon(): void {
    const shape = shapeOf('v1', 'ConfigMap').child('metadata');
    for (const name of ['DeleteOptions', 'Status']) {
      const struct = metaPackage.struct(name);
      if (struct === undefined) continue;
      const defined = this.define(struct, shape);
      const kinds = name === 'Status' ? [{ group: '', kind: name, version: 'v1' }] : everyGroupVersion(name);
      this.defined.set(defined, { ...this.defined.get(defined), 'x-kubernetes-group-version-kind': kinds });
    }
    this.special(RAW);
    for (const name of Object.keys(discoverySchemas())) this.special(name);
  }

  defineList(struct: Struct, kind: KindOfGroup): void {
    const meta = metaPackage.struct('ListMeta');
    if (meta === undefined) return;
    const shape = shapeOf(apiVersionOf(kind), kind.kind);
    const properties = {
      apiVersion: { type: 'string' },
      items: { type: 'array', items: reference(definitionName(struct)) },
      kind: { type: 'string' },
      metadata: reference(this.define(meta, shape.child('metadata'))),
    };
    const own = { group: kind.group, kind: `${kind.kind}List`, version: kind.version };
    this.defined.set(`${definitionName(struct)}List`, {
      type: 'object',
      required: ['items'],
      properties,
      'x-kubernetes-group-version-kind': [own],
    });
  }

  private property(type: Type, shape: Shape, openAs: string): object {
    const strategy = patchStrategy(shape);
    return {
      ...this.schema(type, shape, openAs),
      ...(shape.kind === 'map' && shape.atomic ? { 'x-kubernetes-map-type': 'atomic' } : undefined),
      ...(shape.kind === 'list' ? listMarks(shape) : undefined),
      ...(strategy === '' ? undefined : { 'x-kubernetes-patch-strategy': strategy }),
      ...(shape.patchKey === undefined ? undefined : { 'x-kubernetes-patch-merge-key': shape.patchKey }),
    };
  }

  private schema(type: Type, shape: Shape, openAs: string): object {
    switch (type.kind) {
      case 'string':
        return { type: 'string' };
      case 'integer':
        return { type: 'integer', format: type.bits === 64 ? 'int64' : 'int32' };
      case 'bool':
        return { type: 'boolean' };
      case 'float':
        return { type: 'number', format: 'double' };
      case 'bytes':
        return { type: 'string', format: 'byte' };
      case 'quantity':
        return this.special(QUANTITY);
      case 'intOrString':
        return this.special(INT_OR_STRING);
      case 'time':
        return this.special(`${META}.Time`);
      case 'microTime':
        return this.special(`${META}.MicroTime`);
      case 'any':
        return this.special(openAs);
      case 'struct':
        return reference(this.define(type.struct as Struct, shape));
      case 'pointer':
        return this.schema(type.element as Type, shape, openAs);
      case 'slice':
        return { type: 'array', items: this.schema(type.element as Type, shape.element ?? shape, openAs) };
      case 'map':
        return {
          type: 'object',
          additionalProperties: this.schema(type.element as Type, shape.element ?? shape, openAs),
        };
    }
  }

  private special(name: string): object {
    this.defined.set(name, SPECIAL[name] as object);
    return reference(name);
  }
}

interface Described {
  readonly properties?: Readonly<Record<string, object>>;
  readonly 'x-kubernetes-group-version-kind'?: unknown;
}

/** A schema with what is said of it and of its fields. */
function described(name: string, schema: Described): object {
  const isKind = schema['x-kubernetes-group-version-kind'] !== undefined;
  const entries = Object.entries(schema.properties ?? {}).map(([field, property]) => {
    const told = fieldText(name, field);
    const isOfKind = isKind && (field === 'apiVersion' || field === 'kind');
    return [field, withText(property, isOfKind ? { ...told, description: typeMetaText(field) } : told)];
  });
  const text = kindText(name);
  return {
    ...(text === '' ? undefined : { description: text }),
    ...schema,
    ...(entries.length === 0 ? undefined : { properties: Object.fromEntries(entries) }),
  };
}

/** Of a list it is the items that may have one of a few values. */
function withText(property: object, { description, values }: FieldText): object {
  const { items } = property as { readonly items?: object };
  const choice = values.length === 0 ? undefined : { enum: values };
  return {
    ...(description === '' ? undefined : { description }),
    ...property,
    ...(items === undefined ? choice : choice && { items: { ...items, ...choice } }),
  };
}

function openName(struct: Struct, field: string): string {
  if (field === 'fieldsV1') return FIELDS_V1;
  return (struct.name === 'JSONSchemaProps' ? OPEN_FIELDS.get(field) : undefined) ?? RAW;
}

function listMarks({ keys, atomic }: Shape): object {
  if (keys.length > 0) return { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': keys };
  return { 'x-kubernetes-list-type': atomic ? 'atomic' : 'set' };
}

function patchStrategy({ patchReplace, patchMerge, retainKeys }: Shape): string {
  if (patchReplace) return 'replace';
  return [...(patchMerge ? ['merge'] : []), ...(retainKeys ? ['retainKeys'] : [])].join(',');
}

function reference(name: string): object {
  return { allOf: [{ $ref: `#/components/schemas/${name}` }] };
}

/** The schemas of what every object's metadata holds. */
export function metaSchemas(): Readonly<Record<string, object>> {
  const builder = new Builder();
  builder.defineCommon();
  const shape = shapeOf('v1', 'ConfigMap').child('metadata');
  for (const name of ['ObjectMeta', 'ListMeta']) {
    const struct = metaPackage.struct(name);
    if (struct !== undefined) builder.define(struct, shape);
  }
  return builder.sorted();
}

/** Of a kind that stands in another one, as claims do in a StatefulSet. */
function kindOf(struct: Struct): KindOfGroup | undefined {
  if (!struct.byJson.has('apiVersion') || !struct.byJson.has('metadata')) return undefined;
  const info = allResources().find(({ group, version, kind }) => structOf(group, version, kind) === struct);
  return info && { group: info.group, version: info.version, kind: info.kind };
}

function everyGroupVersion(kind: string): readonly KindOfGroup[] {
  return schemaGroupVersions().map((each) => {
    const [group, version] = splitGroupVersion(each);
    return { group, kind, version };
  });
}
