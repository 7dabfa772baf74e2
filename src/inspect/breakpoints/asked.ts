import { CelError } from '../../api/cel/index.ts';
import type { Breakpoint } from '../../protocol/breakpoint.ts';
import type { Snapshot } from '../snapshot.ts';
import { isWrite } from '../write-index.ts';
import { isAbout, meetsStep } from './conditions.ts';
import { type Expression, readExpression, stepVariable, TooCostly } from './expression.ts';
import { aroundStep, changesField, type Written, writtenBy } from './written.ts';

/** What a look at one step costs, next to what an expression costs by its own units. */
const LOOK = 1;

/** A breakpoint as it is asked of one step after another. */
export class Asked {
  /** What asking has cost so far. */
  cost = 0;
  private readonly expression: Expression | undefined;
  /** What must hold of the step in which the store takes a write. */
  private readonly ofStore: Pick<Breakpoint, 'kind' | 'station'>;
  /** It cannot be asked any more. */
  private broken: string | undefined;
  private answers = 0;
  /** How often each error came. */
  private readonly errors = new Map<string, number>();

  constructor(
    private readonly breakpoint: Breakpoint,
    private readonly snapshot: Snapshot,
  ) {
    const { kind, station } = breakpoint;
    this.ofStore = { ...(kind === undefined ? {} : { kind }), ...(station === undefined ? {} : { station }) };
    if (breakpoint.when === undefined) return;
    const read = readExpression(breakpoint.when);
    if ('problem' in read) this.broken = read.problem;
    else this.expression = read;
  }

  /** Why it has no answer: it cannot be read, costs too much, or has failed wherever it was asked. */
  get problem(): string | undefined {
    if (this.broken !== undefined || this.answers > 0) return this.broken;
    const [commonest] = [...this.errors].sort(([, one], [, other]) => other - one);
    return commonest?.[0];
  }

  /** Whether the run stops at a step: the same whenever and in whichever direction one asks. */
  holdsAt(seq: number): boolean {
    this.cost += LOOK;
    if (this.broken !== undefined) return false;
    const { breakpoint, snapshot } = this;
    if (!this.isMoment(seq)) return false;
    if (!this.asksOfWrites) return meetsStep(breakpoint, snapshot.journal, seq) && this.isTrue(seq, undefined);
    if (!isWrite(snapshot.journal, seq) || !this.isBy(seq)) return false;
    return writtenBy(snapshot, seq).some((written) => this.meets(seq, written));
  }

  /** A field changes, and what is said of an object alone comes true, where an object is written. */
  private get asksOfWrites(): boolean {
    const { field } = this.breakpoint;
    return field !== undefined || this.expression?.namesStep === false;
  }

  /** Of a write: its kind and station are those of the store; who made it is who asked the server for it. */
  private isBy(seq: number): boolean {
    const { journal, requests } = this.snapshot;
    if (!meetsStep(this.ofStore, journal, seq)) return false;
    const { actor } = this.breakpoint;
    return actor === undefined || actor === requests.of(seq)?.client || actor === journal.actorOf(seq);
  }

  private meets(seq: number, written: Written): boolean {
    this.cost += LOOK;
    const { field, value, verb } = this.breakpoint;
    if (verb !== undefined && verb !== this.snapshot.requests.of(seq)?.verb) return false;
    if (!isAbout(this.breakpoint, written.subject)) return false;
    return (field === undefined || changesField(written, field, value)) && this.isTrue(seq, written);
  }

  private isMoment(seq: number): boolean {
    const { moment } = this.breakpoint;
    if (moment === undefined) return true;
    const { journal } = this.snapshot;
    const at = Number(moment);
    const isIn = (step: number) => this.snapshot.sinceStart(journal.timeOf(step)) >= at;
    if (!isIn(seq)) return false;
    const before = journal.momentAt(seq - 1);
    return before < journal.base || !isIn(before);
  }

  private isTrue(seq: number, written: Written | undefined): boolean {
    const { expression, snapshot } = this;
    if (expression === undefined) return true;
    let around: Omit<Written, 'subject'> | undefined = written;
    const object = () => {
      around ??= aroundStep(snapshot, seq);
      return around;
    };
    try {
      const answer = expression.ask(
        {
          get step() {
            return stepVariable(snapshot, seq);
          },
          get object() {
            return object().after;
          },
          get oldObject() {
            return object().before;
          },
        },
        this,
      );
      this.answers += 1;
      return answer;
    } catch (error) {
      if (!(error instanceof CelError)) throw error;
      if (error instanceof TooCostly) this.broken = error.message;
      this.errors.set(error.message, (this.errors.get(error.message) ?? 0) + 1);
      return false;
    }
  }
}
