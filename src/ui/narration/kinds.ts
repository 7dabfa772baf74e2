import { gatherKinds } from './narrator.ts';

/** Every kind of step with what it models, where it is documented, and what reality does besides. */
export const stepKinds = gatherKinds(
  import.meta.glob(['../../steps/*.ts', '!**/define.ts', '!**/*.test.ts'], { eager: true }),
);
