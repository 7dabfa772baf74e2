import {
  CelError,
  type CelProgram,
  checkCel,
  compileCel,
  isProblem,
  type Meter,
  type Variables,
} from '../../api/cel/index.ts';
import { BOOL, type CelType, DOUBLE, DYN, INT, mapOf, recordType, STRING, typeText } from '../../api/cel/types.ts';
import { SECOND } from '../../base/time/units.ts';
import type { Step } from '../../engine/index.ts';
import { componentOf } from '../../steps/index.ts';
import type { Snapshot } from '../snapshot.ts';
import { stationOf } from './conditions.ts';

/** What an expression may say of a step. */
const STEP = recordType('Step', {
  kind: STRING,
  family: STRING,
  component: STRING,
  level: STRING,
  station: STRING,
  actor: STRING,
  client: STRING,
  subject: STRING,
  resource: STRING,
  namespace: STRING,
  name: STRING,
  number: INT,
  seconds: DOUBLE,
  args: mapOf(STRING, DYN),
});
const VARIABLES: ReadonlyMap<string, CelType> = new Map([
  ['step', STEP],
  ['object', DYN],
  ['oldObject', DYN],
]);

/** What one answer may cost: a hundredth of what a policy may take, for it is asked at every step. */
const MOST_COST = 10_000;

/** An expression of a breakpoint, read once. */
export interface Expression {
  /** It speaks of the step; one that does not can only come to be true where an object is written. */
  readonly namesStep: boolean;
  /** Throws a CelError where it has no answer. What it costs is added to `meter`. */
  ask(variables: ExpressionVariables, meter: Meter): boolean;
}

/** Read when the expression gets to them. */
export interface ExpressionVariables {
  readonly step: unknown;
  readonly object: unknown;
  readonly oldObject: unknown;
}

/** It takes more than an expression may that is asked at every step. */
export class TooCostly extends CelError {}

/** The expression, or all that is wrong with it: message, line and a caret below the place. */
export function readExpression(text: string): Expression | { readonly problem: string } {
  const checked = checkCel(text, { variables: VARIABLES });
  if (isProblem(checked)) return checked;
  const type = typeText(checked.type);
  if (type !== BOOL.name && type !== DYN.name) return { problem: `must evaluate to bool but got ${type}` };
  const program = compileCel(text, VARIABLES.keys());
  return isProblem(program) ? program : expressionOf(program);
}

function expressionOf(program: CelProgram): Expression {
  return {
    namesStep: program.uses.has('step'),
    ask(variables, meter) {
      const own = { cost: 0 };
      try {
        const answer = program.evaluate(variables as unknown as Variables, own, MOST_COST);
        if (typeof answer !== 'boolean') throw new CelError(`must evaluate to bool but got ${typeof answer}`);
        return answer;
      } catch (error) {
        if (own.cost > MOST_COST) throw new TooCostly((error as Error).message);
        throw error;
      } finally {
        meter.cost += own.cost;
      }
    },
  };
}

/** What an expression is told of a step. */
export function stepVariable(snapshot: Snapshot, seq: number): object {
  const { journal } = snapshot;
  const step = journal.step(seq);
  const [resource = '', ...names] = step.subject.split('/');
  return {
    kind: step.kind.name,
    family: step.kind.family ?? step.kind.name,
    component: componentOf(step.kind),
    level: step.kind.level,
    station: stationOf(journal, seq) ?? '',
    actor: step.actor,
    client: snapshot.requests.of(seq)?.client ?? '',
    subject: step.subject,
    resource: resource.split('.')[0] ?? '',
    namespace: names.length > 1 ? (names[0] ?? '') : '',
    name: names.at(-1) ?? '',
    number: seq,
    seconds: snapshot.sinceStart(step.time) / SECOND,
    args: argsOf(step),
  };
}

function argsOf({ args }: Step): object {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
}
