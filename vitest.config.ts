import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { WaitingFirst } from './scripts/testing/waiting-first.ts';
import { fieldTextsPlugin } from './scripts/vite/field-texts.mjs';

/** The half that touches what a window has one of: each of its files begins with a world of its own. */
const PAGE_TESTS = ['src/{ui,app,session,debugger,worker}/**/*.test.{ts,tsx}'];

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
    pool: 'threads',
    // Two for two processors, and one for the kernel's tests, which wait for most of their time.
    maxWorkers: 3,
    sequence: { sequencer: WaitingFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'page', include: PAGE_TESTS } },
      {
        extends: true,
        test: {
          name: 'simulated',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: PAGE_TESTS,
          // Modules hold no state (scripts/checks/module-state.ts), so that files share them, and the compiler's work on
          // them: a third of the processor time (67 s for 214 s, src/inspect with src/cluster/controllers).
          isolate: false,
        },
      },
    ],
  },
});
