import type { Scenario } from '../scenario.ts';
import { crdArrayWatcher } from './crd-array-watcher.ts';

export const nodeScenarios: readonly Scenario[] = [crdArrayWatcher];
