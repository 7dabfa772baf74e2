import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findChromium } from './find-chromium.mjs';

it('finds a browser on the path, and takes CHROME_PATH at its word', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kubestep-chromium-'));
  const program = join(folder, 'chromium');
  writeFileSync(program, '');
  expect(findChromium({ PATH: folder, CHROME_PATH: program }, 'linux')).toBeUndefined();
  chmodSync(program, 0o755);
  expect(findChromium({ PATH: `/nowhere:${folder}` }, 'linux')).toBe(program);
  expect(findChromium({ PATH: '', CHROME_PATH: program }, 'linux')).toBe(program);
  expect(findChromium({ PATH: folder, CHROME_PATH: join(folder, 'missing') }, 'linux')).toBeUndefined();
});
