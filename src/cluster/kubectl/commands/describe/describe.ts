import type { KObject } from '../../../../api/types/meta.ts';
import type { Process } from '../../../../engine/index.ts';
import { type Discovered, pathOf } from '../../client/discovery.ts';
import { listFailure } from '../../client/list-query.ts';
import { retrieve } from '../../client/retrieve.ts';
import { readManifests } from '../../manifests/manifests.ts';
import { collected, Failure, failure, failureOf, isFailure, summary } from '../../session/errors.ts';
import type { Query, Session } from '../../session/session.ts';
import { areWhole, around, targetsOf } from '../../targets/file-targets.ts';
import { isLabelled, namingProblem, resolveTargets, type Target, wordsBesideFiles } from '../../targets/target.ts';
import { selectorProblem } from '../../writing/writing.ts';
import { describeOne } from './describe-one.ts';
import type { DescribeOptions } from './flags.ts';

/**
 * Models staging/src/k8s.io/kubectl/pkg/cmd/describe/describe.go (v1.36). Each object is fetched twice: once to find it,
 * unless a file names it, once by what describes its kind.
 */
export function* describe(
  session: Session,
  words: readonly string[],
  options: DescribeOptions,
): Process<number | Failure> {
  const files = options.list('filename');
  if (words.length === 0 && files.length === 0) {
    return new Failure(
      'error: You must specify the type of resource to describe. Use "kubectl api-resources" for a complete list of supported resources.\n',
    );
  }
  if (words.length > 0 && files.length > 0) return wordsBesideFiles(words);
  const targets =
    files.length > 0 ? yield* targetsOfFiles(session, files, options) : yield* resolveTargets(session, words);
  if (isFailure(targets)) return targets;
  const misnamed = files.length > 0 ? undefined : namingProblem(words, targets, options);
  if (misnamed !== undefined) return misnamed;
  const found: Found[] = [];
  const failures: Failure[] = [];
  let begun = false;
  let asked = 0;
  // Only of `TYPE NAME` the name may be a beginning.
  const mayBegin = words.length === 2 && !words[0]?.includes('/') && targets.length === 1;
  for (const target of targets) {
    const present = yield* presentOf(session, target, options, failures, mayBegin);
    if (isFailure(present)) return present;
    begun ||= target.names.length === 1 && present.length > 0 && present[0]?.name !== target.names[0];
    asked += target.names.length === 0 ? present.length : target.names.length;
    found.push(...present);
  }
  // Of two words, whatever they are, the second is tried as the beginning of a name; `pod/b` begins none.
  if (words.length === 2 && failures.length === 1 && words[0]?.includes('/') === true && found.length < 2) {
    return failures[0] as Failure;
  }
  if (words.length === 2 && failures.length === 1 && targets.length > 1 && words[0]?.includes('/') !== true) {
    return failure('you may only specify a single resource type');
  }
  // Events are told of one object only that was named in full, unless one asks.
  const withEvents = options.is('show-events', asked === 1 && !begun);
  const limit = limitOf(options);
  let printed = 0;
  for (const { resource, namespace, name, unread = [] } of found) {
    failures.push(...unread);
    const text = yield* describeOne({ session, namespace, withEvents, limit }, resource, name);
    if (isFailure(text)) {
      if (!failures.some((one) => one.text === text.text)) failures.push(text);
      continue;
    }
    const shown = withEvents ? text : text.replace(/^Events:(?![\s\S]*^Events:)[\s\S]*$/m, '');
    if (begun) session.print(`${shown}\n`);
    else session.print(printed === 0 ? shown : `\n\n${shown}`);
    printed += 1;
  }
  const problem = areWhole(targets) ? summary(failures) : collected(failures);
  if (problem !== undefined) return problem;
  if (printed === 0) {
    const everywhere = options.is('all-namespaces');
    session.complain(everywhere ? 'No resources found\n' : `No resources found in ${session.namespace} namespace.\n`);
  }
  return 0;
}

interface Found {
  readonly resource: Discovered;
  readonly namespace: string;
  readonly name: string;
  /** What of the same files could not be read. */
  readonly unread?: readonly Failure[];
}

function limitOf(options: DescribeOptions | undefined): Query {
  const size = options?.text('chunk-size') ?? '500';
  return size === '0' ? [] : [['limit', size]];
}

/** A target of a file, which says where it is. */
interface FileTarget extends Target {
  readonly namespace?: string;
}

function* targetsOfFiles(
  session: Session,
  files: readonly string[],
  options: DescribeOptions,
): Process<readonly FileTarget[] | Failure> {
  const unclear = selectorProblem(options);
  if (unclear !== undefined) return unclear;
  const read = yield* readManifests(session, files);
  const refused = collected(read.failures);
  if (refused !== undefined && read.manifests.length === 0) return refused;
  return targetsOf<FileTarget>(read, ({ resource, object, namespace }) =>
    isLabelled(object, options)
      ? { resource, names: [object.metadata.name ?? ''], ...(namespace === undefined ? {} : { namespace }) }
      : undefined,
  );
}

/** A name that does not exist may be the beginning of names that do. */
function* presentOf(
  session: Session,
  target: FileTarget,
  options: DescribeOptions,
  failures: Failure[],
  mayBegin: boolean,
): Process<readonly Found[] | Failure> {
  const { resource, names, namespace = session.namespace } = target;
  if (options.has('filename')) {
    return names.map((name) => ({ resource, namespace, name, unread: around(target, []) }));
  }
  if (names.length === 0) {
    const selector = options.text('selector');
    const query: Query = selector === undefined ? [] : [['labelSelector', selector]];
    return yield* listed(session, resource, query, options);
  }
  const present: Found[] = [];
  for (const name of names) {
    const found = yield* retrieve(session, { path: pathOf(resource, namespace, name) });
    if (found.code === 200) {
      present.push({ resource, namespace, name });
      continue;
    }
    const failed = failureOf(found.code, found.body);
    const all = found.code === 404 && mayBegin ? yield* listed(session, resource, []) : failed;
    if (isFailure(all) && all !== failed) return all;
    const matching = isFailure(all) ? [] : all.filter((candidate) => candidate.name.startsWith(name));
    if (matching.length > 0) return matching;
    failures.push(failed);
  }
  return present;
}

function* listed(
  session: Session,
  resource: Discovered,
  query: Query,
  options?: DescribeOptions,
): Process<readonly Found[] | Failure> {
  const everywhere = options?.is('all-namespaces') === true;
  const path = pathOf(resource, everywhere ? undefined : session.namespace);
  const found: Found[] = [];
  let next: string | undefined;
  do {
    const page: Query = [...(next === undefined ? [] : [['continue', next] as const]), ...query, ...limitOf(options)];
    const response = yield* session.call({ method: 'GET', path, query: page });
    if (response.code !== 200) {
      return options === undefined ? failureOf(response.code, response.body) : listFailure(response, resource, options);
    }
    const list = response.body as { readonly items?: readonly KObject[]; readonly metadata?: { continue?: string } };
    for (const { metadata } of list.items ?? []) {
      found.push({ resource, namespace: metadata.namespace ?? session.namespace, name: metadata.name ?? '' });
    }
    next = list.metadata?.continue;
  } while (next !== undefined && next !== '');
  return found;
}
