import { defineSteps, step } from './define.ts';

/** Kinds of step of controllers that a first story does without. */
export const upkeepSteps = defineSteps('upkeep', {
  mirrored: step<{ created: number; updated: number; deleted: number }>({
    level: 'step',
    models: 'pkg/controller/endpointslicemirroring/reconciler.go',
    docs: 'https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/#endpointslice-mirroring',
  }),
});
