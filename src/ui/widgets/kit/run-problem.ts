import type { Language } from './host.ts';

/** What a saved run or a link is refused with, as its readers say it, and the same in 中文. They know no language. */
const IN_CHINESE: readonly (readonly [RegExp, string])[] = [
  [/^not JSON \((.*)\)$/s, '不是 JSON（$1）'],
  [/^not a saved run$/, '不是已保存的运行'],
  [/^made for version (.*) of the format$/, '它属于格式的第 $1 版'],
  [/^seed is not a whole number$/, 'seed 不是整数'],
  [/^cluster\.nodes is not a number of nodes$/, 'cluster.nodes 不是节点数'],
  [/^(\S+) is neither (\S+) nor (\S+)$/, '$1 既不是 $2 也不是 $3'],
  [/^(\S+) is not a list of authorizers$/, '$1 不是鉴权器列表'],
  [/^(\S+) is not a list of families$/, '$1 不是地址族列表'],
  [/^inputs is not a list$/, 'inputs 不是列表'],
  [/^(inputs\[\d+\]) is not an input$/, '$1 不是输入'],
  [/^the link is damaged or was cut$/, '链接已损坏或被截断'],
  [/^no scenario (.*)$/s, '没有名为 $1 的场景'],
];

/** What only a program gets wrong stays as it is. */
export function problemInWords(reason: string, language: Language): string {
  if (language === 'en') return reason;
  const [pattern, words] = IN_CHINESE.find(([each]) => each.test(reason)) ?? [];
  return pattern === undefined || words === undefined ? reason : reason.replace(pattern, words);
}
