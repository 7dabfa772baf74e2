import { equalJson } from '../base/equality.ts';
import type { BranchInfo } from '../protocol/messages.ts';
import type { RecordedInput, RunDescription } from '../protocol/run-description.ts';
import type { Branch } from './branch.ts';

/** All lines of inputs that there are: none knows of another one, but of where it began. */
export class Branches {
  private list: Branch[] = [];
  /** So many have begun: numbers are not used again. */
  begun = 0;

  get infos(): readonly BranchInfo[] {
    return this.list.map(({ info }) => info);
  }

  add(branch: Branch): Branch {
    this.list.push(branch);
    this.begun = Math.max(this.begun, branch.id + 1);
    return branch;
  }

  of(id: number): Branch {
    const found = this.list.find((branch) => branch.id === id);
    if (found === undefined) throw new Error(`there is no branch ${id}`);
    return found;
  }

  has(id: number): boolean {
    return this.list.some((branch) => branch.id === id);
  }

  /** Answers which one to look at in its place. The last one stays. */
  delete(id: number): Branch {
    const branch = this.of(id);
    if (this.list.length === 1) throw new Error('the last branch cannot be deleted');
    this.list = this.list.filter((other) => other !== branch);
    branch.isDeleted = true;
    let { origin } = branch;
    while (origin?.parent.isDeleted === true) origin = origin.parent.origin;
    return origin?.parent ?? (this.list.at(-1) as Branch);
  }

  /** So much of what was given to it is in no other. */
  onlyIn(id: number): number {
    const branch = this.of(id);
    const shared = this.list.map((other) => (other === branch ? 0 : sharedBy(branch, other)));
    return branch.inputs.length - Math.max(0, ...shared);
  }
}

/** So many inputs from the beginning on are the same. */
function sharedBy(a: Branch, b: Branch): number {
  if (a.description !== b.description && !isSameCluster(a.description, b.description)) return 0;
  const differs = a.inputs.findIndex((given, place) => !isSame(given, b.inputs[place]));
  return differs < 0 ? a.inputs.length : differs;
}

function isSameCluster(a: RunDescription, b: RunDescription): boolean {
  return a.seed === b.seed && equalJson(a.cluster, b.cluster);
}

function isSame(a: RecordedInput, b: RecordedInput | undefined): boolean {
  return a.afterOccurrence === b?.afterOccurrence && a.time === b.time && equalJson(a.input, b.input);
}
