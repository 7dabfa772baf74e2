import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { licenseTexts } from '../licenses.mjs';
import { bundlePackage, SOCKETS } from './bundle.ts';
import { leaksIn, writeDeclarations } from './declarations.ts';
import { ENTRIES, PROGRAM } from './entries.ts';

interface OwnManifest {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: object;
}

/** Writes the whole package, as it is published, into a folder. What was there is gone. It may say where its sources lie. */
export async function writePackage(root: string, folder: string, repository?: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const dist = join(folder, 'dist');
  mkdirSync(dist, { recursive: true });
  const bundled = await bundlePackage(root, dist);
  const leaks = leaksIn(writeDeclarations(root, dist));
  if (leaks.length > 0) throw new Error(`the public types name what is inside: ${leaks.join(', ')}`);
  writeProgram(folder);
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as OwnManifest;
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(own, repository), undefined, 2)}\n`);
  for (const file of ['LICENSE', 'CHANGELOG.md']) cpSync(join(root, file), join(folder, file));
  cpSync(join(root, 'src', 'library', 'README.md'), join(folder, 'README.md'));
  cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true });
  writeFileSync(join(folder, 'THIRD-PARTY.md'), licenseTexts(root, bundled));
}

export function manifestOf({ version, description, license, engines }: OwnManifest, repository?: string): object {
  const exported = Object.entries(ENTRIES).map(([name, { file }]) => [
    name,
    { types: `./dist/${file}.d.ts`, default: `./dist/${file}.js` },
  ]);
  return {
    name: 'kubestep',
    version,
    description,
    keywords: ['kubernetes', 'simulator', 'testing', 'deterministic', 'education'],
    license,
    ...(repository === undefined ? {} : { repository: { type: 'git', url: `git+${repository}.git` } }),
    type: 'module',
    engines,
    exports: { ...Object.fromEntries(exported), './package.json': './package.json' },
    imports: { [SOCKETS.name]: `./dist/${SOCKETS.file}` },
    types: './dist/index.d.ts',
    bin: { kubestep: 'bin/kubestep.js' },
    files: ['bin', 'dist', 'examples', 'CHANGELOG.md', 'THIRD-PARTY.md'],
    sideEffects: [`./dist/${PROGRAM.file}.js`, './dist/chunks/*'],
  };
}

function writeProgram(folder: string): void {
  const file = join(folder, 'bin', 'kubestep.js');
  mkdirSync(join(folder, 'bin'));
  writeFileSync(file, `#!/usr/bin/env node\nimport '../dist/${PROGRAM.file}.js';\n`);
  chmodSync(file, 0o755);
}
