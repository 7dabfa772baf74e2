import { createServer } from 'node:net';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from './scripts/find-chromium.mjs';

// This file is loaded once by the runner and again by every worker; the port is chosen the first time.
process.env.KUBESTEP_E2E_PORT ??= String(await freePort());
const url = `http://127.0.0.1:${process.env.KUBESTEP_E2E_PORT}/`;

// The pages are the built ones: run `npm run build` before `npm run e2e`.
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Long enough for a machine that many share; a test that passes waits for none of it.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  workers: 2,
  // A machine that stands still for seconds is no fault of the page: `npm test` tries once more, and names the test.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: process.env.KUBESTEP_E2E_REPORT ?? 'test-results/e2e.json' }]],
  use: {
    baseURL: url,
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    trace: 'off',
    launchOptions: { executablePath: findChromium(), args: CHROMIUM_ARGS },
  },
  webServer: {
    command: `node scripts/serve.mjs dist --port ${process.env.KUBESTEP_E2E_PORT}`,
    url,
    reuseExistingServer: false,
  },
});

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null ? done(address.port) : fail(new Error('no port')),
      );
    });
  });
}
