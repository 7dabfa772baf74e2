import type { BroughtWords } from './words-shape.ts';

export const zh: BroughtWords = {
  faults: {
    nothing: () => '其中没有集群的任何内容',
    unreadable: ({ message }) => `既不是 YAML 也不是 JSON：${message}`,
    large: ({ mebibytes }) => `超过 ${mebibytes} MiB 的 YAML 不会读取；请用 kubectl 的 \`-o json\`，大小不限`,
    table: () => '这是 kubectl 给人看的表格；请改用 `-o yaml` 或 `-o json`',
    template: ({ text }) => `这是模板（${text}）；请给出 \`helm template\` 或 \`kubectl kustomize\` 的输出`,
    kubeconfig: () => '这是 kubeconfig，里面是凭据而不是对象；没有保留',
    noObject: ({ what }) => `这里应该是一个对象，而不是 ${what}`,
    missing: ({ name }) => `对象没有写 ${name}`,
    mistyped: ({ message }) => message,
    badName: ({ name }) => `“${name}”不能作为对象的名字`,
    noAudit: () => '这一行不是 audit.k8s.io 的事件',
    noTime: ({ name }) => `${name} 不是时间`,
    deep: ({ levels }) => `嵌套超过 ${levels} 层，本模拟不再跟随`,
  },
  remarks: {
    unknownKind: ({ kind, apiVersion, count }) =>
      `略去 ${count} 个 ${kind}（${apiVersion}）：Kubernetes 1.36 没有这种类型，文件中也没有它的定义。`,
    computed: ({ kind, count }) => `略去 ${count} 个 ${kind}：服务器在被问到时才计算它们。`,
    twice: ({ count }) => `有 ${count} 个对象在文件中不止一次出现：采用较新的一份。`,
    masked: ({ count }) => `读取时遮住了 ${count} 个 Secret 的值；键仍然保留。`,
    dropped: ({ count }) => `略去 ${count} 个存放令牌或 Helm 发布记录的 Secret。`,
    orphans: ({ count, owners }) =>
      `有 ${count} 个对象的属主不在文件中（${owners}）。它们现在独立存在，否则垃圾收集器会立即删除它们。`,
    namespaces: ({ names }) => `命名空间 ${names} 不在文件中，已重新创建。`,
    nodes: ({ names }) => `节点 ${names} 只在 Pod 中提到：由普通大小的机器代替。`,
    noNodes: () => '文件中没有节点：创建了一个普通大小的节点。',
  },
  place: ({ file, line, field, object }) =>
    [
      file,
      line === undefined ? '' : `第 ${line} 行`,
      field === undefined ? (object ?? '') : object === undefined ? field : `${object} 的 ${field}`,
    ]
      .filter((part) => part !== '')
      .join('，'),
  join: (place, fault) => `${place}：${fault}`,
};
