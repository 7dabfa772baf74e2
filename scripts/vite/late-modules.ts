// Which modules of the engine the page can do without until somebody needs them: found out, not listed. The first story is
// told by an engine in one script while V8 counts calls; a module of which nothing was called may come with the second
// script, if what it gives can be stood in for until then.
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { dirname, join, resolve, sep } from 'node:path';
import { type ToldStory, tellFirstStory } from './first-story.ts';
import { type LateExport, lateExports, namesUsedWhole } from './late-exports.ts';

/** By its file, what a module that is fetched late exports. */
export type LateModules = ReadonlyMap<string, readonly LateExport[]>;

export interface Found {
  readonly late: LateModules;
  /** The first story as the engine tells it that has all modules at once. */
  readonly story: ToldStory;
}

/** `script` has all modules of the engine, each after the comment by which the bundler marks it. */
export function findLateModules(script: string, files: ReadonlySet<string>, root: string): Found {
  const { counts, story } = countCalls(script);
  const called = calledModules(script, counts);
  const sources = [...files].filter((file) => file.startsWith(join(root, 'src') + sep)).sort();
  const used = classesUsedWhole(sources);
  const late = new Map<string, readonly LateExport[]>();
  for (const file of sources) {
    if (called.has(file.slice(root.length + 1).replaceAll(sep, '/'))) continue;
    const exports = lateExports(readFileSync(file, 'utf8'));
    if (exports === undefined || exports.length === 0) continue;
    // A class that is extended, asked for its members or compared has to be there itself.
    const isWhole = exports.some(({ name, kind }) => kind === 'class' && used.has(`${file} ${name}`));
    if (!isWhole) late.set(file, exports);
  }
  return { late, story };
}

/** Every `file name` of which some module does more than construct it. */
function classesUsedWhole(files: readonly string[]): ReadonlySet<string> {
  const used = new Set<string>();
  for (const file of files)
    for (const [specifier, names] of namesUsedWhole(readFileSync(file, 'utf8')))
      for (const name of names) used.add(`${resolve(dirname(file), specifier)} ${name}`);
  return used;
}

const FILE = 'kubestep-engine-whole.js';
/** The bundler keeps no other comment of one line. */
const MARK = /^\t\/\/ (\S+\.[cm]?[jt]s)$/gm;

interface FunctionCount {
  readonly functionName: string;
  readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];
}

/** The modules of which a function was called while the first story was told. */
function calledModules(script: string, counts: readonly FunctionCount[]): ReadonlySet<string> {
  const regions = regionsOf(script);
  const called = new Set<string>();
  for (const { ranges } of counts) {
    const [own] = ranges;
    if (own === undefined || own.count === 0) continue;
    const module = regions.find(({ start, end }) => start <= own.startOffset && own.endOffset <= end);
    if (module !== undefined) called.add(module.name);
  }
  return called;
}

/** Each module goes on to where the next one begins. */
function regionsOf(script: string): readonly { readonly name: string; readonly start: number; readonly end: number }[] {
  const begins = [...script.matchAll(MARK)];
  return begins.map(({ index, 1: name = '' }, at) => ({
    name,
    start: index,
    end: begins[at + 1]?.index ?? script.length,
  }));
}

function countCalls(script: string): { readonly counts: readonly FunctionCount[]; readonly story: ToldStory } {
  const session = new Session();
  session.connect();
  try {
    session.post('Profiler.enable');
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    const story = tellFirstStory(script, FILE, () => undefined);
    let counts: readonly FunctionCount[] = [];
    session.post('Profiler.takePreciseCoverage', (error, answer) => {
      if (error !== null) throw error;
      counts = answer.result.find(({ url }) => url === FILE)?.functions ?? [];
    });
    return { counts, story };
  } finally {
    session.post('Profiler.disable');
    session.disconnect();
  }
}
