import type { TieSort } from '../../../protocol/objects-view.ts';
import type { Dictionary } from '../../widgets/kit/words.ts';

type Key = `tie.${TieSort}` | `column.${number}` | 'none' | 'label' | 'more' | 'legend';

const en: Record<Key, string> = {
  label: 'Objects and what ties them',
  none: 'There are no objects of yours yet. They appear here as soon as they are stored.',
  more: '{count} more have no room here.',
  legend: 'What the lines mean',
  'tie.owns': 'owns',
  'tie.lists': 'lists its address',
  'tie.selects': 'selects by labels',
  'tie.claims': 'uses the claim',
  'tie.binds': 'is bound to',
  'tie.scales': 'scales',
  'tie.routes': 'routes to',
  'column.0': 'what steers them',
  'column.1': 'what you asked for',
  'column.2': 'what keeps the number',
  'column.3': 'Pods',
  'column.4': 'who lists and limits them',
  'column.5': 'Services and volumes',
  'column.6': 'the way in',
};
const zh: Record<Key, string> = {
  label: '对象及其关系',
  none: '还没有你的对象。一旦存储，它们就会出现在这里。',
  more: '还有 {count} 个放不下。',
  legend: '连线的含义',
  'tie.owns': '拥有',
  'tie.lists': '列出其地址',
  'tie.selects': '按标签选择',
  'tie.claims': '使用申领',
  'tie.binds': '绑定到',
  'tie.scales': '伸缩',
  'tie.routes': '转发到',
  'column.0': '操控它们的',
  'column.1': '你要求的',
  'column.2': '维持数量的',
  'column.3': 'Pod',
  'column.4': '列出与限制 Pod 的',
  'column.5': 'Service 与卷',
  'column.6': '入口',
};

export const objectWords: Dictionary<Key> = { en, zh };
