import type { PartText, PartWords } from './part-words.ts';

const part = (name: string, what: string, whatFor: string): PartText => ({ name, says: [what, whatFor] });

export const zh: PartWords = {
  places: {
    server: part(
      'kube-apiserver',
      'API 服务器是集群唯一的入口：所有组件都向它提出请求，彼此之间并不直接交谈。',
      '请求从左到右经过各站，每一站都可能让它到此为止。',
    ),
    tls: part(
      'TLS',
      '请求经加密连接到达这里，应答也从这里发回。',
      '服务器用证书证明自己的身份，并得知请求的路径和动词。',
    ),
    authn: part(
      '认证',
      '是谁在请求？',
      '证书、令牌或代理的说明会给出用户名和组；都没有时，请求就是匿名的，或者得到 401。',
    ),
    audit: part('审计', '每个请求都在这里记下：谁提出的，结果如何。', '它不做任何决定，只是供事后查看的记录。'),
    'flow-control': part(
      '流量控制',
      '请求在这里得到一个席位；请求太多时，就在公平的队列里等待。',
      '这样，一个繁忙的客户端不会把别人挤在外面；等得太久的请求得到 429。',
    ),
    authz: part(
      '鉴权',
      '这个用户可以对这种资源做这件事吗？',
      '逐一查看角色及其绑定，直到有一条允许；一条都没有时，应答是 403。',
    ),
    decode: part(
      '解码与默认值',
      '文本在这里变成对象：读取字段，未知字段被拒绝或给出警告，默认值被填上。',
      '如果是补丁，先与已存储的内容合并。',
    ),
    'mutating-admission': part(
      '变更准入',
      '一系列插件和 Webhook 可以在校验之前修改对象。',
      '没有人写过的字段就来自这里：令牌、容忍度、类别、边车容器。',
    ),
    'schema-validation': part(
      '模式校验',
      '每个字段都按照该种类的规则检查。',
      '所有错误收集在一起，作为一个 422 一次返回。',
    ),
    'validating-admission': part(
      '验证准入',
      '插件、策略和 Webhook 还可以拒绝，但不再修改任何内容。',
      '配额和 Pod 安全就在这里：它们看到的正是即将存储的对象。',
    ),
    registry: part(
      '存储',
      '这里的注册表（registry）让对象做好存储准备：名称、uid、generation 和时间，或者待删除的标记。',
      '它也会发现别人已抢先写入，这时应答 409。',
    ),
    etcd: part(
      'etcd',
      'etcd 是集群的记忆：每个对象在这里是一个键，没有存进来之前什么都不算数。',
      '每次写入得到下一个修订版本，整个集群共用这一个数字。',
    ),
    'watch-cache': part(
      '监视缓存',
      'API 服务器跟随 etcd，把最新的对象保存在这里。',
      '每个打开的 watch 都从这里得知它关心的变化，不必再去问 etcd。',
    ),
    told: part(
      '从 etcd 到监视缓存',
      'etcd 存下的内容会自动传到这里。',
      '一切反应都由此开始：集群里没有谁调用谁，大家都是得知写入之后才行动。',
    ),
    line: part(
      '{name} 的线路',
      '请求沿这条线上行到 API 服务器，消息从监视缓存沿它下行。',
      '粗线是本故事中已走过的路，虚线是请求还要走的路。',
    ),
    others: part(
      '更多客户端',
      '它们在本故事中也有行动；没有地方给每个都画一条线，所以共用一条。',
      '每个字母是其中一个，都可以单独查看。',
    ),
    ticket: part(
      '修订版本 {name}',
      '这是对 etcd 的一次写入，盖有修订版本，颜色是提出者的颜色。',
      '最新的在最上面；数字被划掉表示对象已删除。',
    ),
    next: part(
      '下一个修订版本',
      '下一次写入 etcd 时，无论由谁写，都会得到这个数字。',
      '修订版本只增不减：客户端凭它知道自己已经看到哪里。',
    ),
    request: part('途中的请求', '有人提出了请求，还没有得到应答。', '它停在此刻所在的位置，时间前进它就前进。'),
    event: part(
      '途中的消息',
      '监视缓存通知一次写入：新增、修改或删除，并附上修订版本。',
      '只有 watch 了这类对象的客户端才会收到。',
    ),
    node: part(
      '节点 {name}',
      '节点是运行 Pod 的机器，能容纳多少就运行多少。',
      'Pod 的 spec.nodeName 写上它的名字，就属于这里；之后由本节点的 kubelet 把它变成现实。',
    ),
    nodes: part('所有节点', '节点太多，无法逐个画出：一个方格是一个节点，Pod 越多颜色越深。', '斜线表示节点未就绪。'),
    pod: part(
      'Pod {name}',
      'Pod 是最小的运行单位：一个或多个容器，共享一个地址和卷。',
      '形状说明它的状况：圆形表示正常，有角表示出了问题。',
    ),
    pending: part(
      '没有节点的 Pod',
      '这些 Pod 已经存储，但还没有为它们选定节点。',
      '调度器正在寻找；找到之前，没有任何 kubelet 知道它们。',
    ),
  },
  actors: {
    kubectl: part(
      'kubectl，也就是你',
      'kubectl 是把你输入的内容变成 API 请求的程序。',
      '它没有特权：它能做的，持有同样证书的任何人都能做。',
    ),
    client: part(
      '手动请求',
      '有人直接请求 API 服务器或某个 Service，就像用 curl 一样。',
      '它走的路与其他请求完全相同。',
    ),
    kubelet: part(
      '{node} 的 kubelet',
      'kubelet 监视绑定到本节点的 Pod，启动、检查和停止它们的容器。',
      '它把看到的情况报告为 Pod 的状态，并续约租约，说明节点还活着。',
    ),
    'kube-proxy': part(
      '{node} 的 kube-proxy',
      'kube-proxy 得知 Service 及其端点，把相应的数据包规则写入本节点的内核。',
      '没有数据包经过它本身：内核只凭规则转发。',
    ),
    'kube-scheduler': part(
      '调度器',
      '调度器取出没有节点的 Pod，筛选合适的节点并打分。',
      '它只把胜出者的名字写进 Pod，其余由那里的 kubelet 完成。',
    ),
    'kube-controller-manager': part(
      '控制器管理器',
      '大多数控制器都在这个程序里运行，共用它的连接和缓存。',
      '在这里它代表自己：为所有控制器列出和监视对象，并以领导者身份持有租约。',
    ),
    'deployment-controller': part(
      'Deployment 控制器',
      '它为 Deployment 模板的每个版本维护一个 ReplicaSet，并把副本从旧的移到新的。',
      '它自己不创建 Pod。',
    ),
    'replicaset-controller': part(
      'ReplicaSet 控制器',
      '它统计 ReplicaSet 选中的 Pod，不断创建或删除，直到数量正确。',
      '提出创建之后，它先等到得知这些 Pod 才重新计数，因此不会多建。',
    ),
    'replication-controller': part(
      'ReplicationController 控制器',
      '它对 ReplicationController 所做的，与 ReplicaSet 控制器对 ReplicaSet 所做的相同。',
      '这种对象更旧，选择算符也更简单。',
    ),
    'statefulset-controller': part(
      'StatefulSet 控制器',
      '它依次创建名字固定的 Pod，每个都有自己的卷。',
      'Pod 消失后会以同样的名字回来。',
    ),
    'daemonset-controller': part(
      'DaemonSet 控制器',
      '它保证每个合适的节点上恰好有一个 DaemonSet 的 Pod。',
      '新节点一加入就得到自己的 Pod。',
    ),
    'job-controller': part(
      'Job 控制器',
      '它启动会结束的 Pod，并统计有多少成功。',
      '失败的会重试，直到达到 Job 的上限。',
    ),
    'cronjob-controller': part(
      'CronJob 控制器',
      '每到时间表规定的时刻，它就创建一个 Job。',
      '两次之间，它只是等待下一次。',
    ),
    'ttl-after-finished-controller': part(
      '已结束 Job 的清理器',
      'Job 结束的时间超过 ttlSecondsAfterFinished 之后，它把 Job 删除。',
      '没有这个字段的 Job 会一直保留。',
    ),
    'horizontal-pod-autoscaler': part(
      'Pod 水平自动伸缩器',
      '它每隔几秒比较 Pod 的实际用量与目标用量，并设定副本数。',
      '没有指标时它什么也不改。',
    ),
    'disruption-controller': part(
      '干扰控制器',
      '它统计一个预算此刻还允许驱逐多少个 Pod。',
      '会突破预算的驱逐以 429 被拒绝。',
    ),
    'endpoints-controller': part(
      'Endpoints 控制器',
      '它把 Service 的就绪 Pod 的地址写进一个 Endpoints 对象，这是旧的形式。',
      '仍有一些程序读取它。',
    ),
    'endpointslice-controller': part(
      'EndpointSlice 控制器',
      '它找到 Service 选中的 Pod，把它们的地址列在 EndpointSlice 中。',
      'kube-proxy 和 DNS 读取这些列表：不在其中的 Pod 得不到流量。',
    ),
    'endpointslicemirroring-controller': part(
      'EndpointSlice 镜像控制器',
      '它把有人手写的 Endpoints 复制为 EndpointSlice。',
      '这样，只读 EndpointSlice 的组件也能看到它们。',
    ),
    'service-lb-controller': part(
      '负载均衡器控制器',
      '它为每个 LoadBalancer 类型的 Service 向云申请负载均衡器。',
      '得到的地址写在 Service 的状态里。',
    ),
    'service-cidr-controller': part(
      'ServiceCIDR 控制器',
      '它看管 Service 取得地址的地址段。',
      '仍在使用的地址段不能删除。',
    ),
    'namespace-controller': part(
      'Namespace 控制器',
      '命名空间被删除时，它先删除其中的一切。',
      '什么都不剩之后，它才去掉终结器，命名空间随之消失。',
    ),
    'garbage-collector': part(
      '垃圾收集器',
      '它知道谁属于谁，删除属主已不存在的对象。',
      'Deployment 被删除后，它的 Pod 就是这样消失的。',
    ),
    'pod-garbage-collector': part(
      'Pod 垃圾收集器',
      '它删除没有人会清理的 Pod：所在节点已不存在的，以及早已结束的。',
      '它每二十秒查看一次。',
    ),
    'resourcequota-controller': part(
      'ResourceQuota 控制器',
      '它按配额统计命名空间用了多少。',
      '准入凭同样的数字拒绝；对象消失时，由它把数字改正。',
    ),
    'service-account-controller': part(
      'ServiceAccount 控制器',
      '它保证每个命名空间都有名为 default 的 ServiceAccount。',
      '没有指定 ServiceAccount 的 Pod 就以它的身份运行。',
    ),
    'serviceaccount-token-controller': part(
      '令牌控制器',
      '有 Secret 请求 ServiceAccount 的长期令牌时，由它填入。',
      'Pod 不需要它：Pod 的令牌按需签发，并会过期。',
    ),
    'root-ca-cert-publisher': part(
      '根证书发布者',
      '它把集群的根证书以 ConfigMap 的形式放进每个命名空间。',
      'Pod 凭它可以检查自己连接的是不是真正的 API 服务器。',
    ),
    'clusterrole-aggregation-controller': part(
      'ClusterRole 聚合控制器',
      '它把带有标签的 ClusterRole 的规则汇总到 admin、edit、view 这样的大角色中。',
      '这样，新的资源种类可以把自己加进去。',
    ),
    'validatingadmissionpolicy-status-controller': part(
      '准入策略检查器',
      '它检查准入策略的表达式是否符合所针对的种类。',
      '检查结果写在策略的状态里。',
    ),
    'node-lifecycle-controller': part(
      '节点生命周期控制器',
      '它等待每个节点的心跳，把沉默太久的标记为 NotReady。',
      '这个标记是一个污点：不容忍它的 Pod 必须离开。',
    ),
    'taint-eviction-controller': part(
      '污点驱逐控制器',
      '节点有 NoExecute 污点时，它在 Pod 的耐心用完之后（通常 300 秒）将其删除。',
      '之后由属主在别处新建。',
    ),
    'device-taint-eviction': part(
      '设备污点驱逐',
      '设备带有 Pod 不容忍的污点时，它删除使用该设备的 Pod。',
      '这些设备来自资源申领。',
    ),
    'node-ipam-controller': part(
      '节点地址控制器',
      '它给每个新节点分配一段 Pod 地址。',
      '任何两个节点的地址段都不相同。',
    ),
    'ttl-controller': part(
      'TTL 控制器',
      '它在每个节点上注明，kubelet 可以保留 Secret 和 ConfigMap 多久而不再询问。',
      '集群越大，时间越长。',
    ),
    'certificate-controller': part('证书签发者', '它签发已批准的证书请求。', '签好的证书写在请求的状态里。'),
    csrapproving: part('证书批准者', '它批准 kubelet 为自己申请的证书。', '其他请求要等人或别的程序来批准。'),
    csrcleaner: part('证书请求清理器', '它删除旧的证书请求。', '已批准的一小时后删除，未处理的一天后删除。'),
    'token-cleaner': part('引导令牌清理器', '它删除已过期的引导令牌。', '新节点凭这种令牌加入集群。'),
    'bootstrap-signer': part(
      '引导签名者',
      '它用每个引导令牌为公开的集群信息签名。',
      '要加入的节点凭它检查找到的是不是正确的集群。',
    ),
    'persistent-volume-binder': part(
      '卷绑定控制器',
      '它为每个申领找到一个卷，或等待卷被创建，然后把两者绑定。',
      'Pod 要等到所有申领都已绑定。',
    ),
    'attachdetach-controller': part(
      '挂接与分离控制器',
      '它让卷挂接到需要它的 Pod 所在的节点，不再需要时再分离。',
      '在此之后，kubelet 才会挂载。',
    ),
    'persistentvolume-expander-controller': part(
      '卷扩容控制器',
      '申领要求更多空间时，它把卷变大。',
      '卷上的文件系统随后由节点扩大。',
    ),
    'pvc-protection-controller': part(
      '申领保护',
      '申领正被删除时，只要还有 Pod 使用，它就把申领留住。',
      '它靠申领上的终结器做到这一点。',
    ),
    'pv-protection-controller': part(
      '卷保护',
      '卷正被删除时，只要还有申领绑定，它就把卷留住。',
      '它靠卷上的终结器做到这一点。',
    ),
    'volumeattributesclass-protection-controller': part(
      '卷属性类保护',
      '只要还有申领或卷在使用，它就留住 VolumeAttributesClass。',
      '它靠终结器做到这一点。',
    ),
    'ephemeral-volume-controller': part(
      '临时卷控制器',
      '它为每个与 Pod 同生共死的卷创建一个申领。',
      '申领属于 Pod，因此两者一起消失。',
    ),
    'resourceclaim-controller': part(
      '资源申领控制器',
      'Pod 按模板请求设备时，它创建申领，并记下谁在使用。',
      '之后调度器寻找拥有该设备的节点。',
    ),
    'csi-provisioner': part(
      'CSI 供应器',
      '它运行在存储驱动旁边，让驱动为所属类别的每个申领创建卷。',
      '之后由卷绑定控制器把两者绑定。',
    ),
    'csi-attacher': part(
      'CSI 挂接器',
      '它运行在存储驱动旁边，让驱动把卷挂接到节点。',
      '对它的请求写成 VolumeAttachment 对象。',
    ),
    coredns: part(
      'CoreDNS',
      '它把 web.default.svc.cluster.local 这样的名字解析为 Service 的地址。',
      '它和其他组件一样，通过 watch 得知 Service 和端点。',
    ),
    'custom-resources': part(
      '自定义资源控制器',
      '它们接收新的种类定义，并让 API 服务器提供相应的路径。',
      '它们在 API 服务器内部运行。',
    ),
    program: part(
      '{name}',
      '这是有人在集群中运行的程序，不是 Kubernetes 自身的一部分。',
      '它和大家一样向 API 服务器请求并得到通知，权限以其 ServiceAccount 为限。',
    ),
  },
};
