export type { GraphRow } from './garbagecollector/graph.ts';
export {
  type ControllerManager,
  type ControllerManagerOptions,
  createControllerManager,
} from './manager.ts';
