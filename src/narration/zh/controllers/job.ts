import type { jobSteps } from '../../../steps/controllers/job.ts';
import type { Texts } from '../../text.ts';

export const job: Texts<typeof jobSteps> = {
  sync: {
    say: 'Job 控制器查看 **{subject}**：{active} 个活跃，**{succeeded} 个成功**，{failed} 个失败；应有 {want} 个活跃。',
    why: 'Job 关心的是会结束的 Pod：成功的计数，于是需要运行的越来越少。',
  },
  skip: {
    say: '**{subject}** 无事可做：{reason}。',
    why: '已结束的 Job 不会再次启动，它的 Pod 留着，以便查看日志。',
  },
  claimed: {
    say: ({ adopted }) => `{subject} ${adopted ? '**收养**' : '**释放**'} Pod **{pod}**。`,
    why: '标签和属主引用共同决定哪些 Pod 属于这个 Job。',
  },
  pods: {
    say: ({ create }) =>
      create > 0 ? '要为 {subject} 再创建 **{create} 个 Pod**。' : '要删除 {subject} 的 **{remove} 个 Pod**。',
    why: '每个 Pod 都带有一个 finalizer，结果计入之前不会消失。',
  },
  backoff: {
    say: ({ index }) =>
      `${index === undefined ? '' : '索引 {index} '}连续失败 {failures} 次：{subject} 的下一个 Pod 还要等 **{seconds}** 秒。`,
    why: '每失败一次，等待时间加倍：10、20、40 秒，最多十分钟。刚刚失败的，马上重试多半还会失败。',
  },
  status: {
    say: ({ uncounted }) =>
      `写入 **{subject}** 的状态：{active} 个活跃（{ready} 个就绪），**{succeeded} 个成功**，{failed} 个失败${uncounted > 0 ? '；{uncounted} 个已结束但尚未计数' : ''}。`,
    why: '结束的 Pod 先按 uid 记下，移除 finalizer 之后才计数。控制器无论在哪一步中断，都不会重复计数。',
  },
  untrack: {
    say: '从 {subject} 的 **{pods} 个已结束的 Pod** 上移除 finalizer。',
    why: '它们的结果已经记录在案，随时可以删除。',
  },
  finished: {
    say: ({ outcome }) => (outcome === 'Complete' ? '**{subject} 已完成。**' : '**{subject} 已失败**：{reason}。'),
    why: '先有判定（SuccessCriteriaMet 或 FailureTarget），等所有 Pod 都结束后，才写入最终的状况。',
  },
  expired: {
    say: '{subject} 已结束 {seconds} 秒，达到 ttlSecondsAfterFinished：删除它。',
    why: '没有这个字段，结束的 Job 会连同它的 Pod 一直保留。',
  },
};
