import type { Plugin } from 'vite';

/** A script of the build that is fetched when it is needed. */
const LATE = /\bimport\((`\.\/[^`$]+\.js`|"\.\/[^"]+\.js"|'\.\/[^']+\.js')\)/g;

/** In the built page every `import()` of a script of its own can be asked for again: `src/app/import-again.ts` says why. */
export function againPlugin(): Plugin {
  return {
    name: 'kubestep-import-again',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // Vite looks for these imports, too, and has to find them.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk') file.code = file.code.replace(LATE, 'importAgain($1,import.meta.url)');
        }
      },
    },
  };
}
