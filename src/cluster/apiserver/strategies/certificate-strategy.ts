import { withJudgement } from './certificate-judgement.ts';
import { plainStrategy, type Strategy, withTop } from './strategy.ts';

/** Approval and the rest of the status are written by different people, each through a subresource of its own. */
// Models pkg/registry/certificates/certificates/strategy.go (v1.36)
export const certificateStrategy: Strategy = {
  ...plainStrategy,
  prepareForCreate: (object) => withTop(object, 'status', {}),
  prepareForUpdate: (object, old) => withTop(withTop(object, 'spec', old.spec), 'status', old.status),
  prepareForStatusUpdate: (object, old) => withJudgement(withTop(object, 'spec', old.spec), old),
};
