import { defineConfig } from 'vitest/config';

// Tests run in Node; a test of a component asks for a page with `// @vitest-environment happy-dom` on its first line.
export default defineConfig({
  test: {
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 20_000,
  },
});
