import { crdArrayWatcher } from './crd-array-watcher/scenario.ts';
import type { Scenario } from './scenario.ts';

export type { Scenario } from './scenario.ts';

export const SCENARIOS: readonly Scenario[] = [crdArrayWatcher];
