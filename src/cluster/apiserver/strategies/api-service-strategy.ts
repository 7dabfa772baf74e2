import { guarded, plainStrategy, type Strategy, withTop } from './strategy.ts';

// Models staging/src/k8s.io/kube-aggregator/pkg/registry/apiservice/strategy.go (v1.36)
export const apiServiceStrategy: Strategy = {
  ...guarded(plainStrategy),
  unconditionalUpdate: false,
  /** What this very server serves is available from the start. */
  prepareForCreate(object, { time }) {
    const local = (object.spec as { readonly service?: object } | undefined)?.service === undefined;
    return withTop(object, 'status', local ? { conditions: [localCondition(time)] } : {});
  },
  prepareForUpdate: (object, old) => withTop(object, 'status', old.status),
};

function localCondition(time: string): object {
  return {
    type: 'Available',
    status: 'True',
    lastTransitionTime: time,
    reason: 'Local',
    message: 'Local APIServices are always available',
  };
}
