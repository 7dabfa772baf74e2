import type { cronjobSteps } from '../../../steps/controllers/cronjob.ts';
import type { Texts } from '../../text.ts';

export const cronjob: Texts<typeof cronjobSteps> = {
  sync: {
    say: ({ active }) =>
      `CronJob 控制器查看 **{subject}**：\`{schedule}\`，${active === 0 ? '没有活动的 Job' : '{active} 个活动的 Job'}。`,
    why: '它并不逐秒计时。每次查看时，它都会算出自上次使用的时间点以来，调度表上又过了哪些时间点。',
  },
  due: {
    say: ({ missed }) =>
      `现在是 {time}：{subject} 该创建 **{job}** 了${missed > 1 ? '（{missed} 个错过的时间点中最近的一个）' : ''}。`,
    why: 'Job 以它计划运行的那一分钟命名。两个想创建同一个 Job 的控制器会给出相同的名字，因此不会出现两个。',
  },
  skipped: {
    say: '{subject} 这次什么也不启动：{message}。',
    why: '当时间点来得不巧时（太迟，或上一个 Job 仍在运行），该怎么办由 spec 决定。',
  },
  waits: {
    say: '{seconds} 秒后会再次查看 {subject}。',
    why: '它的键在队列中等到调度表的下一个时间点之后。',
  },
  tidied: {
    say: '**{job}** 早于 {subject} 保留的最近 {kept} 个：删除它。',
    why: '结束的 Job 会保留下来供人查看，但不会全部永远保留。',
  },
  replaced: {
    say: '**{job}** 仍在运行，被删除：{subject} 要用最新的替换它。',
    why: '并发策略是 Replace。',
  },
  status: {
    say: ({ active }) =>
      `写入 **{subject}** 的状态：${active === 0 ? '没有活动的 Job' : '{active} 个活动的 Job'}，上次时间 {last}。`,
    why: '下一次查看从这里写下的上次时间开始，控制器重启之后也是如此。',
  },
};
