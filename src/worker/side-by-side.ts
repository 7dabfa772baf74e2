import { compareRuns } from '../inspect/compare/compare.ts';
import type { Comparison } from '../protocol/compare-view.ts';
import type { Branch } from './branch.ts';

/** Two branches that are held against each other once both have come to rest; nobody is moved by it. */
export class SideBySide {
  private readonly begun: ReadonlyMap<Branch, number>;

  constructor(
    private readonly left: Branch,
    private readonly right: Branch,
    /** A run that has not come to rest after so many more steps is compared as far as it has come. */
    private readonly restlessAfter: number,
  ) {
    this.begun = new Map([left, right].map((branch) => [branch, branch.run.engine.stepCount]));
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
    const ran = engine.stepCount - (this.begun.get(branch) ?? 0);
    return engine.quiescent || branch.ended !== undefined || branch.waiting.length > 0 || ran > this.restlessAfter;
  }
}
