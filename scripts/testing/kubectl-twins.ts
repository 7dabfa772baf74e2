import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { CommandResult } from '../../src/server/served-cluster.ts';
import { readTwinCommands, runTwins } from '../../src/server/testing/twin-commands.ts';
import { realKubectl, serveForTest } from '../../src/server/testing.ts';

const FOLDER = join('testdata', 'serve');
const USAGE = `npm run kubectl-twins -- [FILE]... [--requests] [--agreeing FILE]

Gives the commands of ${FOLDER}/*.txt, or of the files named, to the real kubectl and to the simulated one on one served
cluster, and shows where they differ in what they print. With nothing to show it exits with 0, else with 1.

  FILE              lines as they are typed behind 'kubectl'; '! LINE' is given to the real one alone, to set things up;
                    'both LINE' to each in a namespace of its own; '<FILE LINE' with a file of ${FOLDER} as standard input
  --requests        compare what is sent to the API server, not what is printed
  --agreeing FILE   write the lines that agree to a file
`;
const words = process.argv.slice(2);
if (words.some((word) => word === '--help' || word === '-h')) {
  console.log(USAGE);
  process.exit();
}
const agreeingAt = words.indexOf('--agreeing');
const agreeing = agreeingAt < 0 ? undefined : words.splice(agreeingAt, 2)[1];
const requestsAt = words.indexOf('--requests');
if (requestsAt >= 0) words.splice(requestsAt, 1);
const lists =
  words.length > 0
    ? words
    : readdirSync(FOLDER)
        .filter((name) => name.endsWith('.txt'))
        .map((name) => join(FOLDER, name));
const SHOWN = 6000;
const SLOW_SECONDS = 5;

const files = Object.fromEntries(
  readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.txt'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [relative(FOLDER, path), readFileSync(path, 'utf8')]),
);

let different = 0;
let count = 0;
for (const list of lists) {
  const same: string[] = [];
  const serving = await serveForTest({ speed: 'events' });
  const real = await realKubectl(serving);
  real.write(files);
  for (const command of readTwinCommands(readFileSync(list, 'utf8'))) {
    count += 1;
    const began = performance.now();
    const outcome = await runTwins(serving, real, files, command, requestsAt >= 0);
    const seconds = Math.round((performance.now() - began) / 1000);
    if (seconds >= SLOW_SECONDS) console.log(`=== ${command.line}: ${seconds} s`);
    if (outcome.same) same.push(command.line);
    else show(command.line, outcome.ours, outcome.theirs);
  }
  real.close();
  await serving.close();
  if (agreeing !== undefined) writeFileSync(agreeing, `${same.join('\n')}\n`);
}
console.log(
  `${different} of ${count} commands differ (${lists.map((list) => relative(dirname(FOLDER), list)).join(', ')})`,
);
process.exit(different === 0 ? 0 : 1);

function show(line: string, ours: CommandResult, theirs: CommandResult): void {
  different += 1;
  console.log(`=== ${line}`);
  if (ours.code !== theirs.code) console.log(`exit code: ours ${ours.code}, theirs ${theirs.code}`);
  for (const stream of ['stdout', 'stderr'] as const) {
    if (ours[stream] !== theirs[stream]) console.log(lineDifference(stream, theirs[stream], ours[stream]));
  }
}

/** What the real one prints with `-`, what ours prints instead with `+`; lines that both print, around. */
function lineDifference(stream: string, theirs: string, ours: string): string {
  const a = theirs.split('\n');
  const b = ours.split('\n');
  if (a.length * b.length > 4_000_000) return `${stream}: too long to compare`;
  const lengths = Array.from({ length: a.length + 1 }, () => new Int32Array(b.length + 1));
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      (lengths[i] as Int32Array)[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: string[] = [];
  let kept = 0;
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      kept += 1;
      if (kept < 3) lines.push(`  ${a[i]}`);
      else if (kept === 3) lines.push('  …');
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      kept = 0;
      lines.push(`- ${a[i]}`);
      i += 1;
    } else {
      kept = 0;
      lines.push(`+ ${b[j]}`);
      j += 1;
    }
  }
  return `${stream}:\n${lines.join('\n').slice(0, SHOWN)}`;
}
