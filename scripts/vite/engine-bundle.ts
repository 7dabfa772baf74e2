import { sep } from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { viteImportGlobPlugin } from 'rolldown/experimental';
import { fieldTextsPlugin } from './field-texts.mjs';
import { type ToldStories, tellFirstStories } from './first-story.ts';
import type { LateExport } from './late-exports.ts';
import { type Found, findLateModules, inSecondScript } from './late-modules.ts';

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
    optimization: { inlineConst: false }, // a module whose first constant goes loses its mark
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
 * Two minified scripts. In the first, the functions that come late load the second when they are called; both sides share
 * everything else, so there is one engine, not two.
 */
export async function bundleSplit(options: BundleOptions, laterFile: (code: string) => string): Promise<EngineScripts> {
  const { entry, root, define } = options;
  const whole = await bundleWhole(options, false);
  const { stories, ...found } = findLateModules(whole.first, whole.files, root);
  const bundle = await rolldown({
    ...common(root, define, 'production'),
    input: { first: entry, later: LATER },
    plugins: [lateModules(found), fieldTextsPlugin(root), viteImportGlobPlugin({ root })],
  });
  try {
    const { output } = await bundle.generate({
      format: 'cjs',
      minify: true,
      entryFileNames: '[name].js',
      exports: 'named',
    });
    const chunks = output.filter((each): each is OutputChunk => each.type === 'chunk');
    const scriptOf = (some: readonly OutputChunk[]) => some.map(wrapped).join('\n');
    const later = scriptOf(chunks.filter(({ fileName }) => fileName === 'later.js'));
    const atOnce = scriptOf(chunks.filter(({ fileName }) => fileName !== 'later.js'));
    const first = `${loader(laterFile(later))}\n${atOnce}\nkubestepParts.take("first.js");\n`;
    checkFirst(first, stories);
    return { first, later, files: ownFiles(chunks, root) };
  } finally {
    await bundle.close();
  }
}

/** The first script alone tells the first stories, and as development has it: there nothing is fetched late. */
function checkFirst(first: string, stories: ToldStories): void {
  const told = tellFirstStories(first, FIRST_FILE, () => {
    throw new Error(`a first story needs ${neededIn(first, new Error().stack ?? '')}, which is in the second script`);
  });
  if (String(told.digests) !== String(stories.digests))
    throw new Error('a first story is another one when the engine is in two scripts');
}

const FIRST_FILE = 'kubestep-first.js';

/** The late function that a stack of the engine ends in, by its name in the sources. */
function neededIn(code: string, stack: string): string {
  const [, line = '0', column = '0'] = [...stack.matchAll(/kubestep-first\.js:(\d+):(\d+)/g)][1] ?? [];
  const text = code.split('\n')[Number(line) - 1]?.slice(Math.max(0, Number(column) - 40), Number(column) + 200) ?? '';
  return /later\(\)\)?\.[mc]\d+\.([\w$]+)/.exec(text)?.[1] ?? 'something';
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
let all;
return{put(name,make){makers[name]=make},take,later(){if(all)return all;if(!makers["later.js"])importScripts(${JSON.stringify(laterFile)});return all=take("later.js")}}})();`;
}

/** At the end of the file of a module: the part of it that comes late. */
const COLD = '?cold';

function lateModules({ late, parted }: Pick<Found, 'late' | 'parted'>): Plugin {
  const isLate = (id: string | undefined) => id !== undefined && (id === LATER || late.has(id) || id.endsWith(COLD));
  return {
    name: 'kubestep-late-modules',
    async resolveId(source, importer) {
      if (source === LATER || source.endsWith(COLD)) return source;
      // Beside a part lies what lies beside the module.
      const beside = importer?.endsWith(COLD) ? importer.slice(0, -COLD.length) : importer;
      if (isLate(importer)) return beside === importer ? undefined : this.resolve(source, beside, { skipSelf: true });
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      return resolved !== null && late.has(resolved.id) ? PROXY + resolved.id : undefined;
    },
    load(id) {
      if (id === LATER) return laterOf(late, parted);
      const standsFor = id.startsWith(PROXY) ? late.get(id.slice(PROXY.length)) : undefined;
      if (standsFor !== undefined) return proxyOf(standsFor.exports, inSecondScript(standsFor.as));
      const isCold = id.endsWith(COLD);
      const both = parted.get(isCold ? id.slice(0, -COLD.length) : id);
      return both === undefined ? undefined : { code: isCold ? both.cold : both.kept, moduleType: 'ts' };
    },
  };
}

function laterOf(late: Found['late'], parted: Found['parted']): string {
  const whole = [...late].map(([path, { as }]) => `export * as ${as} from ${JSON.stringify(path)};`);
  const parts = [...parted].map(([path, { as }]) => `export * as ${as} from ${JSON.stringify(path + COLD)};`);
  return [...whole, ...parts].join('\n');
}

/** Stands in for a late module: every function and every constructor of it fetches the real one. */
function proxyOf(exports: readonly LateExport[], real: string): string {
  return exports
    .map(({ name, kind }) =>
      kind === 'class'
        ? `export function ${name}(...a) { return new (${real}.${name})(...a); }`
        : `export const ${name} = (...a) => ${real}.${name}(...a);`,
    )
    .join('\n');
}
