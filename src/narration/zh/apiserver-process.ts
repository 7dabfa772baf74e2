import type { apiserverProcess as kinds } from '../../steps/apiserver-process.ts';
import type { Texts } from '../text.ts';

export const apiserverProcess: Texts<typeof kinds> = {
  fault: {
    say: ({ state }) => (state === 'stopped' ? '你**停止了 API 服务器**。' : '你**重新启动了 API 服务器**。'),
    why: '你制造的故障和命令一样是运行的一部分：重放时它会在同一时刻再次发生。',
  },
  shutDown: {
    say: ({ inFlight }) =>
      inFlight === 0
        ? 'API 服务器 **结束运行**：它的端口上不再有人监听。'
        : 'API 服务器 **结束运行**：不再接受新请求，只答复尚在处理的 {inFlight} 个请求。',
    why: '收到停止指令的服务器先关闭端口，做完已经开始的事，然后退出。正在运行的容器察觉不到：kubelet 按已知的内容继续工作。但不会有新的决定，因为每个组件都通过写入这台服务器来做决定。',
  },
  cachesLost: {
    say: '**{caches} 个缓存**随进程消失，所有打开的监视都已结束。',
    why: 'API 服务器自己不长久保存任何东西：对象在 etcd 中。内存里只是当前状态和最近变更的副本。监视结束的客户端会不断重试，直到有人应答。',
  },
  cacheFilled: {
    say: '{subject} 的缓存以 **{objects} 个对象**开始，对应修订版本 {revision}。',
    why: '新进程从 etcd 把每种资源列出一次，再从那里继续跟随。它知道现在，不知道过去：想从更早的修订版本继续的监视会得到 410 Gone，客户端必须重新列出。',
  },
  cacheStuck: {
    say: '{subject} 的缓存**读不懂**写在 `{key}` 处的内容：{error}。',
    why: '有人绕过 API 服务器写了 etcd。缓存收到的每个值都要解码成该资源的类型，而这个值不是。对 etcd 的监视在这次变更处中断，从同一修订版本重新开始又会遇到它：缓存会尝试半分钟，其间听不到此后的任何变更。其他资源各有自己的缓存，不受影响。',
  },
  cacheReinitializing: {
    say: '{subject} 的缓存**被放弃**，要从 etcd 重新读取：{error}。',
    why: '服务器每秒把这种资源重新列出一次。只要有一个值解不了码，整个列表就失败，因此在那个键被删除或重新存有正常对象之前，监视请求都以 429 拒绝。读取单个对象仍然可以：那是直接从 etcd 读的。',
  },
  started: {
    say: 'API 服务器 **重新应答**，{caches} 个缓存已填充到修订版本 {revision}。',
    why: '就绪要等缓存填满。随后所有组件同时回来：各自重新开始监视；被告知修订版本太旧的组件会重新读取全部内容。',
  },
  reconciled: {
    say: ({ change }) =>
      change === 'create' ? '{subject} 缺失，被**重新创建**。' : '{subject} 的 **{change}** 中缺少的部分被补回。',
    why: '服务器每次启动都会把默认角色和绑定与自带的内容比较。被人拿走的权限会回来，被人添加的会保留。Service kubernetes 和它的命名空间若缺失，几秒内就会被发现；FlowSchema 则在一分钟之内。带有注解 autoupdate: "false" 的对象不被改动。',
  },
  ownAddress: {
    say: ({ change }) =>
      change === 'left' ? '服务器把**自己的地址**从 {subject} 中**取出**。' : '服务器把**自己的地址放回** {subject}。',
    why: 'Pod 通过 Service kubernetes 访问 API 服务器。即将结束的服务器会先取出自己的地址，不再有人被引到它那里；开始运行的服务器再把地址放进去。',
  },
  refusedConnection: {
    say: 'API 服务器的地址上**无人应答**：连接被拒绝。',
    why: '没有进程监听该端口，那台机器的操作系统立即拒绝。有工作要做的客户端稍后重试；kubectl 命令则以错误结束。',
  },
};
