import { crdArrayWatcher } from './crd-array-watcher/scenario.ts';
import { cronTab } from './cron-tab/scenario.ts';
import { fruit } from './fruit/scenario.ts';
import type { Scenario } from './scenario.ts';
import { videoProcessor } from './video-processor/scenario.ts';

export type { Scenario } from './scenario.ts';

export const SCENARIOS: readonly Scenario[] = [crdArrayWatcher, cronTab, fruit, videoProcessor];
