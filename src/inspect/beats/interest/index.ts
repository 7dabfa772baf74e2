import { BY_THEMSELVES } from './by-themselves.ts';
import { COMMANDS } from './commands.ts';
import { CONTROLLERS, SCHEDULING } from './controllers.ts';
import { NODES } from './nodes.ts';
import { REQUESTS } from './requests.ts';
import type { Interest } from './rule.ts';

/** What makes a beat, as data. */
export const INTEREST: readonly Interest[] = [
  ...COMMANDS,
  ...REQUESTS,
  ...CONTROLLERS,
  ...SCHEDULING,
  ...NODES,
  ...BY_THEMSELVES,
];
