import { aside, type Claims, shows, step, stored } from '../../worker/claims/claim.ts';

const _requests = (times: number) => step('kubectl.request', { times });

/** What the parts say. */
export const claims: Claims = {
  resources: [
    [/Allocatable:\n +cpu: +2/, shows('"name":"cpu","capacity":"2","allocatable":"2","requested":"0"')],
    [
      /sized created/,
      step('scheduler.filterPlugin', { args: { plugin: 'NodeResourcesFit', passed: 3 } }),
      step('scheduler.preFilter', { args: { active: 4, skipped: 10 } }),
      shows('"skippedFilters":[{', '"totals":['),
    ],
    [
      /^Burstable$/,
      shows('"cgroups":[{', '"cpuMax":', '"memoryMax":', 'default/sized'),
      aside('as the tab heads its columns', 'cpu.weight', 'cpu.max', 'memory.max'),
    ],
    [
      /too-big created/,
      stored('pods/default/too-big', 'spec.containers.0.resources.requests.cpu', '64'),
      step('scheduler.filterPlugin', { args: { plugin: 'NodeResourcesFit', refused: 3 } }),
      shows('"unschedulable":["default/too-big"]', 'Preemption is not helpful'),
    ],
    [/3 Insufficient cpu.*Preemption is not helpful/, shows('Insufficient cpu')],
  ],
};
