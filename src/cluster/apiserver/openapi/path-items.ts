import type { Parameter } from './parameters.ts';
import type { Content, GroupVersionKind, Route } from './routes.ts';

const JSON_TYPE = 'application/json';
const YAML = 'application/yaml';
const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const CBOR = 'application/cbor';
const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const PATCHES: readonly string[] = [
  'application/apply-patch+yaml',
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
];
/** What the answers mean, as every server says it. */
const MEANINGS: ReadonlyMap<number, string> = new Map([
  [200, 'OK'],
  [201, 'Created'],
  [202, 'Accepted'],
  [401, 'Unauthorized'],
]);

/** The name of a kind's schema; undefined where there is none. */
export type SchemaNames = (kind: GroupVersionKind) => string | undefined;

/** Routes as the paths of an OpenAPI v3 document; what all operations of a path take stands once, beside them. */
// Models staging/src/k8s.io/kube-openapi/pkg/builder3/openapi.go (v1.36)
export function pathItems(routes: readonly Route[], names: SchemaNames, custom = false): Record<string, object> {
  const found = new Map<string, Route[]>();
  for (const route of routes) {
    const known = found.get(route.path);
    if (known === undefined) found.set(route.path, [route]);
    else known.push(route);
  }
  const paths: Record<string, object> = {};
  for (const [path, all] of [...found].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const shared = (all[0] as Route).parameters.filter(({ name }) =>
      all.every((route) => route.parameters.some((each) => each.name === name)),
    );
    const item: Record<string, object> = {};
    for (const route of all) {
      const parameters = route.parameters.filter(({ name }) => !shared.some((each) => each.name === name));
      item[route.method] = operation({ ...route, parameters }, names, custom);
    }
    if (shared.length > 0) item.parameters = shared.map(parameter);
    paths[path] = item;
  }
  return paths;
}

function operation(route: Route, names: SchemaNames, custom: boolean): object {
  const { id, tag, parameters, body, codes, action, kind } = route;
  const responses: Record<string, object> = {};
  for (const code of codes) {
    responses[code] = {
      description: MEANINGS.get(code),
      content: contents(answerTypes(route, custom), route.answer, names),
    };
  }
  responses[401] = { description: MEANINGS.get(401) };
  return {
    tags: [tag],
    operationId: id,
    ...(parameters.length === 0 ? undefined : { parameters: parameters.map(parameter) }),
    ...(body === undefined ? undefined : { requestBody: requestBody(route, body, names, custom) }),
    responses,
    ...(action === undefined ? undefined : { 'x-kubernetes-action': action }),
    ...(kind === undefined ? undefined : { 'x-kubernetes-group-version-kind': kind }),
  };
}

function requestBody({ action }: Route, body: Content, names: SchemaNames, custom: boolean): object {
  const required = body === 'DeleteOptions' ? undefined : { required: true };
  const types = bodyTypes(action, custom);
  return { content: contents(types, body, names), ...required };
}

/** A patch of a custom resource is never strategic, nor does it come as protobuf. */
function bodyTypes(action: string | undefined, custom: boolean): readonly string[] {
  if (action === 'patch') return custom ? PATCHES.slice(0, 3) : PATCHES;
  return custom ? [JSON_TYPE, YAML] : ['*/*'];
}

function answerTypes({ answer, streams, action }: Route, custom: boolean): readonly string[] {
  if (action === 'connect') return ['*/*'];
  if (answer === 'string') return [CBOR, JSON_TYPE, PROTOBUF, YAML, 'text/plain'];
  const plain = custom ? [JSON_TYPE, YAML] : [CBOR, JSON_TYPE, PROTOBUF, YAML];
  if (!streams || custom) return plain;
  return [...plain, `${CBOR}-seq`, `${JSON_TYPE};stream=watch`, `${PROTOBUF};stream=watch`].sort();
}

function contents(types: readonly string[], content: Content, names: SchemaNames): object {
  const schema = schemaOf(content, names);
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

function schemaOf(content: Content, names: SchemaNames): object {
  if (content === 'string') return { type: 'string' };
  const name = nameOfContent(content, names);
  return name === undefined ? { type: 'object' } : { $ref: `#/components/schemas/${name}` };
}

function nameOfContent(content: Content, names: SchemaNames): string | undefined {
  if (typeof content !== 'string') return names(content);
  return content === 'Info' ? 'io.k8s.apimachinery.pkg.version.Info' : `${META}.${content}`;
}

function parameter({ name, in: place, type }: Parameter): object {
  const required = place === 'path' ? { required: true } : undefined;
  return { name, in: place, ...required, schema: { type, uniqueItems: true } };
}
