import type { KObject } from '../../api/types/meta.ts';
import type { DiagnosisView, UnmetView } from '../../protocol/diagnosis-view.ts';
import type { StepArgs } from '../../steps/define.ts';
import { evidenceOf } from './evidence.ts';
import type { Instant } from './instant.ts';
import { deedBehind } from './moments.ts';
import { RULES } from './rules/index.ts';
import { wishOfOwned } from './rules/owned.ts';
import { type Hold, isSettled, type Unmet } from './unmet.ts';
import { World } from './world.ts';

/** So many are told in full; of the others it is said how many there are. */
const MOST_TOLD = 20;
/** While the cluster is on its way so many are looked at: of most wishes of such a moment there is nothing to say. */
const MOST_ASKED = 60;

/** The wishes that are not met at an instant, by importance, each with what holds it up. Reads tables and the journal alone. */
export class Diagnosis {
  private readonly world: World;
  private readonly found: readonly Unmet[];
  /** What holds a wish up is worked out once. */
  private readonly holds = new Map<Unmet, Hold>();

  constructor(
    private readonly at: Instant,
    /** Whether nothing is on its way any more: what is not met then will not be by itself. */
    private readonly isAtRest: boolean,
  ) {
    this.world = new World(at);
    const found = RULES.flatMap(({ find }) => [...find(this.world)]);
    this.found = isAtRest ? found : found.slice(0, MOST_ASKED).filter((unmet) => isSettled(this.holdOf(unmet), at));
  }

  get view(): DiagnosisView {
    return { unmet: this.found.slice(0, MOST_TOLD).map((unmet) => this.told(unmet)), count: this.found.length };
  }

  /** Those of one object, and those that it holds up; also of a Pod or a set that is told with its owner. */
  about(subject: string): readonly UnmetView[] {
    const found = this.of(subject);
    const others = this.view.unmet.filter(({ held, subject: whose }) => held === subject && whose !== subject);
    return [...found.map((unmet) => this.told(unmet)), ...others];
  }

  /** The steps that show what holds the first wish of an object up, the newest first. */
  evidence(subject: string): readonly number[] {
    const [first] = this.of(subject);
    return first === undefined ? [] : evidenceOf(this.at, first, this.holdOf(first));
  }

  private of(subject: string): readonly Unmet[] {
    const own = this.found.filter((unmet) => unmet.subject === subject);
    if (own.length > 0) return own;
    const object = this.world.get<KObject>(subject);
    const owned = object === undefined ? undefined : wishOfOwned(this.world, object, subject);
    return owned === undefined || !(this.isAtRest || isSettled(this.holdOf(owned), this.at)) ? [] : [owned];
  }

  private holdOf(unmet: Unmet): Hold {
    let hold = this.holds.get(unmet);
    if (hold === undefined) {
      hold = unmet.hold();
      this.holds.set(unmet, hold);
    }
    return hold;
  }

  private told(unmet: Unmet): UnmetView {
    const { at } = this;
    const { subject, wish } = unmet;
    const hold = this.holdOf(unmet);
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
}
