import type { Plugin } from 'vite';
import { bundleScript, devPathOf, digestOf, engineAddress, serveScript } from './classic-scripts.ts';

/** Puts `src/app/at-once.ts` first into the head of the page: a module would wait with the page's own, and a script for the sheets before it. */
export function atOncePlugin(options: {
  readonly root: string;
  /** Where the engine is while one develops, and how it is called in `assets/` once it has been built. */
  readonly engine: { readonly devPath: () => string; readonly names: () => { readonly first: string } };
}): Plugin {
  const { root, engine } = options;
  let isServing = false;
  let devPath = '';
  let file = '';
  /** `address`: the expression that gives the engine's. */
  const bundle = (address: string) =>
    bundleScript(root, 'src/app/at-once.ts', [engineAddress(() => `export default ${address};`)]);
  return {
    name: 'kubestep-at-once',
    configResolved(config) {
      isServing = config.command === 'serve';
      devPath = devPathOf(config, 'at-once.js');
    },
    async generateBundle() {
      const source = await bundle(`new URL("./${engine.names().first}", document.currentScript.src).href`);
      file = `assets/at-once-${digestOf(source)}.js`;
      this.emitFile({ type: 'asset', fileName: file, source });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_, { path }) {
        if (!path.endsWith('/index.html')) return [];
        return [{ tag: 'script', attrs: { src: isServing ? devPath : `./${file}` }, injectTo: 'head-prepend' }];
      },
    },
    configureServer(server) {
      serveScript(server, devPath, () => bundle(JSON.stringify(engine.devPath())));
    },
  };
}
