/** The pages of the site by the parts of its menu, with their names in both languages. */
const PARTS = [
  {
    name: ['Use it', '使用'],
    pages: [
      ['start', 'Start here', '从这里开始'],
      ['guide', 'User guide', '使用指南'],
      ['how-it-works', 'How it works', '工作原理'],
      ['debugging', 'Ten things to find out', '查明十件事'],
    ],
  },
  { name: ['Scenarios', '场景'], link: 'scenarios/' },
  {
    name: ['Build with it', '用它构建'],
    pages: [
      ['embed', 'Embed', '嵌入'],
      ['demos', 'Demos: the contract', '演示的约定'],
      ['real-sites', 'In real sites', '在真实的站点里'],
      ['library', 'The library', '库'],
      ['testing', 'Test manifests', '测试清单'],
      ['examples', 'Examples', '示例'],
      ['api/', 'API reference', 'API 参考'],
      ['links', 'Links', '链接'],
      ['deploy', 'Serve it yourself', '自己部署'],
    ],
  },
  {
    name: ['Is it true?', '它真实吗？'],
    pages: [
      ['true', 'How true is it', '有多真实'],
      ['not-modelled', 'Not modelled', '未模拟的内容'],
    ],
  },
  {
    name: ['Take part', '参与'],
    pages: [
      ['architecture', 'The map of the code', '代码地图'],
      ['engine', 'The engine', '引擎'],
      ['vocabulary', 'Vocabulary', '词汇表'],
      ['contributing', 'Contributing', '参与贡献'],
      ['roadmap', 'Roadmap', '路线图'],
      ['changelog', 'Changelog', '更新日志'],
      ['security', 'Security', '安全'],
      ['conduct', 'Code of conduct', '行为准则'],
    ],
  },
];

/** What stands beside every page; the scenarios are made from the sources. */
export const menuIn = (language, scenarios = []) => {
  const at = language === 'zh' ? 1 : 0;
  const way = language === 'zh' ? '/zh/' : '/';
  return PARTS.map(({ name, link, pages }) =>
    pages === undefined
      ? { text: name[at], link: way + link, collapsed: true, items: scenarios }
      : { text: name[at], items: pages.map(([page, ...names]) => ({ text: names[at], link: way + page })) },
  );
};
