export { type CelProblem, type CelProgram, compileCel, isProblem, type Variables } from './compile.ts';
export { type AccessAnswer, type AccessQuestion, Authorizer } from './functions/authorizer.ts';
export { toJson } from './functions/lists.ts';
export { shown } from './functions/strings.ts';
export {
  CelError,
  Extension,
  equal,
  fail,
  isList,
  isMap,
  mapGet,
  mapKeys,
  Optional,
  Timestamp,
  typeName,
  type Value,
} from './values.ts';
