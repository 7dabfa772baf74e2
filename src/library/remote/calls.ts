import type { Cluster } from '../contract.ts';

/** The methods of a cluster that can be called from outside its worker: those whose arguments and results can be sent. */
export const CALLS = [
  'apply',
  'kubectl',
  'shell',
  'talk',
  'stop',
  'start',
  'disturb',
  'advance',
  'settle',
  'step',
  'seek',
  'stepAt',
  'causesOf',
  'get',
  'list',
  'readiness',
  'tables',
  'table',
  'diagnose',
  'story',
  'save',
] as const satisfies readonly (keyof Cluster)[];
