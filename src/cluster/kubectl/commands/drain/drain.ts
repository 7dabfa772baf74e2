import { parseSelector } from '../../../../api/selectors/selectors.ts';
import type { Process } from '../../../../engine/index.ts';
import { aggregate, Failure, failure, isFailure, messageOf } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import type { Fetched } from '../../writing/change.ts';
import type { DryRun } from '../../writing/dry-run.ts';
import { dryRunOf, suffixOf } from '../../writing/writing.ts';
import { podsToRemove } from './drain-pods.ts';
import { deletePods, evictPods } from './drain-removal.ts';
import type { DrainOptions } from './flags.ts';
import { cordonAll, fetchNodes, namedAndSelected, usage } from './nodes.ts';

/** Models staging/src/k8s.io/kubectl/pkg/cmd/drain/drain.go (v1.36) */
export function* drain(
  session: Session,
  words: readonly string[],
  options: DrainOptions<'drain'>,
): Process<number | Failure> {
  if (words.length === 0 && !options.has('selector')) return usage('drain');
  const twice = namedAndSelected(words, options);
  if (twice !== undefined) return twice;
  const dryRun = dryRunOf(session, options);
  if (isFailure(dryRun)) return dryRun;
  if ('error' in parseSelector(options.text('pod-selector')))
    return failure('--pod-selector=<pod_selector> must be a valid label selector');
  const fetched = yield* fetchNodes(session, words, options);
  if (isFailure(fetched)) return fetched;
  yield* cordonAll(session, fetched, 'cordon', options);
  const failed = new Map<string, readonly string[] | Failure>();
  for (const target of fetched) {
    const problems = yield* drainNode(session, target, options, dryRun);
    if (!isFailure(problems) && problems.length === 0) {
      session.print(`${target.label} drained${suffixOf(dryRun)}\n`);
      continue;
    }
    session.complain(
      `error: unable to drain node "${target.name}" due to error: ${told(problems)}, continuing command...\n`,
    );
    failed.set(target.name, problems);
  }
  if (failed.size === 0) return 0;
  const nodes = [...failed.keys()].map((name) => ` ${name}\n`).join('');
  return new Failure(`There are pending nodes to be drained:\n${nodes}${lastWords([...failed.values()])}`);
}

const told = (problems: readonly string[] | Failure): string =>
  isFailure(problems) ? messageOf(problems) : aggregate(problems);

/** What kept one node is told line by line, what kept several in one line each. */
function lastWords(failed: readonly (readonly string[] | Failure)[]): string {
  const [first = []] = failed;
  if (failed.length > 1) return failed.map((problems) => `${told(problems)}\n`).join('');
  if (isFailure(first)) return first.text;
  const isAlone = first.length === 1 && !/^(?:cannot delete|error when) /.test(first[0] ?? '');
  return isAlone ? `error: ${first[0]}\n` : first.map((problem) => `${problem}\n`).join('');
}

/** What is wrong, when anything is. */
function* drainNode(
  session: Session,
  target: Fetched,
  options: DrainOptions<'drain'>,
  dryRun: DryRun,
): Process<readonly string[] | Failure> {
  const sorted = yield* podsToRemove(session, target.name, options);
  if (isFailure(sorted)) return sorted;
  if (sorted.errors.length > 0) return sorted.errors;
  if (sorted.warnings.length > 0) session.warn(sorted.warnings.join('; '));
  if (sorted.pods.length === 0) return [];
  if (dryRun === 'client') {
    for (const { metadata } of sorted.pods)
      session.print(`evicting pod ${metadata.namespace}/${metadata.name} (dry run)\n`);
    return [];
  }
  const remove = options.is('disable-eviction') ? deletePods : evictPods;
  const problem = yield* remove(session, sorted.pods, options, dryRun);
  if (problem === undefined) return [];
  yield* tellOfPending(session, target.name, problem, options);
  return [problem];
}

/** What is left on the node is named before the reason. */
function* tellOfPending(session: Session, node: string, problem: string, options: DrainOptions<'drain'>): Process {
  const left = yield* podsToRemove(session, node, options);
  if (isFailure(left)) return;
  if (left.pods.length > 0) {
    session.complain(`There are pending pods in node "${node}" when an error occurred: ${problem}\n`);
    for (const { metadata } of left.pods) session.complain(`pod/${metadata.name}\n`);
  }
  if (left.errors.length > 0)
    session.complain(`Following errors occurred while getting the list of pods to delete:\n${aggregate(left.errors)}`);
}
