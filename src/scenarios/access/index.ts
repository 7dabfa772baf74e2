import type { Scenario } from '../scenario.ts';
import { authenticators } from './authenticators.ts';
import { authorizers } from './authorizers.ts';
import { roles } from './roles.ts';

export const accessScenarios: readonly Scenario[] = [authenticators, authorizers, roles];
