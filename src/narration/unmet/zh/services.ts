import type { HoldWords } from '../args.ts';

/** Service 通向谁。 */
export const services: HoldWords<'noMatch' | 'nearMatch' | 'endpointsNotReady' | 'selectsNobodyYet' | 'nobodyListens'> =
  {
    noMatch: {
      say: '它的选择算符 **{selector}** 没有匹配任何 Pod，也没有相近的标签',
      change: '让选择算符使用本命名空间中 Pod 所带的标签。',
    },
    nearMatch: {
      say: '它的选择算符 **{selector}** 没有匹配任何 Pod；{of} 的标签是 **{near}**',
      change: '让选择算符与标签一致。',
    },
    endpointsNotReady: {
      say: '**{selector}** 选中的 {pods} 个 Pod 都未就绪',
      change: 'Service 只通向就绪的 Pod：看看是什么阻碍了它们。',
    },
    selectsNobodyYet: {
      say: '它的选择算符 **{selector}** 符合 {of}，而后者没有 Pod',
      change: '让 {of} 有 Pod。',
    },
    nobodyListens: {
      say: ({ listens }) =>
        `Pod {pod} 中**没有程序监听**端口 **{port}**${listens === '' ? '，也没有程序接受连接' : '，它的程序监听的是 **{listens}**'}`,
      change: ({ listens }) =>
        listens === ''
          ? '让程序监听该端口，或让 Service 通向别的 Pod。'
          : '把 targetPort 改为 {listens}，或让程序监听 {port}。',
    },
  };
