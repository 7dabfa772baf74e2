import { ADMISSION_TABLE } from '../../cluster/apiserver/admission/rows.ts';
import { KEYS_TABLE } from '../../cluster/etcd/rows.ts';
import { COMMANDS_TABLE } from '../../cluster/kubectl/session/rows.ts';
import { RAW_REQUESTS_TABLE } from '../../cluster/ports/raw-requests.ts';
import type { Step } from '../../engine/index.ts';
import { keyOfSubject } from '../../inspect/keys.ts';
import { Snapshot } from '../../inspect/snapshot.ts';
import { viewBuilders } from '../../inspect/views/index.ts';
import { texts as en } from '../../narration/en/index.ts';
import { plainText, render } from '../../narration/render.ts';
import { texts as zh } from '../../narration/zh/index.ts';
import type { ViewParams } from '../../protocol/messages.ts';
import type { Views } from '../../protocol/views.ts';
import type { PanelName, Part } from '../../scenarios/index.ts';
import type { ToldPart, ToldScenario } from '../scenario-run.ts';
import { FIRST_FILTER } from '../simulation.ts';

/** What one part of a scenario did and what its tab shows then: what its sentence is held against. */
export interface Evidence {
  readonly part: Part;
  /** What was printed and answered. */
  readonly said: string;
  readonly steps: readonly Step[];
  /** The tab that the part opens, at the part's end, and the same as text. */
  readonly view: Views[PanelName];
  readonly shown: string;
  /** Whether a word was typed or printed, stands in the tab, in the words of a step or in what a step wrote. */
  has(word: string): boolean;
  /** An object of the store at the part's end, by its subject. */
  object(subject: string): unknown;
  /** How many objects of a resource the store has then, such as `pods/default`. */
  count(place: string): number;
}

/** The evidence of each part, one after another: the cursor of a scenario goes forward only. */
export function evidenceOf({ run, parts }: ToldScenario, told: readonly Part[]): readonly Evidence[] {
  const snapshot = new Snapshot(run.engine, FIRST_FILTER);
  snapshot.refresh();
  return parts.map((said, at) => {
    const end = parts[at + 1]?.after ?? run.engine.journal.end;
    return evidenceAt(snapshot, told[at] as Part, said, end);
  });
}

function evidenceAt(snapshot: Snapshot, part: Part, { after, said }: ToldPart, end: number): Evidence {
  const { journal, cursor } = snapshot;
  cursor.seek(end - 1);
  const steps = Array.from({ length: end - after }, (_, at) => journal.step(after + at));
  const view = viewBuilders[part.panel ?? 'step'](snapshot, paramsOf(part));
  const shown = plain(JSON.stringify(view) ?? '');
  const keys = new Map(snapshot.table(KEYS_TABLE));
  const layers = [
    () => [JSON.stringify(part.input), said, shown].join('\n'),
    () => steps.map(wordsOf).join('\n'),
    () => writtenBy(snapshot, after, end).join('\n'),
  ].map(once);
  return {
    part,
    said,
    steps,
    view,
    shown,
    has: (word) => layers.some((layer) => layer().includes(word)),
    object: (subject) => keys.get(keyOfSubject(subject) ?? subject)?.value,
    count: (place) => {
      const prefix = `${keyOfSubject(`${place}/`) ?? place}`;
      return [...keys.keys()].filter((key) => key.startsWith(prefix)).length;
    },
  };
}

/** Texts within texts are to be read as they stand. */
const plain = (json: string): string => json.replace(/\\+"/g, '"').replaceAll('\\n', '\n');

/** As each tab reads what is looked at. */
function paramsOf({ panel, look = {} }: Part): ViewParams {
  const names: { readonly [panel in PanelName]?: string | undefined } = {
    etcd: look.etcdKey,
    informers: look.informer,
    node: look.node,
    access: look.access,
    network: look.node,
  };
  const name = names[panel ?? 'step'];
  const subject = panel === 'network' ? look.chain : look.subject;
  return {
    ...(subject === undefined ? {} : { subject }),
    ...(name === undefined ? {} : { name }),
  };
}

const WORDY = [KEYS_TABLE, COMMANDS_TABLE, RAW_REQUESTS_TABLE, ADMISSION_TABLE];

function writtenBy(snapshot: Snapshot, from: number, to: number): readonly string[] {
  const tables = new Set(WORDY.map((name) => snapshot.tableId(name)));
  return Array.from({ length: to - from }, (_, at) => snapshot.journal.deltasOf(from + at))
    .flat()
    .filter(({ table }) => tables.has(table))
    .map(({ key, before, after }) => `${key} ${JSON.stringify(after ?? before)}`);
}

function wordsOf(step: Step): string {
  const { actor, subject, args } = step;
  return [sentence(en, step), sentence(zh, step), actor, subject, ...Object.values(args)].join(' ');
}

/** What takes long is made when somebody asks for it. */
function once(make: () => string): () => string {
  let made: string | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function sentence(texts: typeof en, { kind, args, subject }: Step): string {
  const say = texts[kind.name]?.say;
  const template = typeof say === 'function' ? say(args) : (say ?? '');
  return plainText(render(template, args, subject));
}
