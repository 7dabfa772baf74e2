import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { fieldTextsPlugin } from './scripts/vite/field-texts.mjs';

// Tests run in Node; a test of a component asks for a page with `// @vitest-environment happy-dom` on its first line.
export default defineConfig({
  define: { __KUBESTEP_BUILD__: JSON.stringify('test') },
  plugins: [
    fieldTextsPlugin(fileURLToPath(new URL('.', import.meta.url))),
    {
      // There is no built worker here; tests hand the session an engine of their own.
      name: 'kubestep-engine-address',
      resolveId: (id) => (id === 'virtual:kubestep-engine' ? `\0${id}` : undefined),
      load: (id) => (id === '\0virtual:kubestep-engine' ? "export default 'about:blank';" : undefined),
    },
  ],
  test: {
    environment: 'node',
    setupFiles: ['scripts/vitest-setup.ts'],
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
