import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Input } from '../../src/protocol/run-description.ts';
import { GROUPS, SCENARIOS, type Scenario } from '../../src/scenarios/index.ts';
import { scenarioWords } from '../../src/ui/scenarios/strings.ts';
import { goldenFile } from '../kubestep/told-stories.ts';

type Language = 'en' | 'zh';
type Group = (typeof GROUPS)[number];

/** As in the page's menu. */
const groupTitle = (group: Group, language: Language): string => scenarioWords[language][`group.${group}`];
const WORDS = {
  en: {
    scenarios: 'Scenarios',
    files: 'Manifests',
    part: 'Part',
    story: 'What happens',
    intro: 'Each is a start state and a story in parts, opened here or in the whole page.',
  },
  zh: {
    scenarios: '场景',
    files: '清单',
    part: '第',
    story: '发生了什么',
    intro: '每个场景是一个初始状态和一个分部分讲述的故事，可以在此处或整个页面中打开。',
  },
} as const;

/** Writes a page for each scenario and a list of them, in both languages, and what the menu of the site is made from. */
export function writeScenarioPages(root: string, folder: string): void {
  for (const language of ['en', 'zh'] as const) {
    const target = join(folder, language === 'en' ? '' : language, 'scenarios');
    mkdirSync(target, { recursive: true });
    writeFileSync(join(target, 'index.md'), listOf(language));
    for (const scenario of SCENARIOS)
      writeFileSync(
        join(target, `${pageName(scenario.id)}.md`),
        pageOf(scenario, language, beatsIn(root, scenario.id)),
      );
  }
  const pages = { en: menuOf('en'), zh: menuOf('zh') };
  writeFileSync(join(folder, 'scenario-pages.mjs'), `export const scenarioPages = ${JSON.stringify(pages)};\n`);
}

/** The list of all has the name `index`. */
export function pageName(id: string): string {
  return id === 'index' ? 'index-of-informers' : id;
}

function menuOf(language: Language): object {
  const way = language === 'en' ? '' : `/${language}`;
  return GROUPS.map((group) => ({
    text: groupTitle(group, language),
    collapsed: true,
    items: of(group).map(({ id, title }) => ({ text: title[language], link: `${way}/scenarios/${pageName(id)}` })),
  }));
}

function of(group: Group): readonly Scenario[] {
  return SCENARIOS.filter((scenario) => scenario.group === group);
}

function listOf(language: Language): string {
  const { scenarios, intro } = WORDS[language];
  const groups = GROUPS.map((group) => {
    const rows = of(group).map(
      ({ id, title, goal }) => `- **[${title[language]}](./${pageName(id)}.md)**: ${escaped(goal[language])}`,
    );
    return `## ${groupTitle(group, language)}\n\n${rows.join('\n')}\n`;
  });
  return `# ${scenarios}\n\n${intro}\n\n${groups.join('\n')}`;
}

function pageOf(scenario: Scenario, language: Language, beats: string): string {
  const { id, title, goal, parts, files } = scenario;
  const words = WORDS[language];
  const moment = `<Moment scenario="${id}" :part="1" lang="${language}" title="${title[language].replaceAll('"', '&quot;')}" />`;
  const told = parts.map(({ input, text }, at) => `${at + 1}. \`${typed(input)}\`\n\n   ${escaped(text[language])}\n`);
  const manifests = files.map(({ name, text }) => `\`\`\`yaml [${name}]\n${text.trimEnd()}\n\`\`\`\n`);
  return [
    `# ${title[language]}`,
    escaped(goal[language]),
    moment,
    ...told,
    ...(manifests.length === 0 ? [] : [`## ${words.files}`, ...manifests]),
    `## ${words.story}`,
    `\`\`\`text\n${ofLanguage(beats, language)}\n\`\`\`\n`,
  ].join('\n\n');
}

/** What is typed or done, as one line. */
function typed(input: Input): string {
  if (input.type === 'kubectl')
    return `kubectl ${input.argv.filter((word, at) => at > 0 || word !== 'kubectl').join(' ')}`
      .replaceAll('`', "'")
      .replaceAll('\n', ' ');
  if (input.type === 'line') return input.line.replaceAll('`', "'").replaceAll('\n', ' ');
  if (input.type === 'etcdctl') return ['etcdctl', ...input.argv.filter((word) => word !== 'etcdctl')].join(' ');
  if (input.type === 'request') return `${input.method} ${input.path}`;
  const { type, ...fields } = input;
  return [type, ...Object.values(fields as object).filter((each) => typeof each === 'string')].join(' ');
}

function beatsIn(root: string, id: string): string {
  return readFileSync(join(root, goldenFile(id)), 'utf8').trimEnd();
}

/** The goldens have English first, and Chinese below it without a number. */
function ofLanguage(beats: string, language: Language): string {
  const lines = beats.split('\n');
  return lines
    .filter((line) => /^#|^$/.test(line) || /^ *\d+ /.test(line) === (language === 'en'))
    .map((line) => (language === 'en' ? line : line.replace(/^ {5}/, '· ')))
    .join('\n');
}

/** Nothing of it is markup of the site. */
function escaped(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;');
}
