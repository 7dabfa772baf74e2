import type { Language } from './host.ts';

/** What a saved run or a link is refused with, as its readers say it, and the same in 中文. They know no language. */
const IN_CHINESE: readonly (readonly [RegExp, string])[] = [
  [/^not JSON \((.*)\)$/s, '不是 JSON（$1）'],
  [/^not a saved run$/, '不是已保存的运行'],
  [/^made for version (.*) of the format$/, '它属于格式的第 $1 版'],
  [/^seed is not a whole number$/, 'seed 不是整数'],
  [/^cluster\.nodes is not a number of nodes$/, 'cluster.nodes 不是节点数'],
  [/^cluster is not a description of a cluster$/, 'cluster 不是对集群的描述'],
  [/^(\S+) is not a description of a network$/, '$1 不是对网络的描述'],
  [/^(\S+) is no setting of a (?:cluster|network|machine)$/, '没有 $1 这项设置'],
  [/^(\S+) is not a pair of milliseconds for each name$/, '$1 不是“名称 → 两个毫秒数”的形式'],
  [/^(\S+) has (.*), which is no delay$/s, '$1 中的 $2 不是可设的延迟'],
  [/^(\S+) is not a number of a thousand for each name$/, '$1 不是“名称 → 千分之几”的形式'],
  [/^(\S+) is neither true nor false$/, '$1 既不是 true 也不是 false'],
  [/^(\S+) is not one of (.*)$/, '$1 不是 $2 之一'],
  [/^(\S+) is not a whole number of at least (\d+)$/, '$1 不是不小于 $2 的整数'],
  [/^(\S+) leaves no addresses for more than (\d+) nodes$/, '设置了 $1 时，地址只够 $2 个节点使用'],
  [/^(\S+) is not a machine$/, '$1 不是对机器的描述'],
  [/^(\S+) is not a name of a node$/, '$1 不是合法的节点名'],
  [/^(\S+) is not an IPv4 address$/, '$1 不是 IPv4 地址'],
  [/^(\S+) is not an IPv4 range for Pods$/, '$1 不是可供 Pod 使用的 IPv4 网段'],
  [/^(\S+) is not a place in its range$/, '$1 不是该网段中的位置'],
  [/^(\S+) has (.*), which another machine has$/s, '$1 的 $2 已被另一台机器占用'],
  [/^(\S+) is neither (\S+) nor (\S+)$/, '$1 既不是 $2 也不是 $3'],
  [/^(\S+) is not a list of authorizers$/, '$1 不是鉴权器列表'],
  [/^(\S+) is not a list of families$/, '$1 不是地址族列表'],
  [/^(\S+) is not a list of authenticators$/, '$1 不是认证器列表'],
  [/^(\S+) is not a list of admission plugins$/, '$1 不是准入插件列表'],
  [/^(\S+) is not a list of machines$/, '$1 不是机器列表'],
  [/^(\S+) is not a list of manifests$/, '$1 不是清单列表'],
  [/^pins is not a list of pinned moments$/, 'pins 不是钉住的时刻列表'],
  [/^name is not a text of (\d+) to (\d+) characters$/, 'name 不是 $1 到 $2 个字符的文字'],
  [/^filter is not a filter of steps$/, 'filter 不是步骤的筛选条件'],
  [/^inputs is not a list$/, 'inputs 不是列表'],
  [/^(inputs\[\d+\]) is not an input$/, '$1 不是输入'],
  [/^the link is damaged or was cut$/, '链接已损坏或被截断'],
  [/^no scenario (.*)$/s, '没有名为 $1 的场景'],
  [/^scenario (.*) has no part (\d+)$/s, '场景 $1 没有第 $2 部分'],
  [/^part is not a number of parts$/, 'part 不是部分的数目'],
  [/^step is not the number of a step$/, 'step 不是步骤的编号'],
  [/^the place is not described in full$/, '其中对位置的描述不完整'],
  [/^(\S+) cannot be read$/, '其中的 $1 无法读取'],
];

/** What only a program gets wrong stays as it is. */
export function problemInWords(reason: string, language: Language): string {
  if (language === 'en') return reason;
  const [pattern, words] = IN_CHINESE.find(([each]) => each.test(reason)) ?? [];
  return pattern === undefined || words === undefined ? reason : reason.replace(pattern, words);
}
