import type { Scenario } from '../scenario.ts';
import { aggregation } from './aggregation.ts';
import { conversion } from './conversion.ts';
import { cronTab } from './cron-tab.ts';
import { fruit } from './fruit.ts';
import { operator } from './operator.ts';
import { versions } from './versions.ts';
import { videoProcessor } from './video-processor.ts';

export const extendScenarios: readonly Scenario[] = [
  cronTab,
  versions,
  conversion,
  fruit,
  videoProcessor,
  operator,
  aggregation,
];
