import { defineConfig } from 'vitepress';
import { scenarioPages } from '../.site/scenario-pages.mjs';
import { shownElsewhere } from '../.site/shown-elsewhere.mjs';
import { menuIn } from './menu.mjs';
import { wordsIn } from './words-in.mjs';

// The whole address of the page, where it is known; it lies in `app` of the site.
const base = process.env.DOCS_BASE ?? '/';
const page = process.env.KUBESTEP_SITE || `${base}app/`;

/** What others show of a link to a page: of a scenario its own picture, and where its demo is found. */
function headOf(shown) {
  const meta = (property, content) => ['meta', { property, content }];
  if (shown === undefined) return [meta('og:image', `${page.replace(/\/?$/, '/')}preview.png`)];
  const { title, description, image, oembed } = shown;
  return [
    meta('og:title', title),
    meta('og:description', description),
    meta('og:image', image),
    ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
    ['link', { rel: 'alternate', type: 'application/json+oembed', href: oembed, title }],
  ];
}

/** The pages are gathered in `.site` by `npm run docs`: those of this folder, and what is made from the sources. */
export default defineConfig({
  srcDir: '.site',
  outDir: process.env.DOCS_OUT ?? '../dist-docs',
  base,
  title: 'Kubestep',
  description: 'A simulated Kubernetes control plane that you can step through, forwards and backwards.',
  cleanUrls: false,
  lastUpdated: false,
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg` }],
    ['meta', { property: 'og:image:alt', content: 'The map of a control plane at one moment' }],
  ],
  transformHead: ({ page: place }) => headOf(shownElsewhere[place]),
  // The page lies beside the site; it is no page of it.
  ignoreDeadLinks: [/^\/app\//],
  themeConfig: {
    logo: { src: '/icon.svg', alt: '' },
    notFound: {
      title: 'There is no such page',
      quote: 'It may lie elsewhere now, or it never was.',
      linkText: 'To the first page',
    },
    search: {
      provider: 'local',
      options: {
        miniSearch: { options: { tokenize: wordsIn } },
        locales: {
          zh: {
            translations: {
              button: { buttonText: '搜索', buttonAriaLabel: '搜索' },
              modal: {
                displayDetails: '显示详情',
                resetButtonTitle: '清空',
                backButtonTitle: '关闭',
                noResultsText: '没有找到：',
                footer: { selectText: '打开', navigateText: '移动', closeText: '关闭' },
              },
            },
          },
        },
      },
    },
  },
  locales: {
    root: {
      label: 'English',
      lang: 'en',
      themeConfig: {
        nav: [
          { text: 'Start', link: '/start' },
          { text: 'Guide', link: '/guide' },
          { text: 'Scenarios', link: '/scenarios/' },
          { text: 'Library', link: '/library' },
          { text: 'Open the page', link: '/app/index.html', target: '_self' },
        ],
        sidebar: menuIn('en', scenarioPages.en),
      },
    },
    zh: {
      label: '简体中文',
      lang: 'zh-CN',
      description: '可以逐步向前、也可以逐步后退的 Kubernetes 控制平面模拟。',
      themeConfig: {
        nav: [
          { text: '开始', link: '/zh/start' },
          { text: '指南', link: '/zh/guide' },
          { text: '场景', link: '/zh/scenarios/' },
          { text: '库', link: '/zh/library' },
          { text: '打开页面', link: '/app/index.html?lang=zh', target: '_self' },
        ],
        sidebar: menuIn('zh', scenarioPages.zh),
        docFooter: { prev: '上一页', next: '下一页' },
        outline: { label: '本页目录' },
        sidebarMenuLabel: '菜单',
        returnToTopLabel: '回到顶部',
        darkModeSwitchLabel: '外观',
        lightModeSwitchTitle: '换成浅色',
        darkModeSwitchTitle: '换成深色',
        langMenuLabel: '换语言',
        skipToContentLabel: '跳到正文',
        notFound: {
          title: '没有这一页',
          quote: '它可能换了地方，或者从来没有过。',
          linkLabel: '回到首页',
          linkText: '回到首页',
        },
      },
    },
  },
});
