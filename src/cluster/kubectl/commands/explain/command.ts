import type { Process } from '../../../../engine/index.ts';
import { type Discovered, discover, findResource, lookUp, resourceWord } from '../../client/discovery.ts';
import { fetchOlderDocument } from '../../client/older-open-api.ts';
import { openApiDocument } from '../../client/open-api.ts';
import type { Options } from '../../flags/options.ts';
import { Explanation, type OpenApiSchema, type Schemas } from '../../print/explain.ts';
import { OlderExplanation } from '../../print/explain-older.ts';
import { isJsonPathError, type Node, parseTemplate } from '../../print/jsonpath-parse.ts';
import { Failure, failure, failureOf, isFailure } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import { warnOfOthers } from '../../targets/target.ts';
import type { Command } from '../declaration.ts';

const FLAGS = 'api-version o/output R/recursive:b';
type Given = Options<typeof FLAGS>;

export function commands(): readonly Command[] {
  return [
    {
      name: 'explain',
      order: 5,
      group: 'see',
      does: 'tells of the fields of a kind',
      usage:
        'TYPE [--recursive=FALSE|TRUE] [--api-version=api-version-group] [-o|--output=plaintext|plaintext-openapiv2]',
      flags: FLAGS,
      defaults: { output: "'plaintext'" },
      looks: true,
      run: explain,
    },
  ];
}

const NOTHING =
  'You must specify the type of resource to explain. Use "kubectl api-resources" for a complete list of supported resources.';

/** Models staging/src/k8s.io/kubectl/pkg/cmd/explain/explain.go and pkg/explain/v2 (v1.36) */
function* explain(session: Session, words: readonly string[], options: Given): Process<number | Failure> {
  const [word, ...more] = words;
  if (word === undefined) return failure(NOTHING);
  if (more.length > 0) return failure('We accept only this format: explain RESOURCE');
  const asked = nodesOf(word);
  if (isFailure(asked)) return asked;
  const apiVersion = options.text('api-version') || undefined;
  const found = yield* lookUp(session, (known) => findPath(known, word, asked, apiVersion !== undefined));
  if (isFailure(found)) return found;
  if (found === undefined) return unknownType(asked);
  yield* warnOfOthers(session, nameOf(asked), found.resource);
  const { path } = found;
  const known = yield* discover(session);
  const format = options.text('output') ?? 'plaintext';
  if (format === 'plaintext-openapiv2') {
    const older = ofVersion(known, found.resource, apiVersion);
    return yield* explainOlder(session, older, path, options.is('recursive'));
  }
  const isKnownFormat = format === 'plaintext';
  const resource = inVersion(known, found.resource, apiVersion);
  if (isFailure(resource)) return isKnownFormat || !resource.text.includes('GVR') ? resource : unrecognized(format);
  const { group, version, kind } = resource;
  const document = yield* openApiDocument(session, group === '' ? `api/${version}` : `apis/${group}/${version}`);
  if (document.code !== 200) return failureOf(document.code, document.body);
  const schemas = (document.body as { readonly components?: { readonly schemas?: Schemas } }).components?.schemas ?? {};
  const root = Object.values(schemas).find((schema) => isOf(schema, resource));
  if (root === undefined) return notDocumented(`${group}/${version}`, resource);
  if (!isKnownFormat) return unrecognized(format);
  const head = [...(group === '' ? [] : [`GROUP:      ${group}`]), `KIND:       ${kind}`, `VERSION:    ${version}`];
  session.print(`${head.join('\n')}\n\n`);
  const explanation = new Explanation(schemas);
  const schema = fieldAt(explanation, root, path);
  if (typeof schema === 'string') return failure(`field "${path.at(-1)}" does not exist`);
  session.print(explanation.body(schema, path.at(-1), options.is('recursive')));
  return 0;
}

const unrecognized = (format: string): Failure => failure(`unrecognized format: ${format}`);

/** As it was before version 3 of OpenAPI. */
function* explainOlder(
  session: Session,
  resource: Discovered | Failure,
  path: readonly string[],
  recursive: boolean,
): Process<number | Failure> {
  const document = yield* fetchOlderDocument(session);
  if (document.code !== 200) return failureOf(document.code, document.body);
  if (isFailure(resource)) return resource;
  const { group, version, kind } = resource;
  const { definitions = {} } = document.body as { readonly definitions?: Schemas };
  const root = Object.values(definitions).find((schema) => isOf(schema, resource));
  if (root === undefined) return failure(`couldn't find resource for "${group}/${version}, Kind=${kind}"`);
  const explanation = new OlderExplanation(definitions);
  const schema = fieldAt(explanation, root, path);
  if (typeof schema === 'string') return failure(`field "${schema}" does not exist`);
  const inGroup = group === '' ? version : `${group}/${version}`;
  session.print(`KIND:     ${kind}\nVERSION:  ${inGroup}\n\n${explanation.body(schema, path.at(-1), recursive)}`);
  return 0;
}

/** What a path leads to, or the name where it ends too early. */
function fieldAt(
  explanation: Explanation | OlderExplanation,
  root: OpenApiSchema,
  path: readonly string[],
): OpenApiSchema | string {
  let schema = root;
  for (const name of path) {
    const next = explanation.child(schema, name);
    if (next === undefined) return name;
    schema = next;
  }
  return schema;
}

/** The kind in the version that `--api-version` asks for. */
function ofVersion(
  known: readonly Discovered[],
  resource: Discovered,
  apiVersion: string | undefined,
): Discovered | Failure {
  if (apiVersion === undefined) return resource;
  const slash = apiVersion.indexOf('/');
  const [group, version] = slash < 0 ? ['', apiVersion] : [apiVersion.slice(0, slash), apiVersion.slice(slash + 1)];
  const found = known.find(
    (one) => one.group === group && one.version === version && one.resource === resource.resource,
  );
  return found ?? failure(`couldn't find resource for "${group}/${version}, Kind=${resource.kind}"`);
}

function unknownType(asked: readonly Node[]): Failure {
  const type = nameOf(asked);
  return type === ''
    ? failure('a resource must be present, got: /, Resource=')
    : new Failure(`the server doesn't have a resource type ${JSON.stringify(type)}\n`);
}

interface Found {
  readonly resource: Discovered;
  readonly path: readonly string[];
}

/** The same resource in the version that `--api-version` asks for. */
function inVersion(
  known: readonly Discovered[],
  resource: Discovered,
  apiVersion: string | undefined,
): Discovered | Failure {
  if (apiVersion === undefined) return resource;
  const ofVersion = known.filter(
    ({ group, version }) => apiVersion === (group === '' ? version : `${group}/${version}`),
  );
  if (ofVersion.length === 0) {
    const gvr = `${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Resource=${resource.resource}`;
    return failure(`couldn't find resource for ${JSON.stringify(gvr)}`);
  }
  return ofVersion.find((one) => one.resource === resource.resource) ?? notDocumented(apiVersion, resource);
}

function notDocumented(apiVersion: string, { resource }: Discovered): Failure {
  return failure(
    `GVR (${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Resource=${resource}) not found in OpenAPI schema`,
  );
}

const wrongNode = (which: string): Failure => failure(`invalid jsonpath syntax, ${which}`);

const FIRST_WRONG = wrongNode('first node must be field node');
const LATER_WRONG = wrongNode('all nodes must be field nodes');

/** What is asked for is a JSONPath without its braces and first dot. */
function nodesOf(word: string): readonly Node[] | Failure {
  const parsed = parseTemplate(`{.${word.replace(/\.$/, '')}}`);
  if (isJsonPathError(parsed)) return failure(parsed.error);
  const [list, ...more] = parsed.nodes;
  return list?.type === 'list' && more.length === 0 ? list.nodes : failure('must pass in 1 jsonpath string');
}

const nameOf = ([first]: readonly Node[]): string => (first?.type === 'field' ? first.name : '');

function namesOf(nodes: readonly Node[], wrong: Failure): readonly string[] | Failure {
  const names = nodes.flatMap((node) => (node.type === 'field' ? [node.name] : []));
  return names.length === nodes.length ? names : wrong;
}

/**
 * `pods.spec.containers`; behind the full name of a resource its group may stand: `deployments.apps.spec`.
 *
 * Models staging/src/k8s.io/kubectl/pkg/explain/explain.go SplitAndParseResourceRequestWithMatchingPrefix (v1.36)
 */
function findPath(
  known: readonly Discovered[],
  word: string,
  asked: readonly Node[],
  hasVersion: boolean,
): Found | Failure | undefined {
  if (asked[0]?.type !== 'field') return FIRST_WRONG;
  const type = nameOf(asked);
  const resource = findResource(known, type);
  if (resource === undefined) return undefined;
  const isCalled = (one: Discovered) => [one.resource, one.singular].includes(type.toLowerCase());
  const whole = hasVersion ? undefined : known.find((one) => isCalled(one) && word.startsWith(resourceWord(one)));
  if (whole === undefined) {
    const path = namesOf(asked.slice(1), hasVersion ? LATER_WRONG : FIRST_WRONG);
    return isFailure(path) ? path : { resource, path };
  }
  const rest = word.slice(resourceWord(whole).length);
  const nodes = rest === '' ? [] : nodesOf(rest);
  const path = isFailure(nodes) ? nodes : namesOf(nodes.slice(1), FIRST_WRONG);
  return isFailure(path) ? path : { resource: whole, path };
}

interface Kinds {
  readonly 'x-kubernetes-group-version-kind'?: readonly {
    readonly group: string;
    readonly version: string;
    readonly kind: string;
  }[];
}

function isOf(schema: OpenApiSchema, { group, version, kind }: Discovered): boolean {
  const kinds = (schema as Kinds)['x-kubernetes-group-version-kind'] ?? [];
  return kinds.some((each) => each.group === group && each.version === version && each.kind === kind);
}
