import { expect, it } from 'vitest';
import { keptResources, problemsOf } from './run.ts';

/** Those that most components listen to. */
const LISTENED: readonly string[] = [
  'pods',
  'nodes',
  'services',
  'deployments',
  'daemonsets',
  'jobs',
  'persistentvolumeclaims',
  'replicationcontrollers',
  'servicecidrs',
  'clusterroles',
  'customresourcedefinitions',
  'flowschemas',
  'validatingwebhookconfigurations',
];

it('STO8: what no server would have written ends nobody, and all that has nothing to do with it goes on', () => {
  const problems = keptResources()
    .filter(({ resource }) => LISTENED.includes(resource))
    .flatMap((info) => problemsOf(info, 1, 1));
  expect(problems).toEqual([]);
}, 60_000);
