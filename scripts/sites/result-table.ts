/** What was found in one site. */
export interface Row {
  readonly name: string;
  /** Undefined: the machine has none. */
  readonly version: string | undefined;
  /** Of what is pasted, with its poster. */
  readonly bytes: number;
  readonly column?: number;
  readonly failure?: string;
}

const WORDS = {
  en: {
    title: 'In real sites',
    intro:
      'What *Share* gives for a page of one’s own is put together in the dialog, copied, pasted unchanged into real sites, which are built and read in\nChromium from another origin than Kubestep’s. The demo shows beats 5 to 12 of a Service and its Pods, dark, in Chinese, on a click: its poster stands\nthere first, no frame is there before the click, play stops at 12, back stops at 5, the page is not scrolled sideways and its console stays empty. A\nsecond one, on another page, follows the site’s switch between light and dark, for a reader who comes by a link inside of the site as for one who\nopens it. In Hugo and Sphinx, whose plain themes have no such switch, the test brings one.',
    made: 'Made by `npm run sites -- --write`.',
    head: ['site', 'version', 'column, px', 'pasted, kB'],
  },
  zh: {
    title: '在真实的站点里',
    intro:
      '在*分享*对话框里组合好演示，复制下来，原样粘贴到真实的站点，构建站点，再用 Chromium 打开阅读；站点与 Kubestep 不同源。演示是一个 Service 和它的 Pod 的第 5\n到 12 拍，深色，中文，点击后载入：先显示海报，点击之前没有任何 iframe，播放停在第 12 拍，后退停在第 5 拍，页面不会横向滚动，控制台没有报错。另一页上还有一个演示，\n它跟随站点的深浅切换，无论读者是从站内链接过来，还是直接打开这一页。Hugo 和 Sphinx 的朴素主题没有这种切换，由测试自带一个。',
    made: '由 `npm run sites -- --write` 生成。',
    head: ['站点', '版本', '栏宽（px）', '粘贴的内容（kB）'],
  },
} as const;

/** The page of the site that tells it. */
export function tableOf(rows: readonly Row[], language: 'en' | 'zh'): string {
  const { title, intro, made, head } = WORDS[language];
  const lines = rows
    .filter(({ version }) => version !== undefined)
    .map(({ name, version, column, bytes }) => [name, version, column, (bytes / 1000).toFixed(1)]);
  const table = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return `# ${title}\n\n${intro}\n\n${table}\n\n${made}\n`;
}
