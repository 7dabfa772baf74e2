// Models nothing upstream: a worker that does nothing, for tests of what stands beside it

import { unreachable } from '../../../base/assert.ts';
import type { Worker } from '../pods/pod-state.ts';

export const NOBODY: Worker = {
  begin: () => undefined,
  factsOf: (_, container) => unreachable(container as never),
};
