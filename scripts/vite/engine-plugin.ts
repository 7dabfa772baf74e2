import { createHash } from 'node:crypto';
import { join, resolve, sep } from 'node:path';
import { rolldown } from 'rolldown';
import type { Plugin } from 'vite';

const VIRTUAL = 'virtual:kubestep-engine';
const RESOLVED = `\0${VIRTUAL}`;
const DEV_PATH = '@kubestep/engine.js';

interface Engine {
  readonly code: string;
  readonly files: ReadonlySet<string>;
}

/**
 * Builds the worker as one classic script and gives the page its address as `virtual:kubestep-engine`.
 *
 * Vite's own worker support would make a module worker or an inlined copy per import; sandboxed frames and file://
 * need one classic script at one address, the same one the size check measures.
 */
export function enginePlugin(options: { readonly root: string; readonly define: Record<string, string> }): Plugin {
  const entry = join(options.root, 'src/worker/main.ts');
  let serving = false;
  let base = '/';
  let fileName = '';
  let cached: Promise<Engine> | undefined;

  return {
    name: 'kubestep-engine',
    configResolved(config) {
      serving = config.command === 'serve';
      base = config.base.startsWith('/') ? config.base : '/';
    },
    resolveId: (id) => (id === VIRTUAL ? RESOLVED : undefined),
    async buildStart() {
      if (serving) return;
      const { code, files } = await bundleEngine(entry, options.root, options.define, true);
      for (const file of files) this.addWatchFile(file);
      const hash = createHash('sha256').update(code).digest('hex').slice(0, 8);
      fileName = `engine-${hash}.js`;
      this.emitFile({ type: 'asset', fileName: `assets/${fileName}`, source: code });
    },
    load(id) {
      if (id !== RESOLVED) return undefined;
      if (serving) return `export default ${JSON.stringify(base + DEV_PATH)};`;
      // Chunks and the engine both lie in assets/, so the page may be served from any folder.
      return `const file = ${JSON.stringify(fileName)};\nexport default new URL(file, import.meta.url).href;`;
    },
    configureServer(server) {
      server.watcher.on('change', async (changed) => {
        const engine = await cached?.catch(() => undefined);
        if (cached !== undefined && (engine === undefined || engine.files.has(resolve(changed)))) {
          cached = undefined;
          server.ws.send({ type: 'full-reload' });
        }
      });
      server.middlewares.use(async (request, response, next) => {
        if (request.url?.split('?')[0] !== base + DEV_PATH) return next();
        try {
          cached ??= bundleEngine(entry, options.root, options.define, false);
          const { code } = await cached;
          response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
          response.setHeader('Cache-Control', 'no-store');
          response.end(code);
        } catch (error) {
          cached = undefined;
          next(error);
        }
      });
    },
  };
}

async function bundleEngine(
  entry: string,
  root: string,
  define: Record<string, string>,
  minify: boolean,
): Promise<Engine> {
  const bundle = await rolldown({
    input: entry,
    cwd: root,
    platform: 'browser',
    transform: { define: { ...define, 'process.env.NODE_ENV': JSON.stringify(minify ? 'production' : 'development') } },
    logLevel: 'warn',
  });
  try {
    const { output } = await bundle.generate({
      format: 'iife',
      minify,
      codeSplitting: false,
      sourcemap: minify ? false : 'inline',
    });
    const [script] = output;
    const inside = script.moduleIds.filter(
      (id) => id.startsWith(root + sep) && !id.includes(`${sep}node_modules${sep}`),
    );
    return { code: script.code, files: new Set(inside) };
  } finally {
    await bundle.close();
  }
}
