import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that mostly wait for something outside: they begin first, and others use the processor meanwhile. */
const WAIT_MOSTLY = /\/scripts\/kernel\/kernel\.test\.ts$/;

/** Begun last, where their size puts them, they would be waited for alone: 80 of 610 seconds. */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waits = ({ moduleId }: TestSpecification) => WAIT_MOSTLY.test(moduleId);
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))];
  }
}
