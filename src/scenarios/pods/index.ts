import type { Scenario } from '../scenario.ts';
import { converge } from './converge.ts';
import { discovery } from './discovery.ts';
import { generators } from './generators.ts';
import { resources } from './resources.ts';
import { sevenArrows } from './seven-arrows.ts';
import { twelveSteps } from './twelve-steps.ts';
import { validation } from './validation.ts';
import { verbose } from './verbose.ts';

export const podScenarios: readonly Scenario[] = [
  sevenArrows,
  twelveSteps,
  converge,
  validation,
  generators,
  discovery,
  verbose,
  resources,
];
