export {
  type ControllerManager,
  type ControllerManagerOptions,
  createControllerManager,
} from './controller-manager.ts';
export type { GraphRow } from './garbagecollector/graph.ts';
