// Models staging/src/k8s.io/cli-runtime/pkg/resource/builder.go (v1.36)

import { matchesRequirements, parseSelector } from '../../../api/selectors/selectors.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Process } from '../../../engine/index.ts';
import {
  type Discovered,
  discover,
  findCategory,
  findResource,
  lookUp,
  othersOfShortName,
  resourceWord,
} from '../client/discovery.ts';
import type { Options } from '../flags/options.ts';
import { type Failure, failure, isFailure } from '../session/errors.ts';
import type { Session } from '../session/session.ts';

export const NOTHING_NAMED =
  "You must provide one or more resources by argument or filename.\nExample resource specifications include:\n   '-f rsrc.yaml'\n   '--filename=rsrc.json'\n   '<resource> <name>'\n   '<resource>'";
const FILES_AND_WORDS =
  'when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well';
const NAME_AND_SELECTOR = 'name cannot be provided when a selector is specified';
export const PAIR_AND_SELECTOR = 'selectors and the all flag cannot be used when passing resource/name arguments';
const NAMED_EVERYWHERE = 'a resource cannot be retrieved by name across all namespaces';

/** What is wrong with names beside what selects, or in all namespaces. */
export function namingProblem(
  words: readonly string[],
  targets: readonly Target[],
  options: Options,
): Failure | undefined {
  const named = targets.filter(({ names }) => names.length > 0);
  if (named.length === 0) return undefined;
  const isCategory = named.length > 1 && !/[/,]/.test(words[0] ?? '');
  const selects =
    (options.command.allSelects === true && options.is('all')) ||
    (['selector', 'field-selector'] as const).some((flag) => (options.text(flag) ?? '').trim() !== '');
  if (selects) return failure(/[/,]/.test(words[0] ?? '') ? PAIR_AND_SELECTOR : NAME_AND_SELECTOR);
  if (isCategory) return failure('you must specify only one resource');
  const isEverywhere = options.is('all-namespaces') && named.some(({ resource }) => resource.namespaced);
  return isEverywhere ? failure(NAMED_EVERYWHERE) : undefined;
}

/** What is said of words when files name the objects. */
export function wordsBesideFiles(words: readonly string[]): Failure {
  const isPair = words.some((word) => word.includes('/'));
  return failure(isPair ? 'resource/name arguments cannot be provided when a path is specified' : FILES_AND_WORDS);
}

/** What a command is about: a resource and, unless all of a kind are meant, names. */
export interface Target {
  readonly resource: Discovered;
  readonly names: readonly string[];
  /** What of the same files could not be read, before it and behind it. */
  readonly before?: readonly Failure[];
  readonly after?: readonly Failure[];
}

/**
 * Reads `deployments`, `deployment nginx`, `deployment/nginx`, `deploy,rs,pods`, `all`.
 *
 * Models staging/src/k8s.io/cli-runtime/pkg/resource/builder.go ResourceTypeOrNameArgs (v1.36)
 */
export function* resolveTargets(session: Session, words: readonly string[]): Process<readonly Target[] | Failure> {
  if (words.some((word) => word.includes('/'))) return yield* resolvePairs(session, words);
  const [types = '', ...names] = words;
  const targets: Target[] = [];
  for (const word of types.split(',')) {
    const category = yield* categoryMembers(session, word);
    if (category.length > 0) {
      targets.push(...category.map((resource) => ({ resource, names })));
      continue;
    }
    const resource = yield* resolveResource(session, word);
    if (isFailure(resource)) return resource;
    targets.push({ resource, names });
  }
  // A type that is named twice is meant once.
  return targets.filter(({ resource }, at) => targets.findIndex((one) => one.resource === resource) === at);
}

function* resolvePairs(session: Session, words: readonly string[]): Process<readonly Target[] | Failure> {
  const targets: Target[] = [];
  for (const word of words) {
    const [type = '', name = '', ...more] = word.split('/');
    if (more.length > 0) return failure(`arguments in resource/name form may not have more than one slash`);
    if (word.includes('/') && (type === '' || name === '')) {
      return failure('arguments in resource/name form must have a single resource and name');
    }
    if (type === '' || name === '') {
      return failure(
        `there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. 'kubectl get resource/<resource_name>' instead of 'kubectl get resource resource/<resource_name>'`,
      );
    }
    const resource = yield* resolveResource(session, type);
    if (isFailure(resource)) return resource;
    targets.push({ resource, names: [name] });
  }
  return targets;
}

export function* resolveResource(session: Session, word: string): Process<Discovered | Failure> {
  const resource = yield* lookUp(session, (known) => findResource(known, word));
  if (resource !== undefined) yield* warnOfOthers(session, word, resource);
  return resource ?? failure(`the server doesn't have a resource type "${word.split('.')[0]}"`);
}

/** A short name may mean something else as well. */
export function* warnOfOthers(session: Session, word: string, found: Discovered): Process {
  const [other] = othersOfShortName(yield* discover(session), word, found);
  if (other === undefined) return;
  session.warn(`short name "${word}" could also match lower priority resource ${resourceWord(other)}`);
}

/** Asked of what is known only: most words are no category, and a miss must not make discovery run again. */
function* categoryMembers(session: Session, word: string): Process<readonly Discovered[]> {
  return findCategory(yield* discover(session), word);
}

/** What files name is chosen among by the labels that it has now. */
export function isLabelled(object: unknown, options: Options): boolean {
  if (!options.has('filename') || !options.has('selector')) return true;
  const selector = parseSelector(options.text('selector'));
  return 'error' in selector || matchesRequirements(selector.requirements, (object as KObject).metadata.labels);
}
