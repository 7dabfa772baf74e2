import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { licenseTexts } from './licenses.mjs';

const root = process.cwd();
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};
const text = licenseTexts(root, Object.keys(dependencies));

it('names every package that the page is made of, with its version and the words of its licence', () => {
  for (const [name, version] of Object.entries(dependencies)) {
    const section = text.split('\n## ').find((each) => each.startsWith(`${name} - `)) ?? '';
    expect(section).toContain(`${name} - ${version} (`);
    expect(section.length, name).toBeGreaterThan(500);
  }
});

it('names what Monaco holds of others, and the font of its icons', () => {
  expect(text).toContain('### What Monaco holds of others');
  for (const other of ['nodejs path library', 'markedjs', 'vscode-swift']) expect(text).toContain(other);
  expect(text).toContain('Codicons, the icons of the editor (CC-BY-4.0)');
  expect(text).toContain('https://creativecommons.org/licenses/by/4.0/');
});
