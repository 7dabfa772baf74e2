import { accessClaims } from './access.ts';
import { apiClaims } from './api.ts';
import type { Claims } from './claim.ts';
import { extendClaims } from './extend.ts';
import { networkClaims } from './network.ts';
import { nodeClaims } from './node.ts';
import { podClaims } from './pods.ts';
import { watchingClaims } from './watching.ts';

/** What the parts of all scenarios say: one list a part. */
export const CLAIMS: Claims = {
  ...podClaims,
  ...watchingClaims,
  ...accessClaims,
  ...extendClaims,
  ...apiClaims,
  ...nodeClaims,
  ...networkClaims,
};
