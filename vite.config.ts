import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { againPlugin } from './scripts/vite/again-plugin.ts';
import { atOncePlugin } from './scripts/vite/at-once-plugin.ts';
import { buildId } from './scripts/vite/build-id.ts';
import { embedPlugin } from './scripts/vite/embed-plugin.ts';
import { enginePlugin } from './scripts/vite/engine-plugin.ts';
import { siteAddressPlugin } from './scripts/vite/site-address.ts';

const root = fileURLToPath(new URL('.', import.meta.url)).replace(/[\\/]$/, '');
const define = { __KUBESTEP_BUILD__: JSON.stringify(buildId(root)) };

const engine = enginePlugin({ root, define });

export default defineConfig({
  base: './', // the built site may lie in any folder of any host
  define,
  plugins: [
    react(),
    engine.plugin,
    atOncePlugin({ root, engine }),
    againPlugin(),
    embedPlugin({ root, define, engineNames: engine.names }),
    siteAddressPlugin(process.env.KUBESTEP_SITE),
  ],
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    sourcemap: false,
    license: { fileName: 'licenses.md' },
    assetsInlineLimit: 0, // a strict content policy of a host page may refuse data: addresses
    chunkSizeWarningLimit: 4_000, // the editor alone is 2.7 MB; scripts/build.mjs checks the real budgets
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Vite's helper for lazy chunks must not end up in Monaco's chunk: every page would load the editor at once.
            { name: 'lazy', test: /vite[\\/]preload-helper/, priority: 2 },
            { name: 'monaco', test: /node_modules[\\/]monaco-editor[\\/]/, priority: 1 },
            // What every visit needs is one file, which packs better than thirty; the entry itself waits for the engine,
            // and what is loaded meanwhile must not wait for the entry.
            {
              name: 'page',
              priority: 1,
              tags: ['$initial'],
              test: (id) => !/\.html(?:$|\?)|[\\/]app[\\/]main\.tsx$/.test(id),
            },
            // The panels that nobody sees before choosing them are fetched together, when the page rests.
            { name: 'panels', test: /[\\/]ui[\\/]panels[\\/]/ },
          ],
        },
      },
    },
  },
});
