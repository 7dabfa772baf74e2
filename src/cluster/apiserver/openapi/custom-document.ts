import { apiVersionOf, type ResourceInfo } from '../../../api/scheme.ts';
import type { CustomResourceDefinition } from '../../../api/types/apiextensions.ts';
import { operation } from '../discovery/documents.ts';
import { metaSchemas } from '../discovery/schemas.ts';
import type { CustomResources } from '../extensions/registry.ts';
import type { Schema } from '../extensions/structural.ts';

const CONVENTIONS = 'https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md';

const API_VERSION = {
  description: `APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: ${CONVENTIONS}#resources`,
  type: 'string',
};
const KIND = {
  description: `Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: ${CONVENTIONS}#types-kinds`,
  type: 'string',
};
const METADATA = {
  description: `Standard object's metadata. More info: ${CONVENTIONS}#metadata`,
  allOf: [{ $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' }],
};
const LIST_METADATA = {
  description: `Standard list metadata. More info: ${CONVENTIONS}#types-kinds`,
  allOf: [{ $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta' }],
};

/** The OpenAPI document of one group and version of custom resources. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder/builder.go (v1.36). Not modelled: responses.
export function customDocument(custom: CustomResources, path: string): object | undefined {
  const resources = custom.inOrder().filter((info) => path === `apis/${apiVersionOf(info)}`);
  if (resources.length === 0) return undefined;
  const paths: Record<string, object> = {};
  const schemas: Record<string, object> = { ...metaSchemas() };
  for (const info of resources) {
    addPaths(paths, info);
    const definition = custom.definitionOf(info);
    if (definition !== undefined) addSchemas(schemas, info, definition);
  }
  const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes CRD Swagger', version: 'v0.1.0' },
    paths,
    components: { schemas: sorted },
  };
}

function addPaths(paths: Record<string, object>, info: ResourceInfo): void {
  const root = `/apis/${apiVersionOf(info)}`;
  const kind = { group: info.group, version: info.version, kind: info.kind };
  const of = (action: string): object => operation(action, kind, true);
  const base = info.namespaced ? `${root}/namespaces/{namespace}/${info.resource}` : `${root}/${info.resource}`;
  if (info.namespaced) paths[`${root}/${info.resource}`] = { get: of('list') };
  paths[base] = { get: of('list'), post: of('post'), delete: of('deletecollection') };
  paths[`${base}/{name}`] = { get: of('get'), put: of('put'), delete: of('delete'), patch: of('patch') };
  for (const { name } of info.subresources) {
    paths[`${base}/{name}/${name}`] = { get: of('get'), put: of('put'), patch: of('patch') };
  }
}

/** `org.example.v1.Fruit`: the group backwards. */
export function schemaName(info: ResourceInfo): string {
  return [...info.group.split('.').reverse(), info.version, info.kind].join('.');
}

function addSchemas(schemas: Record<string, object>, info: ResourceInfo, definition: CustomResourceDefinition): void {
  const version = definition.spec.versions.find((each) => each.name === info.version);
  const schema: Schema = version?.schema?.openAPIV3Schema ?? { type: 'object' };
  const { kind, group } = info;
  const name = schemaName(info);
  schemas[name] = {
    ...schema,
    properties: sorted({ ...schema.properties, apiVersion: API_VERSION, kind: KIND, metadata: METADATA }),
    'x-kubernetes-group-version-kind': [{ group, kind, version: info.version }],
  };
  const listKind = definition.spec.names.listKind ?? `${kind}List`;
  schemas[`${name}List`] = {
    description: `${listKind} is a list of ${kind}`,
    type: 'object',
    required: ['items'],
    properties: {
      apiVersion: API_VERSION,
      items: {
        description: `List of ${info.resource}. More info: ${CONVENTIONS}`,
        type: 'array',
        items: { $ref: `#/components/schemas/${name}` },
      },
      kind: KIND,
      metadata: LIST_METADATA,
    },
    'x-kubernetes-group-version-kind': [{ group, kind: listKind, version: info.version }],
  };
}

function sorted(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
}
