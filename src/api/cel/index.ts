export { type CelDeclarations, type CheckedCel, checkCel } from './check.ts';
export type { Variables } from './code.ts';
export { type CelProgram, compileCel } from './compile.ts';
export { type AccessAnswer, type AccessQuestion, Authorizer } from './functions/authorizer.ts';
export { toJson } from './functions/lists.ts';
export { shown } from './functions/text-formatting.ts';
export type { Meter } from './meter.ts';
export { type CelProblem, isProblem } from './problems.ts';
export { celPrograms } from './programs.ts';
export {
  CelError,
  Extension,
  equal,
  fail,
  isList,
  isMap,
  mapGet,
  mapKeys,
  Native,
  NONE,
  Optional,
  Timestamp,
  typeName,
  type Value,
} from './values/values.ts';
