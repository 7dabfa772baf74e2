import type { Dictionary } from '../widgets/kit/words.ts';

const en = {
  look: 'Look inside',
  yaml: 'Manifests',
  map: 'Back to the map',
  open: 'Open in Kubestep',
  coming: 'The simulation is being fetched: it goes on from this very step.',
  openLong: 'This moment in a tab of its own, where everything can be changed',
};
const zh: Record<keyof typeof en, string> = {
  look: '查看内部',
  yaml: '清单',
  map: '返回地图',
  open: '在 Kubestep 中打开',
  coming: '正在获取模拟引擎：它会从这一步继续。',
  openLong: '在新标签页中打开此刻，那里一切都可以修改',
};

export const embedWords: Dictionary<keyof typeof en> = { en, zh };
