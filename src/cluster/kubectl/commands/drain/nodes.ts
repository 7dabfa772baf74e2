import type { Node } from '../../../../api/types/core.ts';
import type { Process } from '../../../../engine/index.ts';
import type { Discovered } from '../../client/discovery.ts';
import type { Options } from '../../flags/options.ts';
import { type Failure, failure, isFailure, messageOf, misused } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import { resolveTargets } from '../../targets/target.ts';
import { type Fetched, fetchTargets, STRATEGIC, sendChange } from '../../writing/change.ts';
import { dryRunOf, suffixOf } from '../../writing/writing.ts';

/** Models staging/src/k8s.io/kubectl/pkg/cmd/drain/drain.go RunCordonOrUncordon (v1.36) */
export function cordon(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  return cordonOrUncordon(session, words, options, true);
}

export function uncordon(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  return cordonOrUncordon(session, words, options, false);
}

function* cordonOrUncordon(
  session: Session,
  words: readonly string[],
  options: Options,
  unschedulable: boolean,
): Process<number | Failure> {
  const what = unschedulable ? 'cordon' : 'uncordon';
  if (words.length === 0 && !options.has('selector')) return usage(what);
  const twice = namedAndSelected(words, options);
  if (twice !== undefined) return twice;
  const dryRun = dryRunOf(session, options);
  if (isFailure(dryRun)) return dryRun;
  const nodes = yield* fetchNodes(session, words, options);
  if (isFailure(nodes)) return nodes;
  yield* cordonAll(session, nodes, what, options);
  return 0;
}

/** What keeps one node from being changed is said, and the next one is changed. */
export function* cordonAll(
  session: Session,
  nodes: readonly Fetched[],
  what: 'cordon' | 'uncordon',
  options: Options,
): Process {
  for (const target of nodes) {
    const result = yield* cordonTarget(session, target, what === 'cordon', options);
    if (isFailure(result)) {
      session.complain(`error: unable to ${what} node "${target.name}": ${messageOf(result)}\n`);
    }
  }
}

/** Nodes are named, or chosen by labels. */
export function namedAndSelected(words: readonly string[], options: Options): Failure | undefined {
  return words.length > 0 && (options.text('selector') ?? '') !== ''
    ? misused(options, 'cannot specify both a node name and a --selector option')
    : undefined;
}

/** `node-1` and `node/node-1`. Unlike elsewhere the first one that is not there ends the command. */
export function* fetchNodes(
  session: Session,
  words: readonly string[],
  options: Options,
): Process<readonly Fetched[] | Failure> {
  if (words.length === 0) return yield* fetchTargets(session, ['nodes'], options);
  const named = words.filter((word) => word.includes('/'));
  const pairs = named.length === 0 ? [] : yield* resolveTargets(session, named);
  if (isFailure(pairs)) return pairs;
  const isOther = ({ resource }: { readonly resource: Discovered }): boolean => resource !== pairs[0]?.resource;
  const hasPlain = words.some((word) => !word.includes('/'));
  if (pairs.some((pair) => isOther(pair) || (hasPlain && pair.resource.kind !== 'Node'))) {
    return failure('you may only specify a single resource type');
  }
  const nodes: Fetched[] = [];
  for (const word of words) {
    const fetched = yield* fetchTargets(session, word.includes('/') ? [word] : ['nodes', word], options);
    if (isFailure(fetched)) return fetched;
    const other = fetched.find(({ resource }) => resource.kind !== 'Node')?.resource;
    if (other !== undefined) {
      const { group, version, resource } = other;
      return failure(`expected resource of type node, got "${group}/${version}, Resource=${resource}"`);
    }
    nodes.push(...fetched);
  }
  return nodes;
}

/** Does nothing but say so when the node is as wanted already. */
function* cordonTarget(
  session: Session,
  target: Fetched,
  unschedulable: boolean,
  options: Options,
): Process<undefined | Failure> {
  const done = unschedulable ? 'cordoned' : 'uncordoned';
  const node = target.object as Node;
  if ((node.spec.unschedulable === true) === unschedulable) {
    const dryRun = dryRunOf(session, options);
    if (isFailure(dryRun)) return dryRun;
    session.print(`${target.label} already ${done}${suffixOf(dryRun)}\n`);
    return undefined;
  }
  const patch = { spec: { unschedulable: unschedulable ? true : null } };
  const after = { ...node, spec: { ...node.spec, unschedulable } };
  return yield* sendChange(session, target, { manager: '', done, contentType: STRATEGIC, patch, options, after });
}

export function usage(command: string): Failure {
  return failure(`USAGE: ${command} NODE [flags]\nSee 'kubectl ${command} -h' for help and examples`);
}
