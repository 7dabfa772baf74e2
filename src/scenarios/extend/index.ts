import type { Scenario } from '../scenario.ts';
import { cronTab } from './cron-tab.ts';
import { fruit } from './fruit.ts';
import { operator } from './operator.ts';
import { videoProcessor } from './video-processor.ts';

export const extendScenarios: readonly Scenario[] = [cronTab, fruit, videoProcessor, operator];
