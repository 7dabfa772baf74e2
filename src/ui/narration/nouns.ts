import { nameOf } from '../../narration/render.ts';
import type { StageView } from '../../protocol/views.ts';
import type { TextKey, Translate } from '../i18n/words.ts';
import { controllerKind, shortActor } from '../widgets/kit/actors.ts';
import type { Looking } from '../widgets/kit/host.ts';

/** Subjects of steps that are no objects: numbers of ours, queues, parts of the network. */
const NO_OBJECTS = /^(?:kubectl|connections|requests|workqueue|network|client)\/|^[^/]*$/;

/** Where a noun of a sentence leads: a node, an object that the step or the map knows, a controller; else nowhere. */
export function openedBy(
  noun: string,
  stage: Pick<StageView, 'nodes' | 'pendingPods' | 'tickets' | 'lines'> | undefined,
  subjects: readonly (string | undefined)[],
  t: Translate,
): Looking | undefined {
  if (stage === undefined || noun.length < 2) return undefined;
  if (stage.nodes.some(({ name }) => name === noun)) return { panel: 'node', node: noun };
  const subject = objectNamed(noun, stage, subjects);
  if (subject !== undefined) return { panel: 'object', subject };
  const actor = stage.lines.find((line) => namesOf(line.actor, t).includes(noun))?.actor;
  if (actor === undefined) return undefined;
  return { panel: actor === 'kube-scheduler' ? 'scheduler' : 'queues' };
}

function objectNamed(
  noun: string,
  { nodes, pendingPods, tickets }: Pick<StageView, 'nodes' | 'pendingPods' | 'tickets'>,
  subjects: readonly (string | undefined)[],
): string | undefined {
  const known = [
    ...subjects,
    ...pendingPods.map(({ subject }) => subject),
    ...nodes.flatMap(({ pods }) => pods.map(({ subject }) => subject)),
    ...tickets.map(({ subject }) => subject),
  ];
  return known.find(
    (subject) =>
      subject !== undefined &&
      !NO_OBJECTS.test(subject) &&
      !subject.endsWith('/') &&
      (nameOf(subject) === noun || (noun.includes('/') && subject.endsWith(`/${noun}`))),
  );
}

/** As it is called in sentences: `ReplicaSet controller`, `kube-scheduler`, `garbage-collector`. */
function namesOf(actor: string, t: Translate): readonly string[] {
  if (actor.includes('/') || actor === 'kubectl') return [];
  const kind = controllerKind(actor);
  const own = t(`actor.${actor}` as TextKey);
  return [
    actor,
    shortActor(actor),
    own,
    own.toLowerCase(),
    kind === undefined ? actor : t('actor.controller', { kind }),
  ];
}
