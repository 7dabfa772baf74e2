import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { drawnLinks } from './drawn-links.ts';
import { keptFile, printKept } from './kept-links.ts';

const USAGE = `Usage: npm run links -- NAME

Writes links over all stories, and the sentence that each opens at, to testdata/links/NAME.json: once for every release, so
that what that release gave away is held to its word by all that come after it. A file that is there is not written again.
`;

function main([name]: readonly string[]): number {
  if (name === undefined || !/^[\w.-]+$/.test(name)) {
    console.log(USAGE);
    return name === '--help' ? 0 : 2;
  }
  const file = keptFile(name);
  mkdirSync(dirname(file), { recursive: true });
  const links = drawnLinks();
  writeFileSync(file, printKept(links), { flag: 'wx' });
  console.log(`${links.length} links in ${file}`);
  return 0;
}

process.exitCode = main(process.argv.slice(2));
