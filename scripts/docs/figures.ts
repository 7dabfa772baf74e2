import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SCENARIOS } from '../../src/scenarios/index.ts';
import type { ScenarioReport, Section } from '../parity/difference.ts';

const SECTIONS: readonly (readonly [Section, string])[] = [
  ['writes', 'writes'],
  ['events', 'Events'],
  ['objects', 'objects at the end'],
  ['etcd', 'keys in etcd'],
  ['output', 'lines that commands printed'],
];

/** Writes the page *How true is it?* with the figures of this build: the recordings are compared anew. */
export function writeFigures(root: string, folder: string): void {
  writeFileSync(join(folder, 'true.md'), pageOf(compared(root), countsIn(root)));
}

function compared(root: string): readonly ScenarioReport[] {
  const target = mkdtempSync(join(tmpdir(), 'kubestep-figures-'));
  try {
    const json = join(target, 'parity.json');
    const words = ['scripts/run-ts.mjs', 'scripts/parity.ts', 'testdata/golden', '--json', json];
    const { stderr, stdout } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
    try {
      return JSON.parse(readFileSync(json, 'utf8')) as readonly ScenarioReport[];
    } catch {
      throw new Error(`the recordings could not be compared:\n${stdout}${stderr}`);
    }
  } finally {
    rmSync(target, { recursive: true, force: true });
  }
}

type Counts = readonly (readonly [what: string, count: number])[];

function countsIn(root: string): Counts {
  const files = (folder: string) => readdirSync(join(root, folder)).length;
  return [
    ['recordings of a real v1.36.2 cluster that every build is compared with', files('testdata/golden')],
    ['answers of the real API server to real clients, byte for byte', files('testdata/serve')],
    ['scenarios, each sentence of which a test holds to its run in two languages', SCENARIOS.length],
    ['stories whose every beat is kept and compared', files('testdata/beats')],
  ];
}

/** The page, from the reports of the comparison and what is counted in the project. */
export function pageOf(reports: readonly ScenarioReport[], counts: Counts): string {
  const sum = (section: Section) => reports.reduce((all, { tallies }) => all + tallies[section].matched, 0);
  const differences = reports.flatMap((report) => report.differences);
  const open = differences.filter(({ known }) => known === undefined).length;
  const matched = SECTIONS.map(([section, words]) => `${sum(section)} ${words}`);
  const head = `| recording | what was done | ${SECTIONS.map(([, words]) => words).join(' | ')} | known differences |`;
  const rows = reports.map(({ scenario, description, tallies, differences: found }) =>
    [
      '',
      scenario,
      description.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('{{', '{ {'),
      ...SECTIONS.map(([section]) => String(tallies[section].matched)),
      String(found.filter(({ known }) => known !== undefined).length),
      '',
    ]
      .join(' | ')
      .trim(),
  );
  return [
    '# How true is it?',
    `The figures on this page were made when it was built: every recording was run again in the simulated cluster and compared.`,
    `## Recordings of a real cluster`,
    `The simulated cluster is started in the state of each recording, the same commands are typed, and it is compared who wrote what to which object, in which order and with which fields. Of ${reports.length} recordings **${matched.slice(0, -1).join(', ')} and ${matched.at(-1)} are the same**; ${differences.length - open} differences are known and explained, and ${open} are not.`,
    `${head}\n|${'---|'.repeat(SECTIONS.length + 3)}\n${rows.join('\n')}`,
    '## What else holds it',
    counts.map(([what, count]) => `- **${count}** ${what}`).join('\n'),
    `- the official conformance data of CEL, and the public test suite of YAML, in every test run
- packets, asked of a real Linux kernel rule by rule (\`scripts/kernel\`)
- the real kubectl, Helm’s output, and the client libraries of Go and JavaScript against the served cluster
- runs with drawn delays, faults and deeds, after each of which replay, seek and fork must agree (\`npm run drawn-runs\`)`,
    '## What is not',
    'Times are typical and not measured. Containers do not run: what an image does is described by data. [All that is left out](./not-modelled.md) is on one page.',
  ]
    .join('\n\n')
    .concat('\n');
}
