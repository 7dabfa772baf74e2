import type { Scenario } from '../scenario.ts';
import { brokenWatch } from './broken-watch.ts';
import { indexOfYourOwn } from './index-of-your-own.ts';
import { informer } from './informer.ts';
import { listWatch } from './list-watch.ts';
import { watchEvents } from './watch-events.ts';

export const watchingScenarios: readonly Scenario[] = [listWatch, watchEvents, brokenWatch, informer, indexOfYourOwn];
