export { type Breakage, breakageOf } from './breakage.ts';
export type { Clock } from './clock.ts';
export { Actor, Context, mergeOrigins, type Origin, Trail } from './context.ts';
export { Cursor } from './cursor.ts';
export { Engine, type EngineOptions } from './engine.ts';
export {
  BACKGROUND,
  type Delta,
  Journal,
  type Read,
  type Recording,
  type Step,
  type StepOf,
  type Thinned,
  type Thinning,
} from './journal.ts';
export type { Level, Scalar, StepArgs, StepKind } from './kind.ts';
export type { Owner } from './owner.ts';
export {
  type Process,
  type Soon,
  settle,
  type Task,
  type Wait,
} from './process.ts';
export { Random } from './random.ts';
export { type GivenInput, type Program, Run, type Stop, type Stopped } from './run.ts';
export { all, Deferred, Mailbox, Signal, TIMED_OUT, within } from './sync.ts';
export type { Table } from './table.ts';
export { type TableFamily, type TableName, tableFamily, tableName } from './table-name.ts';
export type { Due, Timer } from './timer.ts';
