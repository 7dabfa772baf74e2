import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { minifySync, viteImportGlobPlugin } from 'rolldown/experimental';
import { bundleScript, digestOf, engineAddress } from './classic-scripts.ts';

/** A file of the site, by its name in `assets/`. */
export interface BuiltFile {
  readonly name: string;
  readonly source: string | Uint8Array;
}

export interface EmbedBundle {
  readonly files: readonly BuiltFile[];
  /** What the page of a demo begins with. */
  readonly script: string;
  readonly sheet: string;
}

export interface EmbedOptions {
  readonly root: string;
  readonly define: Record<string, string>;
  /** The engine's two scripts, as they lie in `assets/`. */
  readonly engine: { readonly first: string; readonly later: string };
  /** The folder of the record in `assets/`. */
  readonly kept: string;
}

/** The words on the map are set for one narrow typeface; all else of a demo is in that of the reader's system. */
const FACES = /ibm-plex-sans-condensed-latin-500-/;
/** A tenth of the size, and enough for what a demo shows: the page that is worked in has the whole. */
const SMALLER = new Map([
  ['react', 'preact/compat'],
  ['react-dom', 'preact/compat'],
  ['react-dom/client', 'preact/compat/client'],
  ['react/jsx-runtime', 'preact/jsx-runtime'],
]);
/** The large editor is for who writes all day; its worker would need a server that allows every page to fetch from it. */
const TOO_LARGE = /\/editor\/(?:monaco-surface|monaco\/.*)\.tsx?$/;
const NOT_IN_DEMOS = '\0not-in-demos';
const STYLE_MARK = /kubestepStyle\("([^"]+)"\);?\n?/g;

/**
 * The demo as classic scripts: a page of a sandboxed frame has no origin, and its browser takes modules only from servers that
 * allow everybody; classic scripts, and style sheets, it takes from any. What few readers ask for comes when it is asked for.
 */
export async function bundleEmbed({ root, define, engine, kept }: EmbedOptions): Promise<EmbedBundle> {
  const styles = new Map<string, string>();
  const fonts = new Map<string, Uint8Array>();
  const bundle = await rolldown({
    cwd: root,
    input: { embed: join(root, 'src/app/embed-main.tsx') },
    platform: 'browser',
    // What is looked for at the address of a module is not part of a demo: the thread that checks manifests.
    transform: {
      define: { ...define, 'process.env.NODE_ENV': '"production"', 'import.meta.url': '""' },
      jsx: { runtime: 'automatic' },
    },
    logLevel: 'warn',
    plugins: [
      engineAddress(() => addressesOf(engine)),
      recordAddress(kept),
      lighterParts(),
      styleMarks(styles, fonts),
      viteImportGlobPlugin({ root }),
    ],
  });
  try {
    const { output } = await bundle.generate({
      format: 'cjs',
      exports: 'named',
      entryFileNames: '[name]-[hash].js',
      chunkFileNames: 'embed-[name]-[hash].js',
    });
    const chunks = output.filter((one): one is OutputChunk => one.type === 'chunk');
    return filesOf(chunks, styles, fonts);
  } finally {
    await bundle.close();
  }
}

function addressesOf({ first, later }: EmbedOptions['engine']): string {
  const url = (file: string) => `kubestepDemo.base + ${JSON.stringify(file)}`;
  return `export default ${url(`${first}#alone`)};\nexport const laterUrl = ${url(later)};`;
}

function recordAddress(kept: string): Plugin {
  return {
    name: 'kubestep-embed-record',
    resolveId: (id) => (id === 'virtual:kubestep-kept' ? '\0kept' : undefined),
    load: (id) => (id === '\0kept' ? `export default kubestepDemo.base + ${JSON.stringify(`${kept}/`)};` : undefined),
  };
}

/** A small React instead of the whole one, and no large editor. */
function lighterParts(): Plugin {
  return {
    name: 'kubestep-embed-parts',
    async resolveId(source, importer) {
      const smaller = SMALLER.get(source);
      if (smaller !== undefined) return this.resolve(smaller, importer, { skipSelf: true });
      if (!/monaco/.test(source)) return undefined;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      return resolved !== null && TOO_LARGE.test(resolved.id) ? NOT_IN_DEMOS : undefined;
    },
    load: (id) => (id === NOT_IN_DEMOS ? 'throw new Error("the large editor is not part of a demo");' : undefined),
  };
}

/** Marks where a style sheet is asked for, and remembers what is in it. */
function styleMarks(styles: Map<string, string>, fonts: Map<string, Uint8Array>): Plugin {
  return {
    name: 'kubestep-embed-styles',
    load(id) {
      if (!id.endsWith('.css')) return undefined;
      styles.set(id, styleIn(id, fonts));
      return { code: `kubestepStyle(${JSON.stringify(id)});`, moduleType: 'js', moduleSideEffects: true };
    },
  };
}

function styleIn(id: string, fonts: Map<string, Uint8Array>): string {
  const { resolve } = createRequire(id);
  return readFileSync(id, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/@font-face\s*\{[^}]*\}/g, (face) => (FACES.test(face) ? face : ''))
    .replace(/url\("(@fontsource[^"]+)"\)/g, (_, path: string) => {
      const content = readFileSync(resolve(path));
      const name = `${basename(path, '.woff2')}-${digestOf(content)}.woff2`;
      fonts.set(name, content);
      return `url("${name}")`;
    })
    .replace(/\s*\n\s*/g, ' ')
    .replace(/\s*([{};,])\s*/g, '$1')
    .trim();
}

function filesOf(
  chunks: readonly OutputChunk[],
  styles: ReadonlyMap<string, string>,
  fonts: ReadonlyMap<string, Uint8Array>,
): EmbedBundle {
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (entry === undefined) throw new Error('the demo has no entry');
  const sheets = new Map<string, BuiltFile>();
  for (const { fileName, code } of chunks) {
    const text = [...code.matchAll(STYLE_MARK)].map(([, id = '']) => styles.get(id)).join('');
    if (text !== '') sheets.set(fileName, { name: `${basename(fileName, '.js')}-${digestOf(text)}.css`, source: text });
  }
  const atOnce = withImports(entry.fileName, chunks);
  const needs = Object.fromEntries(
    chunks
      .filter(({ fileName }) => !atOnce.has(fileName))
      .map(({ fileName }) => {
        const files = [...withImports(fileName, chunks)].filter((name) => !atOnce.has(name));
        return [fileName, files.flatMap((name) => [...(sheets.has(name) ? [sheets.get(name)?.name] : []), name])];
      }),
  );
  const first = [...atOnce].map((name) => wrapped(chunks.find(({ fileName }) => fileName === name) as OutputChunk));
  const script = minified(
    `${loader(needs)}\n${first.join('\n')}\nkubestepDemo.take(${JSON.stringify(entry.fileName)});`,
  );
  const sheet = [...atOnce].map((name) => sheets.get(name)?.source ?? '').join('');
  const names = { script: `embed-${digestOf(script)}.js`, sheet: `embed-${digestOf(sheet)}.css` };
  return {
    ...names,
    files: [
      { name: names.script, source: script },
      { name: names.sheet, source: sheet },
      ...chunks
        .filter(({ fileName }) => !atOnce.has(fileName))
        .map((chunk) => ({ name: chunk.fileName, source: minified(wrapped(chunk)) })),
      ...[...sheets].filter(([name]) => !atOnce.has(name)).map(([, file]) => file),
      ...[...fonts].map(([name, source]) => ({ name, source })),
    ],
  };
}

function withImports(name: string, chunks: readonly OutputChunk[], seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  for (const next of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) withImports(next, chunks, seen);
  return seen.add(name);
}

/** `import()` as the bundler writes it for such scripts, with or without what makes a module of it. */
const LATE = /Promise\.resolve\(\)\.then\(\(\) => (.*?)require\("\.\/([^"]+)"\)/g;

function wrapped({ fileName, code }: OutputChunk): string {
  const own = code
    .replace(STYLE_MARK, '')
    .replace(
      LATE,
      (_, around: string, path: string) => `kubestepDemo.come("${path}").then((module) => ${around}module`,
    );
  return `kubestepDemo.put(${JSON.stringify(fileName)}, function (module, exports, require) {${own}\n});`;
}

/** Gives scripts to one another, and fetches those that come later with their style sheets. */
function loader(needs: object): string {
  return `var kubestepDemo = (() => {
  const makers = {}, made = {}, coming = {}, needs = ${JSON.stringify(needs)};
  const base = new URL(".", document.currentScript.src).href;
  const take = (name) => {
    if (made[name]) return made[name].exports;
    const module = (made[name] = { exports: {} });
    makers[name](module, module.exports, (path) => take(path.replace("./", "")));
    return module.exports;
  };
  const fetched = (file) => (coming[file] ??= new Promise((done, fail) => {
    const isStyle = file.endsWith(".css");
    const element = document.createElement(isStyle ? "link" : "script");
    if (isStyle) element.rel = "stylesheet";
    element[isStyle ? "href" : "src"] = base + file;
    element.onload = done;
    element.onerror = () => {
      delete coming[file];
      element.remove();
      fail(new Error("Failed to fetch dynamically imported module: " + file));
    };
    document.head.append(element);
  }));
  return {
    base,
    take,
    put(name, make) { makers[name] = make; },
    come: (name) => Promise.all((needs[name] ?? []).map(fetched)).then(() => take(name)),
  };
})();`;
}

function minified(code: string): string {
  return minifySync('embed.js', code, { module: false }).code;
}

/** The one script that makes `<kubestep-demo>` known, without anything of the rest. */
export function bundleElement(root: string): Promise<string> {
  return bundleScript(root, 'src/embed/kubestep-demo.ts');
}
