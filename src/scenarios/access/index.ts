import type { Scenario } from '../scenario.ts';
import { adminAccount } from './admin-account.ts';
import { admission } from './admission.ts';
import { authenticators } from './authenticators.ts';
import { authorizers } from './authorizers.ts';
import { clients } from './clients.ts';
import { peopleAndPods } from './people-and-pods.ts';
import { rightsByClusterRole, rightsByRole, rightsOfAPerson } from './rights.ts';
import { roles } from './roles.ts';

export const accessScenarios: readonly Scenario[] = [
  clients,
  authenticators,
  authorizers,
  admission,
  peopleAndPods,
  roles,
  rightsByRole,
  rightsByClusterRole,
  rightsOfAPerson,
  adminAccount,
];
