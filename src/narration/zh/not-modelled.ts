import type { KindName } from '../../steps/index.ts';

/** 各步骤的“未模拟”说明；英文原文写在步骤的声明旁。 */
export const notModelled: { readonly [kind in KindName]?: string } = {
  'apiserver.turnedAway': '服务器为何无法应答：运行可以要求每一千个请求中有若干个失败。',
  'apiserver.bootstrapped': '集群最初的对象直接就在，不由启动钩子逐个写入。',
  'apiserver.received': 'TLS 记录和 HTTP/2 帧：请求整个到达。',
  'apiserver.classified': '写入在通知监视者期间继续占用的席位；按字节计的列表大小。',
  'apiserver.webhookCalled': 'Service 背后的程序：它如何回答由 Service 的注解决定。',
  'apiserver.dialed': '数据包：请求不经过转发规则和防火墙。',
  'apiserver.passedToNode': 'API 服务器与 kubelet 之间的 TLS，以及 kubelet 查询 API 服务器是否有权。',
  'etcd.loaded': '新集群通过许多请求填充存储；这里最初的键直接就在。',
  'etcd.electionTimeout': '成员每秒发送十次心跳；这里只讲缺失心跳的后果。',
  'scheduler.preBind': 'extender、其他 profile、设备的绑定条件。',
  'kubelet.devicesPrepared': '驱动的工作：有 ResourceSlice 的地方就有驱动，而且从不失败；容器里看不到设备。',
  'kubelet.probed': '程序如何回答：端口有人监听时探针就成功，gRPC 探针还要求那不是 Web 服务器；未模拟的命令算成功。',
  'kubelet.logRead': '大多数程序写的内容：已知镜像有几行作为数据，脚本写它的命令所说的内容。',
  'cri.startContainer': '程序的计算。已知镜像的行为是数据，脚本由同一个 shell 逐条执行；其余程序一直运行到被停止。',
  'cri.answered': '程序的计算：Web 服务器只提供文件，其他服务器直接关闭连接。',
  'cri.exec': '被修改的文件，以及 echo、env、cat、ls、ps、sleep 等少数小工具之外的程序。',
  'proxy.refused': '真实的 kube-proxy v1.36 到此为止。后面是最初版本的做法，直到 v1.25，以便观看。',
  'dns.forwarded': '外面没有拥有自己名称的世界，因此集群外的名称一律找不到。',
  'cni.connect': 'NetworkPolicy 会被保存，但没有谁去执行：真实的 bridge 插件也不执行。',
  'csi.createVolume': '驱动背后没有存储：一个卷就是每个节点都能到达的目录。',
  'csi.grown': '驱动背后没有存储：一个卷就是每个节点都能到达的目录。',
  'cloud.ensured': '没有云：203.0.113.0/24 中的一个地址代表其负载均衡器，可能选中任意节点。',
  'extensions.proxied': '到聚合服务器的连接：它立即回答，也不反过来询问该用户是否有权。',
};
