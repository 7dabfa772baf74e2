// Which modules of the engine the page can do without until somebody needs them: found out, not listed. The first stories
// are told by an engine in one script while V8 counts calls; a module of which nothing was called may come with the second
// script, if what it gives can be stood in for until then. Of the other modules, what was not called comes with it, too.
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { dirname, join, resolve, sep } from 'node:path';
import { type Parted, partModule } from './cold-parts.ts';
import { type ToldStories, tellFirstStories } from './first-story.ts';
import { type LateExport, lateExports, namesUsedWhole } from './late-exports.ts';

/** What the second script gives a module's functions and classes away as. */
interface InSecondScript {
  readonly as: string;
}

interface LateModule extends InSecondScript {
  readonly exports: readonly LateExport[];
}

export interface PartedModule extends InSecondScript, Parted {}

export interface Found {
  /** By its file, a module that comes late as a whole. */
  readonly late: ReadonlyMap<string, LateModule>;
  /** By its file, a module that comes at once, and has what is not needed at once. */
  readonly parted: ReadonlyMap<string, PartedModule>;
  /** The first stories as the engine tells them that has all modules at once. */
  readonly stories: ToldStories;
}

/** `script` has all modules of the engine, each after the comment by which the bundler marks it. */
export function findLateModules(script: string, files: ReadonlySet<string>, root: string): Found {
  const { counts, stories } = countCalls(script);
  const called = calledNames(script, counts);
  const sources = [...files].filter((file) => file.startsWith(join(root, 'src') + sep)).sort();
  const used = classesUsedWhole(sources);
  const usedWhole = new Set([...used].map((each) => each.slice(each.lastIndexOf(' ') + 1)));
  const pathOf = (file: string) => file.slice(root.length + 1).replaceAll(sep, '/');
  const late = new Map<string, LateModule>();
  const parted = new Map<string, PartedModule>();
  for (const file of sources) {
    const names = called.get(pathOf(file));
    // The bundler does not say of every module where it begins.
    if (names === undefined) continue;
    const source = readFileSync(file, 'utf8');
    const exports = names.size > 0 ? undefined : lateExports(source);
    // A class that is extended, asked for its members or compared has to be there itself.
    const isWhole = exports?.some(({ name, kind }) => kind === 'class' && used.has(`${file} ${name}`));
    if (exports !== undefined && exports.length > 0 && !isWhole) late.set(file, { as: `m${late.size}`, exports });
    else if (!pathOf(file).startsWith(WORKER)) {
      const as = `c${parted.size}`;
      const both = partModule({ source, called: names, usedWhole, self: file, later: inSecondScript(as) });
      if (both !== undefined) parted.set(file, { as, ...both });
    }
  }
  return { late, parted, stories };
}

/** How the first script gets at what the second one gives away; it fetches that one before it is there. */
export function inSecondScript(as: string): string {
  return `kubestepParts.later().${as}`;
}

/** The stories are told to a page without workers: what a worker does besides has not been seen. */
const WORKER = 'src/worker/';

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

/** By the module, the names of what was called of it while the first stories were told; of what has no name, an empty one. */
function calledNames(script: string, counts: readonly FunctionCount[]): ReadonlyMap<string, ReadonlySet<string>> {
  const regions = regionsOf(script);
  const called = new Map(regions.map(({ name }) => [name, new Set<string>()]));
  for (const { functionName, ranges } of counts) {
    const [own] = ranges;
    if (own === undefined || own.count === 0) continue;
    const module = regions.find(({ start, end }) => start <= own.startOffset && own.endOffset <= end);
    // The bundler tells apart, by a number, what has the same name in two modules.
    if (module !== undefined) called.get(module.name)?.add(functionName.replace(/\$\d+$/, ''));
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

function countCalls(script: string): { readonly counts: readonly FunctionCount[]; readonly stories: ToldStories } {
  const session = new Session();
  session.connect();
  try {
    session.post('Profiler.enable');
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    const stories = tellFirstStories(script, FILE, () => undefined);
    let counts: readonly FunctionCount[] = [];
    session.post('Profiler.takePreciseCoverage', (error, answer) => {
      if (error !== null) throw error;
      counts = answer.result.find(({ url }) => url === FILE)?.functions ?? [];
    });
    return { counts, stories };
  } finally {
    session.post('Profiler.disable');
    session.disconnect();
  }
}
