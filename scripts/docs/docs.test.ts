import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wordsIn } from '../../docs/.vitepress/words-in.mjs';
import { parseFile } from '../../src/api/yaml/index.ts';
import { SCENARIOS } from '../../src/scenarios/index.ts';
import { CALLED } from '../kubestep/called.ts';
import { COMMANDS, readOptions, USAGE } from '../kubestep/options.ts';
import type { ScenarioReport } from '../parity/comparing/difference.ts';
import { blocksIn } from './blocks.ts';
import { pageOf } from './figures.ts';
import { FROM_ELSEWHERE, intoApp, ownPages, withLinks } from './pages.ts';
import { momentsIn } from './posters.ts';
import { RECORDINGS_IN_CHINESE } from './recordings-in-chinese.ts';
import { oembedOf } from './shown-elsewhere.ts';

const root = process.cwd();
const own = Object.entries(ownPages(root));
const texts = new Map(own.map(([place, file]) => [place, readFileSync(join(root, file), 'utf8')]));
const all = [...texts.values()].join('\n');

it('looks for Chinese by two letters that stand together, and for everything else by words', () => {
  expect(wordsIn('监视 Service 的调度器, kube-proxy')).toEqual([
    '监视',
    'Service',
    '的调',
    '调度',
    '度器',
    'kube',
    'proxy',
  ]);
  expect(wordsIn('拍')).toEqual(['拍']);
  // The page gets it as text.
  const again = new Function(`return (${String(wordsIn)})`)() as typeof wordsIn;
  expect(again('服务器')).toEqual(['服务', '务器']);
});

const headings = (text: string) => [...text.matchAll(/^(#+) /gm)].map(([, level]) => level);
describe('the pages of the site', () => {
  it('are gathered from where they lie', () => {
    expect(own.map(([place]) => place)).toEqual(
      expect.arrayContaining(['index.md', 'start.md', 'links.md', 'zh/start.md']),
    );
    for (const file of Object.values(FROM_ELSEWHERE)) expect(existsSync(join(root, file)), file).toBe(true);
  });

  it('show moments that there are', () => {
    const moments = momentsIn(all);
    expect(moments.length).toBeGreaterThan(5);
    for (const { scenario: id, part } of moments) {
      const scenario = SCENARIOS.find((each) => each.id === id);
      expect(scenario?.parts.length, id).toBeGreaterThanOrEqual(Number(part));
    }
  });

  it('show a moment by the element that others get, which says itself what its frame may', () => {
    const moment = readFileSync(join(root, 'docs/.vitepress/theme/moment.mjs'), 'utf8');
    expect(moment).toContain("h('kubestep-demo'");
    expect(moment).not.toMatch(/iframe|sandbox/);
  });

  it('have YAML that can be read', () => {
    const blocks = blocksIn(all, 'yaml');
    expect(blocks.length).toBeGreaterThan(1);
    for (const { text } of blocks) expect(parseFile(text).errors).toEqual([]);
  });

  it('name commands of ours as these are', () => {
    const lines = blocksIn(`${all}\n${readFileSync(join(root, 'src/library/README.md'), 'utf8')}`)
      .flatMap(({ text }) => text.split('\n'))
      .flatMap((line) => /^(?:npx kubestep|npm run kubestep --) (.*?)(?:\s+#.*)?$/.exec(line)?.[1] ?? []);
    expect(lines.length).toBeGreaterThan(4);
    for (const line of lines) {
      const [command = '', ...words] = line.split(' ');
      if (command === '--help') continue;
      expect(USAGE, line).toContain(`${CALLED} ${command}`);
      if (!COMMANDS.includes(command)) continue;
      const read = readOptions([command, ...words]);
      if (typeof read === 'string') expect(read, line).toMatch(/^there is no file and no scenario/);
    }
  });

  it('link to one another where these lie on the site, and name what is not there', () => {
    const places = new Map([
      ['docs/links.md', 'links.md'],
      ['src/README.md', 'architecture.md'],
      ['docs/zh/a.md', 'zh/a.md'],
    ]);
    const linked = (text: string, file: string, place: string) => withLinks(text, file, place, places);
    expect(linked('[l](../docs/links.md#x)', 'src/README.md', 'architecture.md')).toBe('[l](./links.md#x)');
    expect(linked('[m](../../src/README.md)', 'docs/zh/a.md', 'zh/a.md')).toBe('[m](../architecture.md)');
    expect(linked('[the run](engine/run.ts)', 'src/README.md', 'architecture.md')).toBe(
      'the run (`src/engine/run.ts`)',
    );
    expect(linked('[运行](../../src/engine/run.ts)', 'docs/zh/a.md', 'zh/a.md')).toBe('运行（`src/engine/run.ts`）');
    expect(linked('[`run.ts`](engine/run.ts)', 'src/README.md', 'architecture.md')).toBe('`run.ts`');
    for (const same of ['[a](https://a.example)', '[a](#b)', '[a](/api/)', '```\n[a](b.ts)\n```', '![a](b.webp)'])
      expect(linked(same, 'src/README.md', 'architecture.md')).toBe(same);
  });

  it('lead into the page below the path of the site', () => {
    expect(intoApp('[Open](/app/index.html){target="_self"}, [a](/api/)', '/k/')).toBe(
      '<a href="/k/app/index.html" target="_self">Open</a>, [a](/api/)',
    );
    expect(all.match(/\]\(\/app\//g)?.length).toBe(all.match(/\]\(\/app\/[^)]+\)\{target="_self"\}/g)?.length);
  });

  it('say how true it is from what was compared', () => {
    const tally = { matched: 3, changed: 0, missing: 0, extra: 0 };
    const tallies = { writes: tally, events: tally, objects: tally, etcd: tally, output: tally, run: tally };
    const report = {
      scenario: 'a01',
      description: 'a <b> | c',
      tallies,
      differences: [{ known: 'k' }, {}],
      optional: 0,
    };
    const counts = { recordings: 7, answers: 2, scenarios: 3, stories: 4 };
    const [page, zh] = (['en', 'zh'] as const).map((one) => pageOf([report as object as ScenarioReport], counts, one));
    expect(headings(zh ?? '')).toEqual(headings(page ?? ''));
    expect(zh).toContain('1 处差异已知并有解释，1 处没有');
    expect(page).toContain('| a01 | a &lt;b> \\| c | 3 | 3 | 3 | 3 | 3 | 1 |');
    expect(page).toContain('1 differences are known and explained, and 1 are not');
    expect(page).toContain('- **7** recordings');
    expect(zh).toContain('| 记录 | 做了什么 | 写入 | Event |');
    expect(zh).toContain(`| a01 | ${RECORDINGS_IN_CHINESE.a01} |`);
    const recorded = readdirSync(join(root, 'testdata/golden')).flatMap(
      (name) => /^(\w+)\.json\.gz$/.exec(name)?.[1] ?? [],
    );
    expect(Object.keys(RECORDINGS_IN_CHINESE).toSorted()).toEqual(recorded.toSorted());
    expect(zh).toContain('- **7** 份');
  });
});

it('shows a link to a scenario elsewhere as the frame that authors get, with whole addresses', () => {
  const scenario = SCENARIOS.find(({ id }) => id === 'fruit') as (typeof SCENARIOS)[number];
  const site = 'https://docs.example/kubestep/';
  const { html, ...answer } = oembedOf(scenario, 'zh', `${site}app/`, `${site}previews/fruit.png`) as { html: string };
  expect(answer).toMatchObject({ version: '1.0', type: 'rich', title: scenario.title.zh, width: 770, height: 640 });
  const [, address = ''] = /^<iframe src="([^"]+)"/.exec(html) ?? [];
  const asked = new URL(address.replaceAll('&amp;', '&'));
  expect(asked.href.startsWith(`${site}app/embed.html?`)).toBe(true);
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    scenario: 'fruit',
    part: '1',
    lang: 'zh',
    'embed.grain': 'beat',
  });
  expect(html).toContain('sandbox="allow-scripts');
});
