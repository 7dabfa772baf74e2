import { isFields } from '../../../api/go/json.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Document {
  readonly paths: Readonly<Record<string, object>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/** Everything that the server serves, in one document of the second version of OpenAPI. */
// Models staging/src/k8s.io/kube-openapi/pkg/builder/openapi.go (v1.36)
export function swagger(gitVersion: string, documents: readonly object[]): object {
  const paths: (readonly [string, object])[] = [];
  const definitions = new Map<string, object>();
  for (const document of documents as readonly Document[]) {
    for (const [path, item] of Object.entries(document.paths)) paths.push([path, pathItem(item as Fields)]);
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      if (!definitions.has(name)) definitions.set(name, plainer(schema as Fields));
    }
  }
  return {
    swagger: '2.0',
    info: { title: 'Kubernetes', version: gitVersion },
    paths: inOrder(paths),
    definitions: inOrder(definitions),
    securityDefinitions: { BearerToken: { type: 'apiKey', name: 'authorization', in: 'header' } },
    security: [{ BearerToken: [] }],
  };
}

function inOrder(entries: Iterable<readonly [string, object]>): object {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function pathItem(item: Fields): object {
  const converted = Object.entries(item).map(([key, value]) =>
    key === 'parameters' ? [key, (value as Fields[]).map(parameter)] : [key, operation(value as Fields)],
  );
  return Object.fromEntries(converted);
}

function operation({ requestBody, responses, parameters, tags, operationId, ...extensions }: Fields): object {
  const { content, required } = isFields(requestBody) ? requestBody : {};
  const body = isFields(content)
    ? [{ name: 'body', in: 'body', ...(required === true ? { required } : {}), schema: schemaIn(content) }]
    : [];
  const answers = Object.entries(responses as Fields).map(([code, answer]) => {
    const { description, content: answered } = answer as Fields;
    return [code, { description, ...(isFields(answered) ? { schema: schemaIn(answered) } : {}) }];
  });
  const all = [...body, ...((parameters as Fields[] | undefined) ?? []).map(parameter)];
  const ok = (responses as Readonly<Record<string, Fields>>)[200];
  return {
    consumes: isFields(content) ? Object.keys(content) : ['*/*'],
    produces: isFields(ok?.content) ? Object.keys(ok.content) : ['application/json'],
    schemes: ['https'],
    tags,
    operationId,
    ...(all.length === 0 ? {} : { parameters: all }),
    responses: Object.fromEntries(answers),
    ...extensions,
  };
}

/** All media types of a body have one schema. */
function schemaIn(content: Fields): Fields {
  const [first] = Object.values(content) as Fields[];
  return plainer((first?.schema ?? {}) as Fields);
}

function parameter({ schema, ...rest }: Fields): object {
  return { ...(schema as Fields), ...rest };
}

const STRUCTURE: readonly string[] = ['items', 'properties', 'additionalProperties', 'required'];

/** What the second version has no words for is left out; one reference needs no list around it. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/controller/openapi/v2/conversion.go (v1.36)
function plainer(schema: Fields): Fields {
  const { allOf, oneOf, anyOf: _any, not: _not, nullable, default: _default, type, $ref, ...rest } = schema;
  const [only] = Array.isArray(allOf) ? allOf : [];
  const reference = isFields(only) && typeof only.$ref === 'string' ? only.$ref : $ref;
  if (typeof reference === 'string') {
    return { ...rest, $ref: reference.replace('#/components/schemas/', '#/definitions/') };
  }
  const out: Record<string, unknown> = { ...rest };
  if (isOpen(schema) && 'x-kubernetes-group-version-kind' in schema) return openObject(schema);
  if (isOpen(schema)) {
    for (const name of STRUCTURE) delete out[name];
    return out;
  }
  if (type !== undefined) out.type = type;
  else if (Array.isArray(oneOf)) out.type = 'string';
  if (isFields(schema.items)) out.items = plainer(schema.items);
  if (isFields(schema.additionalProperties)) out.additionalProperties = plainer(schema.additionalProperties);
  if (isFields(schema.properties)) {
    const properties = Object.entries(schema.properties).map(([name, each]) => [name, plainer(each as Fields)]);
    out.properties = Object.fromEntries(properties);
    demandNoNulls(out, schema.properties);
  }
  if (out.type === 'array' && out.items === undefined) delete out.type;
  return out;
}

/** Nothing is said of its fields: an older kubectl would refuse all others. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder/builder.go buildKubeNative (v1.36)
function openObject(schema: Fields): Fields {
  const kept = ['x-kubernetes-group-version-kind', 'x-kubernetes-selectable-fields'].filter((key) => key in schema);
  return { type: 'object', ...Object.fromEntries(kept.map((key) => [key, schema[key]])) };
}

/** What may be null cannot be demanded either. */
function demandNoNulls(out: Record<string, unknown>, properties: Fields): void {
  if (!Array.isArray(out.required)) return;
  const mayBeNull = (name: string): boolean => (properties[name] as Fields | undefined)?.nullable === true;
  const required = (out.required as string[]).filter((name) => !mayBeNull(name));
  if (required.length === 0) delete out.required;
  else out.required = required;
}

/** Null, numbers beside texts and unknown fields cannot be said: anything goes. */
function isOpen(schema: Fields): boolean {
  const said = (key: string): boolean => schema[key] === true;
  return said('nullable') || said('x-kubernetes-int-or-string') || said('x-kubernetes-preserve-unknown-fields');
}
