import type { HoldWords } from '../args.ts';

/** Service 通向谁。 */
export const services: HoldWords<'noMatch' | 'nearMatch' | 'endpointsNotReady' | 'selectsNobodyYet'> = {
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
};
