import { KEYS_TABLE } from '../../cluster/etcd/rows.ts';
import type { Journal, Step, StepArgs, StepKind, StepOf, TableName } from '../../engine/index.ts';
import { type StatusChange, statusChanges } from './status-changes.ts';
import type { Thread } from './thread-index.ts';

/** What a request asks for, as its path tells it. */
export interface Asked {
  readonly verb: string;
  /** With its subresource: `pods/status`. */
  readonly resource: string;
  readonly subject: string;
  readonly path: string;
}

/** An object before and after a write. */
export interface Written {
  readonly revision: number;
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
}

const RESOURCE =
  /^\/(?:api\/[^/]+|apis\/[^/]+\/[^/]+)(?:\/namespaces\/[^/]+(?=\/))?\/([^/?]+)(?:\/[^/?]+(?:\/([^/?]+))?)?/;

/** A part of a thread up to a step that may end a beat: what the rules of interest look at. */
export class Moment {
  readonly last: Step;

  constructor(
    readonly journal: Journal,
    readonly steps: readonly number[],
    private readonly thread: Pick<Thread, 'request' | 'applied'>,
    private readonly tableName: (id: number) => string,
    /** Nothing was told by the same sentence before, in the whole run. */
    readonly isFirst = false,
  ) {
    this.last = journal.step(steps.at(-1) as number);
  }

  get args(): Step['args'] {
    return this.last.args;
  }

  /** The last step of a kind. */
  of<A extends StepArgs>(kind: StepKind<A>): StepOf<A> | undefined {
    const seq = this.steps.findLast((each) => this.journal.kindOf(each) === kind);
    return seq === undefined ? undefined : (this.journal.step(seq) as StepOf<A>);
  }

  count(kind: StepKind): number {
    return this.steps.filter((each) => this.journal.kindOf(each) === kind).length;
  }

  /** The request that the moment is in the course of. */
  get asked(): Asked | undefined {
    const { request } = this.thread;
    if (request === undefined || !this.journal.has(request)) return undefined;
    const { args, subject } = this.journal.step(request);
    const path = String(args.path ?? '');
    const [, resource = '', subresource] = RESOURCE.exec(path) ?? [];
    return {
      verb: String(args.verb ?? ''),
      resource: subresource === undefined ? resource : `${resource}/${subresource}`,
      subject,
      path,
    };
  }

  /** Who sent that request. */
  get client(): string {
    const { request } = this.thread;
    const cause = request === undefined ? -1 : this.journal.causeOf(request);
    return this.journal.has(cause) ? this.journal.actorOf(cause) : this.last.actor;
  }

  /** What that request has written. */
  get written(): Written | undefined {
    const { applied } = this.thread;
    return applied === undefined || !this.journal.has(applied) ? undefined : this.writtenAt(applied);
  }

  private writtenAt(applied: number): Written | undefined {
    let found: Written | undefined;
    const revision = Number(this.journal.step(applied).args.revision ?? 0);
    this.journal.eachDelta(applied, (table, key, before, after) => {
      if (this.tableName(table) !== KEYS_TABLE) return;
      found = { revision, key, before: valueIn(before), after: valueIn(after) };
    });
    return found;
  }

  /** What that write changed in the status. */
  get changes(): readonly StatusChange[] {
    const { written } = this;
    return written?.after === undefined ? [] : statusChanges(written.before, written.after);
  }

  /** Rows of a table that a step of the moment changed, as they were then. */
  row<T>(step: { readonly seq: number } | undefined, table: TableName<T>): T | undefined {
    let found: T | undefined;
    if (step === undefined) return undefined;
    this.journal.eachDelta(step.seq, (id, _key, _before, after) => {
      if (this.tableName(id) === table && after !== undefined) found = after as T;
    });
    return found;
  }
}

function valueIn(row: unknown): unknown {
  return (row as { readonly value?: unknown } | undefined)?.value;
}

/** Who sent the request in whose course a step of the server is. */
export function senderOf(journal: Journal, from: number): string {
  let at = from;
  for (let hop = 0; hop < 64 && journal.has(at); hop += 1) {
    const actor = journal.actorOf(at);
    if (actor !== 'kube-apiserver' && actor !== 'etcd') return actor;
    at = journal.causeOf(at);
  }
  return '';
}
