import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SCENARIOS } from '../../src/scenarios/index.ts';
import type { ScenarioReport, Section } from '../parity/comparing/difference.ts';
import { RECORDINGS_IN_CHINESE } from './recordings-in-chinese.ts';

const SECTIONS = ['writes', 'events', 'objects', 'etcd', 'output'] as const satisfies readonly Section[];
type Language = 'en' | 'zh';

/** Writes the page *How true is it?* with the figures of this build: the recordings are compared anew. */
export function writeFigures(root: string, folder: string): void {
  const [reports, counts] = [compared(root), countsIn(root)];
  mkdirSync(join(folder, 'zh'), { recursive: true });
  for (const language of ['en', 'zh'] as const)
    writeFileSync(join(folder, language === 'en' ? '' : 'zh', 'true.md'), pageOf(reports, counts, language));
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

/** What is counted in the project besides the recordings' own figures. */
const COUNTED = ['recordings', 'answers', 'scenarios', 'stories'] as const;
type Counts = Readonly<Record<(typeof COUNTED)[number], number>>;

function countsIn(root: string): Counts {
  const files = (folder: string) => readdirSync(join(root, folder)).length;
  return {
    recordings: files('testdata/golden'),
    answers: files('testdata/serve'),
    scenarios: SCENARIOS.length,
    stories: files('testdata/beats'),
  };
}

/** The page, from the reports of the comparison and what is counted in the project. */
export function pageOf(reports: readonly ScenarioReport[], counts: Counts, language: Language): string {
  const words = WORDS[language];
  const matched = (section: Section) => reports.reduce((sum, { tallies }) => sum + tallies[section].matched, 0);
  const differences = reports.flatMap((report) => report.differences);
  const open = differences.filter(({ known }) => known === undefined).length;
  const same = SECTIONS.map((section) => `${matched(section)} ${words.sections[section]}`);
  const head = [
    ...words.head,
    ...SECTIONS.map((section) => words.sections[section].replace(MEASURE_WORD, '')),
    words.known,
  ];
  const rows = reports.map(({ scenario, description, tallies, differences: found }) => [
    scenario,
    (words.done[scenario] ?? description).replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('{{', '{ {'),
    ...SECTIONS.map((section) => String(tallies[section].matched)),
    String(found.filter(({ known }) => known !== undefined).length),
  ]);
  const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return [
    `# ${words.title}`,
    words.intro,
    `## ${words.real}`,
    words.compared(reports.length, same, differences.length - open, open),
    table,
    `## ${words.else}`,
    COUNTED.map((what) => `- **${counts[what]}** ${words[what]}`).join('\n'),
    words.others.map((other) => `- ${other}`).join('\n'),
    `## ${words.not}`,
    words.left,
  ]
    .join('\n\n')
    .concat('\n');
}

/** Chinese says before a thing that is counted how it is counted. */
const MEASURE_WORD = /^[次个行] ?/;

type Words = {
  /** What was done in a recording, where it does not say it in the language itself. */
  readonly done: Readonly<Record<string, string>>;
  readonly sections: Readonly<Record<(typeof SECTIONS)[number], string>>;
  readonly compared: (recordings: number, same: readonly string[], known: number, open: number) => string;
  readonly head: readonly [string, string];
  readonly others: readonly string[];
} & Readonly<Record<'title' | 'intro' | 'real' | 'known' | 'else' | 'not' | 'left' | keyof Counts, string>>;

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    done: {},
    sections: {
      writes: 'writes',
      events: 'Events',
      objects: 'objects at the end',
      etcd: 'keys in etcd',
      output: 'lines that commands printed',
    },
    title: 'How true is it?',
    intro:
      'The figures on this page were made when it was built: every recording was run again in the simulated cluster and compared.',
    real: 'Recordings of a real cluster',
    compared: (recordings, same, known, open) =>
      `The simulated cluster is started in the state of each recording, the same commands are typed, and it is compared who wrote what to which object, in which order and with which fields. Of ${recordings} recordings **${same.slice(0, -1).join(', ')} and ${same.at(-1)} are the same**; ${known} differences are known and explained, and ${open} are not.`,
    head: ['recording', 'what was done'],
    known: 'known differences',
    else: 'What else holds it',
    recordings: 'recordings of a real v1.36.2 cluster that every build is compared with',
    answers: 'answers of the real API server to real clients, byte for byte',
    scenarios: 'scenarios, each sentence of which a test holds to its run in two languages',
    stories: 'stories whose every beat is kept and compared',
    others: [
      'the official conformance data of CEL, and the public test suite of YAML, in every test run',
      'packets, asked of a real Linux kernel rule by rule (`scripts/kernel`)',
      'the real kubectl, Helm’s output, and the client libraries of Go and JavaScript against the served cluster',
      'runs with drawn delays, faults and deeds, after each of which replay, seek and fork must agree (`npm run drawn-runs`)',
    ],
    not: 'What is not',
    left: 'Times are typical and not measured. Containers do not run: what an image does is described by data. [All that is left out](./not-modelled.md) is on one page.',
  },
  zh: {
    done: RECORDINGS_IN_CHINESE,
    sections: {
      writes: '次写入',
      events: '个 Event',
      objects: '个最终对象',
      etcd: '个 etcd 键',
      output: '行命令输出',
    },
    title: '有多真实？',
    intro: '本页的数字在构建时生成：每一份记录都在模拟集群里重新跑了一遍，并逐项对照。',
    real: '真实集群的记录',
    compared: (recordings, same, known, open) =>
      `模拟集群从每份记录的状态开始，输入同样的命令，然后对照：谁向哪个对象写了什么，顺序如何，有哪些字段。${recordings} 份记录中，**${same.join('、')}完全一致**；${known} 处差异已知并有解释，${open} 处没有。`,
    head: ['记录', '做了什么'],
    known: '已知差异',
    else: '还有什么在约束它',
    recordings: '份真实 v1.36.2 集群的记录，每次构建都与之对照',
    answers: '份真实 API 服务器给真实客户端的答复，逐字节对照',
    scenarios: '个场景，每一句话都有测试在两种语言里与运行对照',
    stories: '个故事，每一拍都保存下来并对照',
    others: [
      'CEL 官方的一致性数据，以及 YAML 公开的测试集，每次测试都会跑',
      '数据包：逐条规则去问真实的 Linux 内核（`scripts/kernel`）',
      '真实的 kubectl、Helm 的输出，以及 Go 和 JavaScript 的客户端库，对着对外提供的模拟集群运行',
      '随机抽取延迟、故障和操作的运行，每次之后重放、跳转和分叉都必须一致（`npm run drawn-runs`）',
    ],
    not: '哪些不真实',
    left: '时间是典型值，不是测出来的。容器并不真的运行：镜像做什么由数据描述。[没有模拟的一切](./not-modelled.md)列在一页上。',
  },
};
