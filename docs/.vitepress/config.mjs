import { defineConfig } from 'vitepress';
import { scenarioPages } from '../.site/scenario-pages.mjs';
import { wordsIn } from './words-in.mjs';

// The whole address of the page, where it is known; it lies in `app` of the site.
const base = process.env.DOCS_BASE ?? '/';
const page = process.env.KUBESTEP_SITE || `${base}app/`;

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
    ['meta', { property: 'og:image', content: `${page.replace(/\/?$/, '/')}preview.png` }],
    ['meta', { property: 'og:image:alt', content: 'The map of a control plane at one moment' }],
  ],
  // The page lies beside the site; it is no page of it.
  ignoreDeadLinks: [/^\/app\//],
  themeConfig: {
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
        sidebar: [
          {
            text: 'Use it',
            items: [
              { text: 'Start here', link: '/start' },
              { text: 'User guide', link: '/guide' },
              { text: 'How it works', link: '/how-it-works' },
              { text: 'Ten things to find out', link: '/debugging' },
            ],
          },
          { text: 'Scenarios', link: '/scenarios/', collapsed: true, items: scenarioPages.en },
          {
            text: 'Build with it',
            items: [
              { text: 'Embed', link: '/embed' },
              { text: 'Demos: the contract', link: '/demos' },
              { text: 'In real sites', link: '/real-sites' },
              { text: 'The library', link: '/library' },
              { text: 'Test manifests', link: '/testing' },
              { text: 'Examples', link: '/examples' },
              { text: 'API reference', link: '/api/' },
              { text: 'Links', link: '/links' },
              { text: 'Serve it yourself', link: '/deploy' },
            ],
          },
          {
            text: 'Is it true?',
            items: [
              { text: 'How true is it', link: '/true' },
              { text: 'Not modelled', link: '/not-modelled' },
            ],
          },
          {
            text: 'Take part',
            items: [
              { text: 'The map of the code', link: '/architecture' },
              { text: 'The engine', link: '/engine' },
              { text: 'Vocabulary', link: '/vocabulary' },
              { text: 'Contributing', link: '/contributing' },
              { text: 'Roadmap', link: '/roadmap' },
              { text: 'Changelog', link: '/changelog' },
            ],
          },
        ],
      },
    },
    zh: {
      label: '简体中文',
      lang: 'zh-CN',
      themeConfig: {
        nav: [
          { text: '开始', link: '/zh/start' },
          { text: '指南', link: '/zh/guide' },
          { text: '场景', link: '/zh/scenarios/' },
          { text: '库', link: '/zh/library' },
          { text: '打开页面', link: '/app/index.html', target: '_self' },
        ],
        sidebar: [
          {
            text: '使用',
            items: [
              { text: '从这里开始', link: '/zh/start' },
              { text: '使用指南', link: '/zh/guide' },
              { text: '工作原理', link: '/zh/how-it-works' },
            ],
          },
          { text: '场景', link: '/zh/scenarios/', collapsed: true, items: scenarioPages.zh },
          {
            text: '用它构建',
            items: [
              { text: '库', link: '/zh/library' },
              { text: '链接', link: '/zh/links' },
              { text: '在真实的站点里', link: '/zh/real-sites' },
              { text: '自己部署', link: '/zh/deploy' },
            ],
          },
          { text: '它真实吗？', items: [{ text: '有多真实', link: '/zh/true' }] },
        ],
        docFooter: { prev: '上一页', next: '下一页' },
        outline: { label: '本页目录' },
        sidebarMenuLabel: '菜单',
        returnToTopLabel: '回到顶部',
        darkModeSwitchLabel: '外观',
        lightModeSwitchTitle: '换成浅色',
        darkModeSwitchTitle: '换成深色',
        langMenuLabel: '换语言',
        skipToContentLabel: '跳到正文',
      },
    },
  },
});
