import { isFields } from '../../../api/go/json.ts';
import { typeMetaText } from '../../../api/schema/field-texts.ts';
import { apiVersionOf, type ResourceInfo } from '../../../api/scheme/scheme.ts';
import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from '../../../api/types/apiextensions.ts';
import type { Schema } from '../definitions/structural.ts';
import type { CustomResources } from '../extensions/registry.ts';
import { pathItems } from './path-items.ts';
import { type GroupVersionKind, resourcesRoute, routesOf } from './routes.ts';
import { metaSchemas, schemasOf } from './schemas.ts';

const CONVENTIONS = 'https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md';

const API_VERSION = { description: typeMetaText('apiVersion'), type: 'string' };
const KIND = { description: typeMetaText('kind'), type: 'string' };
const METADATA = {
  description: `Standard object's metadata. More info: ${CONVENTIONS}#metadata`,
  allOf: [{ $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' }],
};
const TYPE_AND_METADATA = { apiVersion: API_VERSION, kind: KIND, metadata: METADATA };
const LIST_METADATA = {
  description: `Standard list metadata. More info: ${CONVENTIONS}#types-kinds`,
  allOf: [{ $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta' }],
};

/** The OpenAPI document of one group and version of custom resources. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder/builder.go (v1.36). Not modelled: responses.
export function customDocument(custom: CustomResources, path: string): object | undefined {
  const resources = custom.inOrder().filter((info) => path === `apis/${apiVersionOf(info)}`);
  if (resources.length === 0) return undefined;
  const definitions = resources.flatMap((info) => custom.definitionOf(info) ?? []);
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes CRD Swagger', version: 'v0.1.0' },
    paths: customPaths(resources),
    components: { schemas: customSchemas(definitions, resources[0]?.version ?? '') },
  };
}

/** The schemas of one version of what definitions of one group make, whether or not a server serves it now. */
export function customSchemas(
  definitions: readonly CustomResourceDefinition[],
  version: string,
): Readonly<Record<string, object>> {
  const schemas: Record<string, object> = { ...metaSchemas(), ...schemasOf([SCALE]) };
  for (const definition of definitions) addSchemas(schemas, version, definition);
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A custom resource with `scale` has that of the autoscaling group. */
const SCALE = { group: 'autoscaling', version: 'v1', kind: 'Scale' };

function customPaths(resources: readonly ResourceInfo[]): object {
  const [{ group, version }] = resources as readonly [ResourceInfo];
  const names = (kind: GroupVersionKind): string =>
    kind.group === SCALE.group ? 'io.k8s.api.autoscaling.v1.Scale' : schemaName(kind);
  return pathItems([resourcesRoute(group, version), ...resources.flatMap(routesOf)], names, true);
}

/** `org.example.v1.Fruit`: the group backwards. */
function schemaName(info: GroupVersionKind): string {
  return [...info.group.split('.').reverse(), info.version, info.kind].join('.');
}

/** What objects of the kind can be selected by, besides name and namespace. */
function selectableFields(version: CustomResourceDefinitionVersion | undefined): object | undefined {
  const fields = version?.selectableFields ?? [];
  if (fields.length === 0) return undefined;
  return {
    'x-kubernetes-selectable-fields': fields.map(({ jsonPath }) => ({ fieldPath: jsonPath.replace(/^\./, '') })),
  };
}

function addSchemas(schemas: Record<string, object>, name: string, { spec }: CustomResourceDefinition): void {
  const version = spec.versions.find((each) => each.name === name);
  const { group, names } = spec;
  const { kind, plural } = names;
  const schema = withEmbedded(version?.schema?.openAPIV3Schema ?? { type: 'object' });
  const full = schemaName({ group, version: name, kind });
  schemas[full] = {
    ...schema,
    properties: sorted({ ...schema.properties, ...TYPE_AND_METADATA }),
    'x-kubernetes-group-version-kind': [{ group, kind, version: name }],
    ...selectableFields(version),
  };
  const listKind = names.listKind ?? `${kind}List`;
  schemas[`${full}List`] = {
    description: `${listKind} is a list of ${kind}`,
    type: 'object',
    required: ['items'],
    properties: {
      apiVersion: API_VERSION,
      items: {
        description: `List of ${plural}. More info: ${CONVENTIONS}`,
        type: 'array',
        items: { $ref: `#/components/schemas/${full}` },
      },
      kind: KIND,
      metadata: LIST_METADATA,
    },
    'x-kubernetes-group-version-kind': [{ group, kind: listKind, version: name }],
  };
}

/** Objects inside of objects say what every object says. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder/builder.go addEmbeddedProperties (v1.36)
function withEmbedded(schema: Schema): Schema {
  const { properties, items, additionalProperties } = schema;
  const inner: Schema = {
    ...schema,
    ...(properties === undefined
      ? undefined
      : {
          properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, withEmbedded(each)])),
        }),
    ...(isFields(items) ? { items: withEmbedded(items) } : undefined),
    ...(isFields(additionalProperties) ? { additionalProperties: withEmbedded(additionalProperties) } : undefined),
  };
  if (schema['x-kubernetes-embedded-resource'] !== true) return inner;
  const demanded = schema.required ?? [];
  const required = [...demanded, ...['kind', 'apiVersion'].filter((name) => !demanded.includes(name))];
  return { ...inner, required, properties: sorted({ ...inner.properties, ...TYPE_AND_METADATA }) } as Schema;
}

function sorted(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
}
