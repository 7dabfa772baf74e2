import { compareRuns } from '../inspect/compare/compare.ts';
import type { Comparison } from '../protocol/compare-view.ts';
import type { Branch } from './branch.ts';
import { isRestless, type Patience } from './restless.ts';

/** Two branches that are held against each other once both have come to rest; nobody is moved by it. */
export class SideBySide {
  private readonly begun: ReadonlyMap<Branch, { readonly steps: number; readonly time: number }>;

  constructor(
    private readonly left: Branch,
    private readonly right: Branch,
    /** A run that does not come to rest is compared as far as it has come. */
    private readonly patience: Patience,
  ) {
    this.begun = new Map(
      [left, right].map((branch) => {
        const { stepCount: steps, now: time } = branch.run.engine;
        return [branch, { steps, time }];
      }),
    );
  }

  /** Runs both on; true once nothing is left to do. */
  advance(occurrences: number): boolean {
    return [this.left, this.right].every((branch) => this.isDone(branch) || this.ahead(branch, occurrences));
  }

  compare(): Comparison {
    const { left, right } = this;
    for (const { snapshot } of [left, right]) snapshot.refresh();
    return compareRuns(left.snapshot, right.snapshot);
  }

  private ahead(branch: Branch, occurrences: number): boolean {
    branch.run.advance({ quiescent: true, occurrences });
    return this.isDone(branch);
  }

  /** What waits there begins when its reader is there. */
  private isDone(branch: Branch): boolean {
    const { engine } = branch.run;
    const { steps, time } = this.begun.get(branch) ?? { steps: 0, time: 0 };
    if (engine.quiescent || branch.ended !== undefined || branch.waiting.length > 0) return true;
    return isRestless(this.patience, engine.stepCount - steps, engine.now - time);
  }
}
