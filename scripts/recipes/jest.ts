import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePackage } from '../package/write-package.ts';
import { run } from './clean-clone.ts';

const JEST = '30.5.2';

/** The example for Jest, by Jest, from the packed tarball in a folder of somebody else. */
export async function runJest(root: string, folder: string): Promise<string> {
  await writePackage(root, join(folder, 'written'));
  const [packed] = JSON.parse(run('npm', ['pack', './written', '--json', '--loglevel=error'], folder)) as readonly [
    { readonly filename: string },
  ];
  rmSync(join(folder, 'written'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "name": "somebody", "private": true, "type": "module" }');
  const quietly = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts'];
  run('npm', ['install', `./${packed.filename}`, `jest@${JEST}`, ...quietly], folder);
  mkdirSync(join(folder, 'examples'));
  for (const name of ['jest', 'web.yaml'])
    cpSync(join(folder, 'node_modules/kubestep/examples', name), join(folder, 'examples', name), { recursive: true });
  const said = run(process.execPath, ['node_modules/jest/bin/jest.js', 'jest'], folder, {
    NODE_OPTIONS: '--experimental-vm-modules',
  });
  const passed = /^Tests: +(\d+) passed, \d+ total$/m.exec(said)?.[1];
  if (passed === undefined) throw new Error(said);
  return `${JEST} runs the example from the tarball: ${passed} passed`;
}
