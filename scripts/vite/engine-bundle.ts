import { sep } from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { viteImportGlobPlugin } from 'rolldown/experimental';
import { fieldTextsPlugin } from './field-texts.mjs';
import { type ToldStory, tellFirstStory } from './first-story.ts';
import type { LateExport } from './late-exports.ts';
import { findLateModules, type LateModules } from './late-modules.ts';

/** The engine as classic scripts: what starts at once, and what it fetches the first time that somebody needs it. */
export interface EngineScripts {
  readonly first: string;
  /** Empty where everything is in the first. */
  readonly later: string;
  readonly files: ReadonlySet<string>;
}

export interface BundleOptions {
  readonly entry: string;
  readonly root: string;
  readonly define: Record<string, string>;
}

const LATER = 'virtual:engine-later';
const PROXY = '\0later:';

/** One script, for development. */
export async function bundleWhole(options: BundleOptions, sourcemap = true): Promise<EngineScripts> {
  const { entry, root, define } = options;
  const bundle = await rolldown({
    ...common(root, define, 'development'),
    input: entry,
    plugins: [fieldTextsPlugin(root), viteImportGlobPlugin({ root })],
    experimental: { attachDebugInfo: 'simple' }, // marks where each module begins and ends
  });
  try {
    const { output } = await bundle.generate({
      format: 'iife',
      codeSplitting: false,
      sourcemap: sourcemap ? 'inline' : false,
    });
    return { first: output[0].code, later: '', files: ownFiles([output[0]], root) };
  } finally {
    await bundle.close();
  }
}

/**
 * Two minified scripts. In the first, the functions of the late modules load the second when they are called; both sides
 * share every other module, so there is one engine, not two.
 */
export async function bundleSplit(options: BundleOptions, laterFile: (code: string) => string): Promise<EngineScripts> {
  const { entry, root, define } = options;
  const whole = await bundleWhole(options, false);
  const { late, story } = findLateModules(whole.first, whole.files, root);
  const bundle = await rolldown({
    ...common(root, define, 'production'),
    input: { first: entry, later: LATER },
    plugins: [lateModules(late), fieldTextsPlugin(root), viteImportGlobPlugin({ root })],
  });
  try {
    const { output } = await bundle.generate({
      format: 'cjs',
      minify: true,
      entryFileNames: '[name].js',
      exports: 'named',
    });
    const chunks = output.filter((each): each is OutputChunk => each.type === 'chunk');
    const later = chunks
      .filter(({ fileName }) => fileName === 'later.js')
      .map(wrapped)
      .join('\n');
    const rest = chunks
      .filter(({ fileName }) => fileName !== 'later.js')
      .map(wrapped)
      .join('\n');
    const first = `${loader(laterFile(later))}\n${rest}\nkubestepParts.take("first.js");\n`;
    checkFirst(first, story);
    return { first, later, files: ownFiles(chunks, root) };
  } finally {
    await bundle.close();
  }
}

/** The first script alone tells the first story, and as development has it: there nothing is fetched late. */
function checkFirst(first: string, story: ToldStory): void {
  const told = tellFirstStory(first, FIRST_FILE, () => {
    throw new Error(`the first story needs ${neededIn(first, new Error().stack ?? '')}, which is in the second script`);
  });
  if (told.digest !== story.digest) throw new Error('the first story is another one when the engine is in two scripts');
}

const FIRST_FILE = 'kubestep-first.js';

/** The late function that a stack of the engine ends in, by its name in the sources. */
function neededIn(code: string, stack: string): string {
  const [, line = '0', column = '0'] = [...stack.matchAll(/kubestep-first\.js:(\d+):(\d+)/g)][1] ?? [];
  const text = code.split('\n')[Number(line) - 1]?.slice(Math.max(0, Number(column) - 40), Number(column) + 200) ?? '';
  return /later\(\)\)?\.m\d+\.(\w+)/.exec(text)?.[1] ?? 'something';
}

function common(root: string, define: Record<string, string>, mode: string) {
  return {
    cwd: root,
    platform: 'browser',
    transform: { define: { ...define, 'process.env.NODE_ENV': JSON.stringify(mode) } },
    logLevel: 'warn',
  } as const;
}

function ownFiles(chunks: readonly OutputChunk[], root: string): ReadonlySet<string> {
  const ids = chunks.flatMap(({ moduleIds }) => moduleIds);
  return new Set(ids.filter((id) => id.startsWith(root + sep) && !id.includes(`${sep}node_modules${sep}`)));
}

/** A chunk as a function that is run when it is asked for. V8 compiles what stands in brackets at once, and reads it once. */
function wrapped({ fileName, code }: OutputChunk): string {
  return `kubestepParts.put(${JSON.stringify(fileName)},(function(module,exports,require){${code}\n}));`;
}

/** The smallest that gives chunks to one another, in a worker and in a page. */
function loader(laterFile: string): string {
  return `var kubestepParts=(()=>{const makers={},made={};
const take=(name)=>{const known=made[name];if(known)return known.exports;
const module=made[name]={exports:{}};makers[name](module,module.exports,(path)=>take(path.replace(/^.*[/]/,"")));return module.exports};
return{put(name,make){makers[name]=make},take,later(){if(!makers["later.js"])importScripts(${JSON.stringify(laterFile)});return take("later.js")}}})();`;
}

function lateModules(late: LateModules): Plugin {
  const places = new Map([...late.keys()].map((path, at) => [path, at]));
  const isLate = (id: string | undefined) => id !== undefined && (id === LATER || late.has(id));
  return {
    name: 'kubestep-late-modules',
    async resolveId(source, importer) {
      if (source === LATER) return LATER;
      if (isLate(importer)) return undefined;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      return resolved !== null && late.has(resolved.id) ? PROXY + resolved.id : undefined;
    },
    load(id) {
      if (id === LATER) {
        return [...places].map(([path, at]) => `export * as m${at} from ${JSON.stringify(path)};`).join('\n');
      }
      if (!id.startsWith(PROXY)) return undefined;
      const path = id.slice(PROXY.length);
      return proxyOf(late.get(path) ?? [], places.get(path) as number);
    },
  };
}

/** Stands in for a late module: every function and every constructor of it fetches the real one. */
function proxyOf(exports: readonly LateExport[], at: number): string {
  const real = `kubestepParts.later().m${at}`;
  return exports
    .map(({ name, kind }) =>
      kind === 'class'
        ? `export function ${name}(...a) { return new (${real}.${name})(...a); }`
        : `export const ${name} = (...a) => ${real}.${name}(...a);`,
    )
    .join('\n');
}
