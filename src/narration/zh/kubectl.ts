import type { kubectl as kubectlSteps } from '../../steps/kubectl.ts';
import type { Texts } from '../text.ts';

export const kubectl: Texts<typeof kubectlSteps> = {
  command: {
    say: '你输入 **{line}**。',
    why: 'kubectl 只是一个普通的客户端：它没有任何特权，也绕不开 API server。接下来发生的一切都由这一行引起，而每个组件都只能通过监视 API server 得知。',
  },
  arguments: {
    say: 'kubectl 解析命令行：**{line}**。',
    why: '第一个词决定子命令，标志可以出现在任何位置。遇到该子命令不认识的标志，命令就此结束，不会发出任何请求。',
  },
  kubeconfig: {
    say: 'kubectl 读取 kubeconfig：上下文 **{context}**，用户 **{user}**，服务器 {server}。',
    why: '上下文把集群、用户和默认命名空间组合在一起。用户条目保存凭据，这里是客户端证书：服务器对你的全部了解就是证书里的名字和组。权限由服务器判断，kubectl 本身不作任何决定。',
  },
  parsed: {
    say: ({ file, documents }) => `kubectl 读取 **${file}**，把 YAML 转换成 JSON：共 ${documents} 个文档。`,
    why: 'API 使用 JSON，YAML 是写给人看的。格式错误的 YAML 以及缺少 apiVersion 或 kind 的文档在本机就会被拒绝，不会发出任何请求。',
  },
  discovered: {
    say: ({ source, resources }) =>
      source === 'cache'
        ? `kubectl 从**发现缓存**得知该服务器的 ${resources} 种资源。`
        : `kubectl 向 **${source}** 询问服务器的能力：${resources} 种资源。`,
    why: '有哪些类型、简称是什么、是否属于命名空间，这些都没有写死在 kubectl 里，而是由服务器告知。结果在磁盘上保留六小时；缓存里找不到的类型会让 kubectl 重新询问，因此刚创建的 CRD 也能找到。',
  },
  validated: {
    say: ({ kind, mode }) =>
      mode === 'server'
        ? `**${kind}** 的字段由服务器校验，kubectl 不再检查。`
        : `kubectl 校验 **${kind}** 的字段（${mode}）。`,
    why: 'kubectl 查看 OpenAPI 文档只是为了确认服务器是否支持 fieldValidation。1.25 以来的服务器都支持，于是拼写错误的字段会由服务器在处理请求时拒绝。',
  },
  mapped: {
    say: '类型 **{kind}** 对应 API 资源 **{resource}**。',
    why: '清单里写的是类型，请求地址里用的是资源。两者之间的 REST 映射来自发现信息，它还说明地址中是否带有命名空间。',
  },
  patchComputed: {
    say: ({ type, fields }) =>
      fields === 0
        ? 'kubectl 比较后发现**没有需要修改的内容**。'
        : `kubectl 计算出一个 **${type} patch**，涉及 ${fields} 个顶层字段。`,
    why: 'apply 比较三份内容：上次应用的内容（保存在对象的注解里）、文件现在的内容，以及服务器上的当前对象。别人设置而你从未提到的字段保持不变；你从文件里删掉的字段会被删除。如果没有差异，就不发送请求。',
  },
  request: {
    say: 'kubectl 发送 **{verb} {path}**。',
    why: '从这里开始由 API server 决定。请求要先经过认证、鉴权和准入，才会写入存储；控制器、调度器和 kubelet 的请求也完全一样。',
  },
  response: {
    say: ({ code, reason }) => `服务器答复 **${code}**${reason === '' ? '' : ` ${reason}`}。`,
    why: '成功只表示期望状态已经保存，并不表示已经实现：控制器、调度器和 kubelet 现在才开始工作。失败时返回 Status 对象，kubectl 把其中的原因变成错误信息。',
  },
  watchEvent: {
    say: ({ type }) =>
      type === 'BOOKMARK'
        ? '一个**书签**说明 kubectl 已经跟上最新状态。'
        : `监视为 kubectl 带来一个事件：**${type}**。`,
    why: '需要等待的命令不会反复询问，而是像控制器一样保持一个监视，服务器按顺序告知每一次变化。',
  },
  printed: {
    say: 'kubectl 输出：**{line}**',
    why: '表格由服务器生成，kubectl 只负责对齐各列。关于修改结果的提示取自请求的答复，因此它不会提到尚未创建的 Pod。',
  },
  exit: {
    say: ({ code }) => (code === 0 ? 'kubectl 执行完毕。' : `kubectl 以退出码 **${code}** 结束。`),
    why: '服务器一答复，kubectl 就返回。命令引发的工作会继续进行；可以用 rollout status、wait 或 get -w 跟踪进展。',
  },
};
