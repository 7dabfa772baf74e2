import { readFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { LATE_MODULES } from './late-modules.ts';

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
export async function bundleWhole({ entry, root, define }: BundleOptions): Promise<EngineScripts> {
  const bundle = await rolldown({ ...common(root, define, 'development'), input: entry });
  try {
    const { output } = await bundle.generate({ format: 'iife', codeSplitting: false, sourcemap: 'inline' });
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
  const bundle = await rolldown({
    ...common(root, define, 'production'),
    input: { first: entry, later: LATER },
    plugins: [lateModules(root), withoutWriters(), withoutReferences(root)],
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
    return { first, later, files: ownFiles(chunks, root) };
  } finally {
    await bundle.close();
  }
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

/** A chunk as a function that is run when it is asked for. */
function wrapped({ fileName, code }: OutputChunk): string {
  return `kubestepParts.put(${JSON.stringify(fileName)},function(module,exports,require){${code}\n});`;
}

/** The smallest that gives chunks to one another, in a worker and in a page. */
function loader(laterFile: string): string {
  return `var kubestepParts=(()=>{const makers={},made={};
const take=(name)=>{const known=made[name];if(known)return known.exports;
const module=made[name]={exports:{}};makers[name](module,module.exports,(path)=>take(path.replace(/^.*[/]/,"")));return module.exports};
return{put(name,make){makers[name]=make},take,later(){if(!makers["later.js"])importScripts(${JSON.stringify(laterFile)});return take("later.js")}}})();`;
}

function lateModules(root: string): Plugin {
  const places = new Map(LATE_MODULES.map((path, at) => [join(root, 'src', path), at]));
  const isLate = (id: string | undefined) => id !== undefined && (id === LATER || places.has(id));
  return {
    name: 'kubestep-late-modules',
    async resolveId(source, importer) {
      if (source === LATER) return LATER;
      if (isLate(importer)) return undefined;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      return resolved !== null && places.has(resolved.id) ? PROXY + resolved.id : undefined;
    },
    load(id) {
      if (id === LATER) {
        return [...places].map(([path, at]) => `export * as m${at} from ${JSON.stringify(path)};`).join('\n');
      }
      if (!id.startsWith(PROXY)) return undefined;
      const path = id.slice(PROXY.length);
      return proxyOf(path, places.get(path) as number);
    },
  };
}

/** Stands in for a late module: every function and every constructor of it fetches the real one. */
function proxyOf(path: string, at: number): string {
  const real = `kubestepParts.later().m${at}`;
  return lateExports(readFileSync(path, 'utf8'), basename(path))
    .map(({ name, kind }) =>
      kind === 'class'
        ? `export function ${name}(...a) { return new (${real}.${name})(...a); }`
        : `export const ${name} = (...a) => ${real}.${name}(...a);`,
    )
    .join('\n');
}

export interface LateExport {
  readonly name: string;
  readonly kind: 'function' | 'class';
}

/** What a late module gives: functions, and classes that others only construct. */
function lateExports(source: string, file: string): readonly LateExport[] {
  const other = /^export (?!function|class|type |interface )(.*)$/m.exec(source);
  if (other !== null)
    throw new Error(`${file} is fetched late and may export functions and classes alone, not: ${other[0]}`);
  return [...source.matchAll(/^export (function\*?|class) (\w+)/gm)].map((match) => ({
    name: match[2] as string,
    kind: match[1] === 'class' ? 'class' : 'function',
  }));
}

/** The parts of a library that write what the engine only reads. */
const NEVER_CALLED = /[/\\]yaml[/\\]browser[/\\]dist[/\\]stringify[/\\]stringify(String|Collection|Pair|Document)\.js$/;

/** Functions that nothing in the engine calls say so instead of being there. */
function withoutWriters(): Plugin {
  return {
    name: 'kubestep-without-writers',
    load(id) {
      if (!NEVER_CALLED.test(id)) return undefined;
      const names = /export \{([^}]*)\}/.exec(readFileSync(id, 'utf8'))?.[1] ?? '';
      const stubs = names.split(',').map((name) => name.trim());
      return stubs
        .filter((name) => name !== '')
        .map((name) => `export const ${name} = () => { throw new Error('the engine only reads YAML'); };`)
        .join('\n');
    },
  };
}

/** Which file is modelled and which page explains it is told by the page; the engine has no use for it. */
function withoutReferences(root: string): Plugin {
  const steps = join(root, 'src', 'steps') + sep;
  return {
    name: 'kubestep-without-references',
    transform(code, id) {
      if (!id.startsWith(steps)) return undefined;
      return { code: code.replace(/\b(models|docs): *(?:[A-Z_]+|'[^']*'|"[^"]*"|`[^`]*`),?/g, ''), map: null };
    },
  };
}
