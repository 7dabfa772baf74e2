import type { HoldWords } from '../args.ts';

/** 控制器想创建的 Pod 被谁拒绝。 */
export const refusals: HoldWords<
  | 'podSecurity'
  | 'quota'
  | 'quotaUnsaid'
  | 'webhookDenied'
  | 'webhookDown'
  | 'policyDenied'
  | 'noServiceAccount'
  | 'noPriorityClass'
  | 'createRefused'
  | 'forbiddenPath'
  | 'forbidden'
  | 'budget'
> = {
  podSecurity: {
    say: ({ others }) => `PodSecurity **{level}** 拒绝下一个（{first}${others > 0 ? '，另有 {others} 条' : ''}）`,
    change: '在 Pod 模板中按该级别的要求设置（{all}），或取消命名空间 {namespace} 的这个级别。',
  },
  quota: {
    say: '配额 **{quota}** 容不下下一个：{resource} 已用 **{used}**，上限 {hard}，还要 {asked}',
    change: '调高 ResourceQuota {quota} 的 {resource}，或腾出一些。',
  },
  quotaUnsaid: {
    say: '配额 **{quota}** 拒绝没有写明 {fields} 的 Pod',
    change: '在 Pod 模板中写明，或让 LimitRange 补上。',
  },
  webhookDenied: {
    say: ({ message }) => `webhook **{webhook}** 拒绝下一个${message === '' ? '' : '（{message}）'}`,
    change: '按该 webhook 的要求修改 Pod 模板，或删除它的配置。',
  },
  webhookDown: {
    say: '必须询问 webhook **{webhook}**，而它没有应答（{message}）',
    change: '让该 webhook 自己的 Pod 运行起来，把它的 failurePolicy 设为 Ignore，或删除它的配置。',
  },
  policyDenied: {
    say: 'ValidatingAdmissionPolicy **{policy}** 拒绝下一个（{message}）',
    change: '按该策略的要求修改 Pod 模板，或删除它的绑定。',
  },
  noServiceAccount: {
    say: '它的 ServiceAccount **{account}** 不存在',
    change: '在命名空间 {namespace} 中创建 ServiceAccount {account}，或在 Pod 模板中换一个。',
  },
  noPriorityClass: {
    say: '它的 PriorityClass **{priorityClass}** 不存在',
    change: '创建 PriorityClass {priorityClass}，或在 Pod 模板中换一个。',
  },
  createRefused: {
    say: 'API 服务器拒绝下一个（{message}）',
    change: '据此修改 Pod 模板。',
  },
  forbiddenPath: {
    say: '**{user}** 不得 **{verb}** 路径 **{path}**：绑定给它的 ClusterRole 都不允许',
    change: '这条规则会允许它：`{rule}`。把它写进一个 ClusterRole，并在整个集群中绑定给 {user}。',
  },
  forbidden: {
    say: ({ namespace }) =>
      `**{user}** 不得${namespace === '' ? '在整个集群中' : '在命名空间 {namespace} 中'} **{verb} {resource}**，绑定给它的角色都不允许`,
    change: ({ role }) =>
      `这条规则会允许它：\`{rule}\`。${role === '' ? '没有角色含有它：先创建一个，再绑定给 {user}。' : '{role} 含有它：把它绑定给 {user}。'}`,
  },
  budget: {
    say: 'PodDisruptionBudget **{budget}** 不放走任何一个：它的 {expected} 个 Pod 中须有 **{desired}** 个健康，现在有 **{healthy}** 个',
    change: '让 Pod 多于必须健康的数目，或让预算允许走一个；drain 随后会自行继续。',
  },
};
