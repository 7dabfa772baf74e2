import type { Scenario } from '../scenario.ts';
import { listWatch } from './list-watch.ts';
import { watchEvents } from './watch-events.ts';

export const watchingScenarios: readonly Scenario[] = [listWatch, watchEvents];
