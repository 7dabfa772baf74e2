import { authorizer } from './authorizer.ts';
import { core } from './core.ts';
import { formats } from './format.ts';
import { kubernetes } from './kubernetes.ts';
import { lists } from './lists.ts';
import { network } from './network.ts';
import { strings } from './strings.ts';
import { time } from './time.ts';
import type { Implementation } from './types.ts';

export type { Implementation } from './types.ts';

/** Every function by its name. A method gets what it is called on as the first argument; one of a library has its path. */
export const FUNCTIONS: ReadonlyMap<string, Implementation> = new Map([
  ...core,
  ...strings,
  ...lists,
  ...time,
  ...kubernetes,
  ...network,
  ...authorizer,
  ...formats,
]);
