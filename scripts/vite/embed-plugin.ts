import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { bundleRecorder } from '../kept/recorder.mjs';
import { bundleElement, bundleEmbed } from './embed-bundle.ts';

const KEPT = 'virtual:kubestep-kept';

/** Adds to the built site what other pages show it with: `embed.html` with scripts of its own, and `kubestep-demo.js`. */
export function embedPlugin(options: {
  readonly root: string;
  readonly define: Record<string, string>;
  readonly engineNames: () => { readonly first: string; readonly later: string };
}): Plugin {
  const { root, define } = options;
  return {
    name: 'kubestep-embed',
    // While one develops there is no record: a demo begins with the engine.
    resolveId: (id) => (id === KEPT ? `\0${KEPT}` : undefined),
    load: (id) => (id === `\0${KEPT}` ? 'export default undefined;' : undefined),
    async generateBundle() {
      const { name: kept } = await bundleRecorder();
      const { files, script, sheet } = await bundleEmbed({ root, define, engine: options.engineNames(), kept });
      const page = await readFile(join(root, 'embed.html'), 'utf8');
      for (const { name, source } of files) this.emitFile({ type: 'asset', fileName: `assets/${name}`, source });
      this.emitFile({ type: 'asset', fileName: 'embed.html', source: builtPage(page, script, sheet) });
      this.emitFile({ type: 'asset', fileName: 'kubestep-demo.js', source: await bundleElement(root) });
    },
  };
}

/** How `embed.html` begins while one develops. */
const AS_MODULE = '<script type="module" src="/src/app/embed-main.tsx"></script>';

/** The same page with scripts that are no modules: a sandboxed frame may not fetch those from a server without CORS. */
function builtPage(source: string, script: string, sheet: string): string {
  if (!source.includes(AS_MODULE)) throw new Error(`embed.html begins with something else than ${AS_MODULE}`);
  const built = `<link rel="stylesheet" href="./assets/${sheet}" />\n    <script defer src="./assets/${script}"></script>`;
  return source.replace(AS_MODULE, () => built);
}
