import type { DiagnosisView, UnmetView } from '../../protocol/diagnosis-view.ts';
import type { StepArgs } from '../../steps/define.ts';
import type { Instant } from './instant.ts';
import { deedBehind } from './moments.ts';
import { RULES } from './rules/index.ts';
import type { Unmet } from './unmet.ts';
import { World } from './world.ts';

/** So many are told in full; of the others it is said how many there are. */
const MOST_TOLD = 20;

/** The wishes that are not met at the cursor, by importance, each with what holds it up. Reads tables and the journal alone. */
export function diagnose(at: Instant): DiagnosisView {
  const world = new World(at);
  const found = RULES.flatMap(({ find }) => [...find(world)]);
  return { unmet: found.slice(0, MOST_TOLD).map((unmet) => told(at, unmet)), count: found.length };
}

function told(at: Instant, { subject, wish, hold: find }: Unmet): UnmetView {
  const hold = find();
  const seq = hold.since?.();
  const deed = hold.deed === undefined ? deedBehind(at, seq) : hold.deed();
  return {
    subject,
    wish: { key: wish.key, args: wish.args as StepArgs },
    hold: { key: hold.told.key, args: hold.told.args as StepArgs },
    held: hold.held,
    ...(hold.nodes === undefined ? {} : { nodes: hold.nodes() }),
    since: seq === undefined ? undefined : { micros: at.now - at.journal.timeOf(seq), seq },
    deed: deed === undefined ? undefined : at.view(deed),
    change: hold.change,
    undo: hold.undo,
  };
}
