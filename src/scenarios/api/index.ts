import type { Scenario } from '../scenario.ts';
import { endpoints } from './endpoints.ts';
import { etcd } from './etcd.ts';
import { paths } from './paths.ts';
import { storage } from './storage.ts';
import { storeLocks } from './store-locks.ts';

export const apiScenarios: readonly Scenario[] = [paths, storage, etcd, storeLocks, endpoints];
