import { parse } from '../cluster/shell/grammar.ts';
import { isByBeats } from '../protocol/filter-check.ts';
import type { Anchor } from '../protocol/link/anchor.ts';
import type { Query, QueryResult } from '../protocol/queries.ts';
import type { StepView } from '../protocol/views.ts';
import { anchorAt, findAnchor } from './anchors/anchors.ts';
import { beatView } from './beats/beat-view.ts';
import { readExpression } from './breakpoints/expression.ts';
import { complete } from './completion/complete.ts';
import { criticalPath } from './critical-path/critical-path.ts';
import { crowdFind } from './crowd/crowd-find.ts';
import { fieldCauses, lastChange } from './fields/field-causes.ts';
import { fieldHistory } from './fields/field-history.ts';
import { find } from './find.ts';
import { meantLine } from './meant-line.ts';
import { schemasAt } from './schemas.ts';
import type { Snapshot } from './snapshot.ts';
import { besideText } from './three-way/three-way.ts';
import { unmetAnswer } from './why-answer.ts';

/** Neither what is asked about several branches, nor what the page asks at every step. */
type AskedNowAndThen = Exclude<Query, { readonly type: 'compare' | 'lost' | 'why' }>;

/** Answers a question about one branch that is asked now and then. */
export function answer(snapshot: Snapshot, query: AskedNowAndThen): QueryResult {
  switch (query.type) {
    case 'unmet':
      return unmetAnswer(snapshot, query.subject);
    case 'whyField':
      return { type: 'whyField', chain: fieldCauses(snapshot, query.subject, query.path) };
    case 'fieldHistory':
      return fieldHistory(snapshot, query.subject, query.path);
    case 'lastChange':
      return lastChange(snapshot, query.subject, query.path);
    case 'expression': {
      const read = readExpression(query.text);
      return { type: 'expression', ...('problem' in read ? { problem: read.problem } : {}) };
    }
    case 'criticalPath': {
      const path = criticalPath(snapshot);
      return { type: 'criticalPath', ...(path === undefined ? {} : { path }) };
    }
    case 'told':
      return { type: 'told', ...(snapshot.journal.has(query.seq) ? { step: snapshot.view(query.seq) } : {}) };
    case 'find':
      return find(snapshot, query.text);
    case 'crowdFind':
      return crowdFind(snapshot, query);
    case 'steps':
      return steps(snapshot, query.fromIndex, query.count);
    case 'anchor':
      return anchorHere(snapshot);
    case 'found':
      return found(snapshot, query.anchor);
    case 'journal':
      return { type: 'journal', text: journalText(snapshot) };
    case 'complete':
      return complete(snapshot, query.text, query.at, query.files);
    case 'line': {
      const meant = meantLine(query.text);
      return { type: 'line', isOpen: parse(query.text).isOpen === true, ...(meant === undefined ? {} : { meant }) };
    }
    case 'drift':
    case 'threeWay':
      return besideText(snapshot, query);
    case 'schemas':
      return schemasAt(snapshot, query.wanted, query.known);
    case 'tables':
      return { type: 'tables', names: [...snapshot.engine.tableNames].sort() };
    case 'table':
      return { type: 'table', rows: rowsOf(snapshot, query.name) };
  }
}

function anchorHere(snapshot: Snapshot): QueryResult {
  const { cursor, index } = snapshot;
  const anchor = anchorAt(snapshot, cursor.position, isByBeats(index.filter));
  const said = anchor === undefined ? {} : { anchor, said: saidAt(snapshot, anchor.seq, anchor.by) };
  return { type: 'anchor', ...said, whole: snapshot.told.whole() };
}

function found(snapshot: Snapshot, anchor: Anchor): QueryResult {
  const place = findAnchor(snapshot, anchor);
  const said = snapshot.journal.has(place.seq) ? { said: saidAt(snapshot, place.seq, anchor.by) } : {};
  return { type: 'found', found: place, ...said };
}

/** As they are written to a file: a row may hold what does not go to another thread. */
function rowsOf(snapshot: Snapshot, name: string): readonly (readonly [string, unknown])[] {
  const known = snapshot.engine.tableNames.find((each) => each === name);
  if (known === undefined) throw new Error(`there is no table ${name}`);
  return [...snapshot.table(known)].map(([key, row]) => [key, JSON.parse(JSON.stringify(row) ?? 'null') as unknown]);
}

function steps(snapshot: Snapshot, fromIndex: number, count: number): QueryResult {
  const { index } = snapshot;
  const from = Math.max(1, fromIndex);
  const views: StepView[] = [];
  for (let place = from; place < from + count; place += 1) {
    const seq = index.at(place - 1);
    if (seq === undefined) break;
    views.push(toldView(snapshot, seq));
  }
  return { type: 'steps', from, total: index.size, steps: views };
}

/** At the grain of beats a step stands for its beat, and says what that one says. */
function toldView(snapshot: Snapshot, seq: number): StepView {
  return saidAt(snapshot, seq, isByBeats(snapshot.index.filter) ? 'beat' : 'step');
}

function saidAt(snapshot: Snapshot, seq: number, by: Anchor['by']): StepView {
  const view = snapshot.view(seq);
  const { beats, journal } = snapshot;
  if (by === 'step' || !beats.has(seq)) return view;
  const { insight } = beatView(beats, journal, beats.placeAt(seq)) ?? {};
  return insight === undefined ? view : { ...view, kind: insight.kind, args: insight.args, subject: insight.subject };
}

/** One step a line, as JSON. */
export function journalText(snapshot: Snapshot): string {
  const { journal } = snapshot;
  const lines: string[] = [];
  for (let seq = journal.after(journal.base - 1); seq < journal.end; seq = journal.after(seq)) {
    const { kind, time, ...step } = journal.step(seq);
    const writes = journal.deltasOf(seq).map(({ table, key, after }) => ({
      table: snapshot.tableName(table),
      key,
      op: after === undefined ? 'delete' : 'set',
    }));
    lines.push(JSON.stringify({ ...step, kind: kind.name, time: snapshot.sinceStart(time), writes }));
  }
  return `${lines.join('\n')}\n`;
}
