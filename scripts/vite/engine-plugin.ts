import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { bundleSplit, bundleWhole, type EngineScripts } from './engine-bundle.ts';

const VIRTUAL = 'virtual:kubestep-engine';
const RESOLVED = `\0${VIRTUAL}`;
const DEV_PATH = '@kubestep/engine.js';

interface EnginePlugin {
  readonly plugin: Plugin;
  /** Where it is while one develops, from the page's base. */
  readonly devPath: string;
  /** How its scripts are called in `assets/`, once they have been built. */
  readonly names: () => { readonly first: string; readonly later: string };
}

/**
 * Builds the worker as classic scripts and gives the page their addresses as `virtual:kubestep-engine`.
 *
 * Vite's own worker support would make a module worker or an inlined copy per import; sandboxed frames and file://
 * need classic scripts at known addresses, the same ones the size check measures.
 */
export function enginePlugin(options: {
  readonly root: string;
  readonly define: Record<string, string>;
}): EnginePlugin {
  const bundle = { ...options, entry: join(options.root, 'src/worker/main.ts') };
  let serving = false;
  let base = '/';
  let names = { first: '', later: '' };
  let cached: Promise<EngineScripts> | undefined;

  const plugin: Plugin = {
    name: 'kubestep-engine',
    configResolved(config) {
      serving = config.command === 'serve';
      base = config.base.startsWith('/') ? config.base : '/';
    },
    resolveId: (id) => (id === VIRTUAL ? RESOLVED : undefined),
    async buildStart() {
      if (serving) return;
      const { first, later, files } = await bundleSplit(bundle, (code) => named('engine-later', code));
      for (const file of files) this.addWatchFile(file);
      names = { first: named('engine', first), later: named('engine-later', later) };
      this.emitFile({ type: 'asset', fileName: `assets/${names.first}`, source: first });
      this.emitFile({ type: 'asset', fileName: `assets/${names.later}`, source: later });
    },
    load(id) {
      if (id !== RESOLVED) return undefined;
      if (serving) return `export default ${JSON.stringify(base + DEV_PATH)};\nexport const laterUrl = undefined;`;
      // Chunks and the engine both lie in assets/, so the page may be served from any folder.
      const url = (file: string) => `new URL(${JSON.stringify(`./${file}`)}, here).href`;
      return `const here = import.meta.url;\nexport default ${url(names.first)};\nexport const laterUrl = ${url(names.later)};`;
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
          cached ??= bundleWhole(bundle);
          const { first } = await cached;
          response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
          response.setHeader('Cache-Control', 'no-store');
          response.end(first);
        } catch (error) {
          cached = undefined;
          next(error);
        }
      });
    },
  };
  return { plugin, devPath: DEV_PATH, names: () => names };
}

function named(name: string, code: string): string {
  return `${name}-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`;
}
