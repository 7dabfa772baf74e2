import type { Scenario } from '../scenario.ts';
import { converge } from './converge.ts';
import { discovery } from './discovery.ts';
import { generators } from './generators.ts';
import { resources } from './resources.ts';
import { sevenArrows } from './seven-arrows.ts';
import { validation } from './validation.ts';

export const podScenarios: readonly Scenario[] = [sevenArrows, converge, validation, generators, discovery, resources];
