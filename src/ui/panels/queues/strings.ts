import type { Dictionary } from '../../widgets/kit/words.ts';
import { panelWords } from '../words.ts';

const en = {
  'queues.none': 'No work queue exists yet.',
  'queues.next': 'queue',
  'queues.dirty': 'dirty',
  'queues.processing': 'processing',
  'queues.waiting': 'waiting',
  'queues.readyIn': 'ready in {time}',
  'queues.ready': 'ready',
  'queues.retries': 'retries',
  'queues.times': '{count}×',
  'queues.idle': 'Idle work queues',
  'queues.note': 'a rounded outline is a set',
  'queues.expectations': 'Expectations',
  'queues.expectationsNote': 'what a controller waits to see in its cache before it acts again',
  'queues.adds': 'adds',
  'queues.deletes': 'deletes',
  'queues.controller': 'controller',
  'queues.key': 'key',
};
const zh: Record<keyof typeof en, string> = {
  'queues.none': '还没有工作队列。',
  'queues.next': '队列',
  'queues.dirty': '待处理',
  'queues.processing': '处理中',
  'queues.waiting': '等待',
  'queues.readyIn': '{time} 后就绪',
  'queues.ready': '就绪',
  'queues.retries': '重试',
  'queues.times': '{count} 次',
  'queues.idle': '空闲的工作队列',
  'queues.note': '圆角外框表示集合',
  'queues.expectations': '期望',
  'queues.expectationsNote': '控制器再次行动之前等待在缓存中看到的内容',
  'queues.adds': '新增',
  'queues.deletes': '删除',
  'queues.controller': '控制器',
  'queues.key': '键',
};

/** The words of this panel, and those that all panels share. */
export const queuesWords: Dictionary<keyof typeof en | keyof typeof panelWords.en> = {
  en: { ...panelWords.en, ...en },
  zh: { ...panelWords.zh, ...zh },
};
