import { useCallback } from 'react';
import { useHost } from '../widgets/kit/host.ts';

/** What the simulated half says in words of its own, in Chinese: states, events, why a plugin was not asked. */
const SAID_ZH: { readonly [word: string]: string } = {
  'not running': '未运行',
  'initial list': '首次 list',
  watching: '监视中',
  'backing off': '退避中',
  stopped: '已停止',
  add: '新增',
  update: '更新',
  delete: '删除',
  syncing: '同步中',
  waiting: '等待中',
  terminating: '终止中',
  terminated: '已终止',
  rejected: '已拒绝',
  created: '已创建',
  running: '运行中',
  exited: '已退出',
  'no preferred node affinity': '没有偏好的节点亲和性',
  'no preferred pod affinity in sight': '没有相关的偏好 Pod 亲和性',
  'no preferred spread constraints': '没有偏好的分布约束',
  'belongs to no Service or controller': '不属于任何 Service 或控制器',
};

/** A word of the simulated half in the page's language; names that are no words stay as they are. */
export function useSaid(): (word: string) => string {
  const { language } = useHost();
  return useCallback((word) => (language === 'zh' ? (SAID_ZH[word] ?? word) : word), [language]);
}
