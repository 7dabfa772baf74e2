import type { etcdctlSteps } from '../../steps/etcdctl.ts';
import type { Texts } from '../text.ts';

export const etcdctl: Texts<typeof etcdctlSteps> = {
  arguments: {
    say: 'etcdctl 读取参数：{line}',
    why: 'etcdctl 绕过 API 服务器，直接与存储对话：没有 Kubernetes 的认证、准入和校验。所以能访问 etcd 就等于能访问一切。',
  },
  call: {
    say: ({ key }) => (key === '' ? 'etcdctl 请求 **{call}**。' : 'etcdctl 对 {key} 请求 **{call}**。'),
    why: '每条命令是 etcd gRPC 协议的一个或几个调用，API 服务器用的也是同一个协议。',
  },
  answer: {
    say: ({ error }) => (error === '' ? 'etcd 应答，修订版本为 **{revision}**。' : 'etcd 拒绝：**{error}**。'),
    why: '每个应答都带有当时存储的修订版本，以及是哪个集群的哪个成员作答。',
  },
  event: {
    say: '监视收到 **{events} 个事件**，修订版本 {revision}。',
    why: '监视是一条保持打开的流，按修订版本的顺序给出键的每次变更，一个不漏；API 服务器正是用这样的流填充自己的缓存。',
  },
  printed: {
    say: ({ line }) => (line === '' ? '它打印一个空行。' : '它打印：{line}'),
    why: '使用 -w json 时键和值是 base64，因为对 etcd 来说它们只是字节。使用 -w fields 时以引号显示，并带上所有修订版本。',
  },
  exit: {
    say: ({ code }) => (code === 0 ? 'etcdctl 结束：**成功**。' : 'etcdctl 以**退出码 {code}** 结束。'),
    why: '脚本依赖退出码。',
  },
};
