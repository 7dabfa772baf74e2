import type { Plugin } from 'vite';
import { bundleElement, bundleEmbed } from './embed-bundle.ts';

/** Adds to the built site what other pages show it with: `embed.html` with scripts of its own, and `kubestep-demo.js`. */
export function embedPlugin(options: {
  readonly root: string;
  readonly define: Record<string, string>;
  readonly engineNames: () => { readonly first: string; readonly later: string };
}): Plugin {
  const { root, define } = options;
  return {
    name: 'kubestep-embed',
    apply: 'build',
    async generateBundle() {
      const { files, script, sheet } = await bundleEmbed({ root, define, engine: options.engineNames() });
      for (const { name, source } of files) this.emitFile({ type: 'asset', fileName: `assets/${name}`, source });
      this.emitFile({ type: 'asset', fileName: 'embed.html', source: pageOf(script, sheet) });
      this.emitFile({ type: 'asset', fileName: 'kubestep-demo.js', source: await bundleElement(root) });
    },
  };
}

/** Says what it is before anything of it has come, and where there are no scripts. */
function pageOf(script: string, sheet: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <link rel="icon" type="image/svg+xml" href="./icon.svg" />
    <title>Kubestep</title>
    <link rel="stylesheet" href="./assets/${sheet}" />
    <script defer src="./assets/${script}"></script>
  </head>
  <body>
    <div id="root">
      <p class="embed-coming">Kubestep: a simulated Kubernetes cluster that one can step through. It is being loaded…</p>
    </div>
    <noscript>Kubestep runs a simulation in your browser and needs JavaScript.</noscript>
  </body>
</html>
`;
}
