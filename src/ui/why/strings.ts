import type { Dictionary } from '../widgets/kit/words.ts';

const en = {
  titleStep: 'Why step {step}?',
  titleThis: 'Why this step?',
  titleField: 'Why is {path} {value}?',
  titleFieldOnly: 'Why {path}?',
  close: 'Close',
  asking: 'Looking for the causes…',
  failed: 'The causes cannot be found: {message}',
  order: 'From the effect to its cause. Press a line to go to its step.',
  none: 'Nothing that happened in this run is a cause: it was so from the start.',
  step: 'step {step}',
  go: 'Go to step {step}',
  first: 'Go to the first cause',
  decision: 'Show the decision in numbers',
  edit: 'Edit it in the manifest',
  wrote: '**{path}** of **{subject}** became **{value}**.',
  because: 'Because **{path}** of **{subject}** said **{value}**.',
  hidden: 'Show {count} causes in between',
  what: 'Why such a step happens',
};
const zh: Record<keyof typeof en, string> = {
  titleStep: '为什么有第 {step} 步？',
  titleThis: '为什么有这一步？',
  titleField: '为什么 {path} 是 {value}？',
  titleFieldOnly: '为什么是 {path}？',
  close: '关闭',
  asking: '正在查找原因…',
  failed: '找不到原因：{message}',
  order: '从结果到原因。按某一行可转到该步。',
  none: '本次运行中没有任何事是它的原因：一开始就是这样。',
  step: '第 {step} 步',
  go: '转到第 {step} 步',
  first: '转到最初的原因',
  decision: '以数字显示这次决策',
  edit: '在清单中修改',
  wrote: '**{subject}** 的 **{path}** 变为 **{value}**。',
  because: '因为 **{subject}** 的 **{path}** 是 **{value}**。',
  hidden: '显示中间的 {count} 个原因',
  what: '为什么会有这样的步骤',
};

export const whyWords: Dictionary<keyof typeof en> = { en, zh };
