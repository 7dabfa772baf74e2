import type { Scene } from '../scene.ts';
import { CHANGES } from './changes.ts';
import { ENDINGS } from './endings.ts';
import { EXAMPLES } from './examples.ts';
import { HEALING } from './healing.ts';
import { NODES } from './nodes.ts';
import { OBJECTS } from './objects.ts';
import { PODS } from './pods.ts';
import { POLICY } from './policy.ts';
import { REFUSALS } from './refusals.ts';
import { ROLLOUTS } from './rollouts.ts';
import { ROOM } from './room.ts';
import { WORKLOADS } from './workloads.ts';

export const SCENES: readonly Scene[] = [
  ...PODS,
  ...WORKLOADS,
  ...NODES,
  ...POLICY,
  ...OBJECTS,
  ...ROLLOUTS,
  ...ENDINGS,
  ...REFUSALS,
  ...CHANGES,
  ...HEALING,
  ...EXAMPLES,
  ...ROOM,
];
