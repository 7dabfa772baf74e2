import { join, sep } from 'node:path';
import { type OutputChunk, rolldown } from 'rolldown';
import { viteImportGlobPlugin } from 'rolldown/experimental';
import { buildId } from '../vite/build-id.ts';
import { fieldTextsPlugin } from '../vite/field-texts.mjs';
import { ENTRIES, PROGRAM } from './entries.ts';

/** Bundles all entries into a folder, with what they share in files of its own: whoever imports two of them has one engine. Gives back whose packages are inside. */
export async function bundlePackage(root: string, folder: string): Promise<readonly string[]> {
  const entries = [...Object.values(ENTRIES), PROGRAM];
  await bundleSockets(root, folder);
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map(({ file, source }) => [file, join(root, source)])),
    // What a page imports must ask nothing of Node; what does so is reached from chunks that only Node loads.
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'], conditionNames: ['import', 'default'] },
    cwd: root,
    external: /^node:/,
    plugins: [socketsApart, fieldTextsPlugin(root), viteImportGlobPlugin({ root })],
    transform: { define: { __KUBESTEP_BUILD__: JSON.stringify(buildId(root)) } },
    logLevel: 'warn',
  });
  try {
    const { output } = await bundle.write({
      dir: folder,
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name]-[hash].js',
      format: 'esm',
      minify: true,
    });
    return packagesIn(
      root,
      output.filter((file) => file.type === 'chunk'),
    );
  } finally {
    await bundle.close();
  }
}

/** The one package that is written for Node alone, and asks for its modules as such do, is a file of its own. */
export const SOCKETS = { name: '#ws', file: 'chunks/ws.js' } as const;

const socketsApart = {
  name: 'sockets-apart',
  resolveId: (id: string) => (id === 'ws' ? { id: SOCKETS.name, external: true } : undefined),
};

async function bundleSockets(root: string, folder: string): Promise<void> {
  const bundle = await rolldown({ input: 'ws', platform: 'node', cwd: root, logLevel: 'warn' });
  await bundle.write({ file: join(folder, SOCKETS.file), format: 'esm', minify: true });
  await bundle.close();
}

/** The packages whose code is a part of what is given away, by name. */
function packagesIn(root: string, chunks: readonly OutputChunk[]): readonly string[] {
  const names = [...chunks.flatMap(({ moduleIds }) => moduleIds), join(root, 'node_modules', 'ws', 'index.js')]
    .map((id) => id.split(`${sep}node_modules${sep}`))
    .filter((parts) => parts.length > 1)
    .map((parts) => (parts.at(-1) as string).split(sep))
    .map(([scope = '', name = '']) => (scope.startsWith('@') ? `${scope}/${name}` : scope));
  return [...new Set(names)].sort();
}
