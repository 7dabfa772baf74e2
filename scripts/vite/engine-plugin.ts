import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { devPathOf, digestOf, engineAddress, serveScript } from './classic-scripts.ts';
import { bundleSplit, bundleWhole, type EngineScripts } from './engine-bundle.ts';

interface EnginePlugin {
  readonly plugin: Plugin;
  /** Where it is while one develops. */
  readonly devPath: () => string;
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
  let isServing = false;
  let devPath = '';
  let names = { first: '', later: '' };
  let cached: Promise<EngineScripts> | undefined;

  const plugin: Plugin = {
    ...engineAddress(() => (isServing ? devAddress(devPath) : builtAddress(names))),
    name: 'kubestep-engine',
    configResolved(config) {
      isServing = config.command === 'serve';
      devPath = devPathOf(config, 'engine.js');
    },
    async buildStart() {
      if (isServing) return;
      const { first, later, files } = await bundleSplit(bundle, (code) => `engine-later-${digestOf(code)}.js`);
      for (const file of files) this.addWatchFile(file);
      names = { first: `engine-${digestOf(first)}.js`, later: `engine-later-${digestOf(later)}.js` };
      this.emitFile({ type: 'asset', fileName: `assets/${names.first}`, source: first });
      this.emitFile({ type: 'asset', fileName: `assets/${names.later}`, source: later });
    },
    configureServer(server) {
      server.watcher.on('change', async (changed) => {
        const engine = await cached?.catch(() => undefined);
        if (cached !== undefined && (engine === undefined || engine.files.has(resolve(changed)))) {
          cached = undefined;
          server.ws.send({ type: 'full-reload' });
        }
      });
      serveScript(server, devPath, async () => {
        try {
          cached ??= bundleWhole(bundle);
          return (await cached).first;
        } catch (error) {
          cached = undefined;
          throw error;
        }
      });
    },
  };
  return { plugin, devPath: () => devPath, names: () => names };
}

function devAddress(path: string): string {
  return `export default ${JSON.stringify(path)};\nexport const laterUrl = undefined;`;
}

/** Chunks and the engine both lie in assets/, so the page may be served from any folder. */
function builtAddress({ first, later }: ReturnType<EnginePlugin['names']>): string {
  const url = (file: string) => `new URL(${JSON.stringify(`./${file}`)}, here).href`;
  return `const here = import.meta.url;\nexport default ${url(first)};\nexport const laterUrl = ${url(later)};`;
}
