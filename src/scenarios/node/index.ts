import type { Scenario } from '../scenario.ts';
import { crdArrayWatcher } from './crd-array-watcher.ts';
import { duties } from './duties.ts';
import { kubelet } from './kubelet.ts';
import { pressure } from './pressure.ts';
import { resize } from './resize.ts';
import { volumes } from './volumes.ts';

export const nodeScenarios: readonly Scenario[] = [kubelet, duties, pressure, resize, volumes, crdArrayWatcher];
