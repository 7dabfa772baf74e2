export type { GraphRow } from './garbagecollector/graph.ts';
export {
  type ControllerManager,
  createControllerManager,
} from './manager.ts';
export type { ControllerManagerOptions } from './shared/declaration.ts';
