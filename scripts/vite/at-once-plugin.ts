import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import type { Plugin } from 'vite';

const VIRTUAL = 'virtual:kubestep-engine';
const DEV_PATH = '@kubestep/at-once.js';

/** Puts `src/app/at-once.ts` first into the head of the page: a module would wait with the page's own, and a script for the sheets before it. */
export function atOncePlugin(options: {
  readonly root: string;
  /** Where the engine is while one develops, and how it is called in `assets/` once it has been built. */
  readonly engine: { readonly devPath: string; readonly names: () => { readonly first: string } };
}): Plugin {
  const { root, engine } = options;
  let isServing = false;
  let base = '/';
  let name = '';
  return {
    name: 'kubestep-at-once',
    configResolved(config) {
      isServing = config.command === 'serve';
      base = config.base.startsWith('/') ? config.base : '/';
    },
    async generateBundle() {
      const source = await bundle(root, `new URL("./${engine.names().first}", document.currentScript.src).href`);
      name = `at-once-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`;
      this.emitFile({ type: 'asset', fileName: `assets/${name}`, source });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_, { path }) {
        if (!path.endsWith('/index.html')) return [];
        return [
          { tag: 'script', attrs: { src: isServing ? base + DEV_PATH : `./assets/${name}` }, injectTo: 'head-prepend' },
        ];
      },
    },
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        if (request.url?.split('?')[0] !== base + DEV_PATH) return next();
        try {
          response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
          response.end(await bundle(root, JSON.stringify(base + engine.devPath)));
        } catch (error) {
          next(error);
        }
      });
    },
  };
}

/** `address`: the expression that gives the engine's. */
async function bundle(root: string, address: string): Promise<string> {
  const bundled = await rolldown({
    cwd: root,
    input: join(root, 'src/app/at-once.ts'),
    platform: 'browser',
    plugins: [
      {
        name: 'kubestep-engine-address',
        resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : undefined),
        load: (id) => (id === `\0${VIRTUAL}` ? `export default ${address};` : undefined),
      },
    ],
  });
  try {
    const { output } = await bundled.generate({ format: 'iife', minify: true, codeSplitting: false });
    return output[0].code;
  } finally {
    await bundled.close();
  }
}
