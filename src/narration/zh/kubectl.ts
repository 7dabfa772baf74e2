import type { kubectl as kinds } from '../../steps/kubectl.ts';
import type { Texts } from '../text.ts';

const TYPES: { readonly [type: string]: string | undefined } = {
  ADDED: '新增',
  MODIFIED: '更新',
  DELETED: '删除',
  BOOKMARK: '书签',
  ERROR: '错误',
};

export const kubectl: Texts<typeof kinds> = {
  command: {
    say: '你输入 **{line}**。',
    why: '后面的一切都由此引起。kubectl 只是一个普通的客户端：发送几个 HTTP 请求就结束。一条命令带来的大部分事情，发生在它返回很久之后。',
  },
  arguments: {
    say: 'kubectl 读取参数：{line}',
    why: '在读取或发送任何东西之前，先弄清动词、资源、名称和选项。这里出错没有代价，也不会影响任何服务器。',
  },
  kubeconfig: {
    say: '它从 kubeconfig 取得上下文 **{context}**：服务器 {server}，用户 **{user}**。',
    why: '上下文把三件事连在一起：哪个集群、以谁的身份、在哪个命名空间。除非另外指定，kubectl 总是使用当前上下文，在错误的集群里误删东西往往就是这样发生的。',
  },
  parsed: {
    say: ({ file, documents }) =>
      `它读取${file === 'STDIN' ? '**标准输入**' : ' **{file}**'}，${documents === 0 ? '**没有找到可读取的对象**' : '找到 **{documents} 个对象**'}。`,
    why: 'YAML 只是一种写法：在这里会转换成 JSON，服务器看不到注释和字段顺序。多个对象用 --- 分隔，逐个处理；其中一个失败时，前面的已经存储了。',
  },
  kustomized: {
    say: '它构建 **{folder}** 中的 kustomization，得到 **{objects} 个对象**。',
    why: 'kustomization 原样使用已有的清单，只写出这里的不同之处：名称、标签、镜像、补丁。这些都在 kubectl 所在的机器上完成，服务器收到的是成品对象。它生成的 ConfigMap 和 Secret 名称带有内容的哈希，内容一变就是新对象，Pod 也会随之重建。',
  },
  discovered: {
    say: ({ source }) =>
      source === 'cache'
        ? '它从**磁盘缓存**得知这个服务器的 **{resources} 种资源**。'
        : '服务器在 {source} 答复自己提供 **{resources} 种资源**。',
    why: 'kubectl 没有固定的类型列表。它询问每个服务器提供什么，因此也能处理比自己更新的类型。答复会在磁盘上保存几个小时，否则每条命令都会变慢。',
  },
  validated: {
    say: ({ mode }) =>
      mode === 'server' ? '**{kind}** 的字段将**由服务器**检查。' : 'kubectl 自己检查 **{kind}** 的字段。',
    why: '从 1.25 版起，服务器自己检查未知和重复的字段，它最了解自己的类型。kubectl 只确认服务器有这个能力，并要求它拒绝而不是忽略。',
  },
  mapped: {
    say: '**{kind}** 对应的资源是 **{resource}**。',
    why: '清单里写的是 kind，URL 里写的是资源。两者如何对应、是否属于命名空间，只有通过发现机制才知道。如果这里失败，说明服务器不认识这种类型：缺少 CRD，或者 apiVersion 已不再提供。',
  },
  patchComputed: {
    say: ({ fields, type }) =>
      fields === 0
        ? '它比较之后**没有发现差异**：不需要发送。'
        : `它算出**差异**，以 ${type === 'strategic merge' ? 'strategic merge patch' : 'JSON merge patch'} 的形式发送。`,
    why: 'apply 要比较三样东西：你现在写的、你上次应用的，以及当前实际的。只有这样才能区分你删掉的字段和别人添加的字段，并保留后者。',
  },
  request: {
    say: 'kubectl 发送 **{verb}** {path}。',
    why: 'kubectl 所做的仅此而已：发送 HTTP 请求，用任何其他程序也可以发。加上 -v=8 就能看到这些请求。',
  },
  response: {
    say: ({ reason }) => `答复是 **{code}**${reason === '' ? '' : '：{reason}'}。`,
    why: '状态码说明请求的结果：200 和 201 表示完成，404 不存在，409 与别的写入冲突，403 不允许。其余的由 kubectl 转成一句话。',
  },
  watchEvent: {
    say: ({ type }) => `监视送来一个事件：**${TYPES[type] ?? type}**。`,
    why: '使用 -w 时，kubectl 保持一个请求不断开，有什么就打印什么，而不是反复询问。控制器也是用同样的方式得知变化的。',
  },
  printed: {
    say: ({ line }) => (line === '' ? '它打印一个空行。' : '它打印：{line}'),
    why: '列表的各列由服务器准备，所以旧的 kubectl 也能合理地显示新的类型。“created”或“configured”表示已存储，不表示已运行。',
  },
  exit: {
    say: ({ code, part }) =>
      part !== undefined
        ? '`{part}` 结束，**退出码为 {code}**。它所在的那一行继续执行。'
        : code === 0
          ? '命令**成功**结束。集群的工作仍在继续。'
          : '命令结束，**退出码为 {code}**。',
    why: '脚本依赖退出码。apply 之后的零只说明期望已被接受；要知道是否实现，请使用 kubectl wait 或 rollout status。',
  },
  editorOpened: {
    say: 'kubectl 把取得的内容写入 `{file}`，在**编辑器**中打开，然后等待。',
    why: 'API 服务器对此一无所知：对象并没有被锁定。只要改的是别的字段，期间其他人的修改不会与你冲突。',
  },
  editorSaved: {
    say: '你**保存**文件并关闭编辑器：第 {command} 条命令继续。',
    why: 'kubectl 把你保存的内容与先前取得的内容比较，只把差异作为补丁发送。',
  },
  editorClosed: {
    say: '你**不保存**就关闭了编辑器：第 {command} 条命令继续。',
    why: '文件内容与之前一样：没有差异可发送。',
  },
  lineTyped: {
    say: '你向第 {command} 条命令输入 `{line}`。',
    why: '这一行经由打开的连接，通过 API 服务器和 kubelet，到达容器中运行的程序，由它读取。',
  },
  inputEnded: {
    say: '你按下 **Ctrl+D**：第 {command} 条命令再没有可读的内容。',
    why: 'shell 读不到更多内容时就会退出，退出码为其最后一条命令的退出码。',
  },
  interrupted: {
    say: '你按下 **Ctrl+C**：第 {command} 条命令将停止。',
    why: '正在运行的命令被要求结束。监视本身没有终点：kubectl 关闭连接并以退出码 1 结束，API 服务器也会丢弃这个监视。与容器对话时，这个按键会传给容器里的 shell。',
  },
};
