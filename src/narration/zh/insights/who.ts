import { nodeIn } from '../../insight-args.ts';

const NAMES: { readonly [actor: string]: string | undefined } = {
  kubectl: 'kubectl',
  'kube-scheduler': '调度器',
  'kube-controller-manager': '控制器管理器',
  'kube-apiserver': 'API 服务器',
  'garbage-collector': '垃圾回收器',
  'deployment-controller': 'Deployment 控制器',
  'replicaset-controller': 'ReplicaSet 控制器',
  'endpoints-controller': 'Endpoints 控制器',
  'endpointslice-controller': 'EndpointSlice 控制器',
  'job-controller': 'Job 控制器',
  'daemonset-controller': 'DaemonSet 控制器',
  'statefulset-controller': 'StatefulSet 控制器',
  'taint-eviction-controller': '污点驱逐控制器',
  'disruption-controller': '中断控制器',
  'node-lifecycle-controller': '节点生命周期控制器',
  'cronjob-controller': 'CronJob 控制器',
  'namespace-controller': '命名空间控制器',
  'resourcequota-controller': '配额控制器',
  'service-account-controller': 'ServiceAccount 控制器',
  'endpointslicemirroring-controller': 'EndpointSlice 镜像控制器',
  'attachdetach-controller': '卷挂接控制器',
  'horizontal-pod-autoscaler': '自动伸缩器',
  'pod-garbage-collector': 'Pod 垃圾回收器',
  'root-ca-cert-publisher': '根证书发布者',
  'persistent-volume-binder': '卷绑定器',
  'token-cleaner': '令牌清理器',
  'custom-resources': '自定义资源控制器',
  'service-lb-controller': '云上的 Service 控制器',
  'replication-controller': 'ReplicationController 控制器',
  'service-cidr-controller': '地址范围控制器',
  'clusterrole-aggregation-controller': 'ClusterRole 聚合控制器',
  'validatingadmissionpolicy-status-controller': '准入策略状态控制器',
  'pvc-protection-controller': 'PVC 保护控制器',
  'pv-protection-controller': 'PV 保护控制器',
  coredns: 'CoreDNS',
};

/** 句子里怎样称呼一个参与者。 */
export function who(actor: string): string {
  const node = nodeIn(actor);
  if (node !== undefined) return actor.startsWith('kube-proxy/') ? `${node} 上的 kube-proxy` : `${node} 上的 kubelet`;
  return NAMES[actor] ?? (actor.endsWith('-controller') ? `${actor.slice(0, -'-controller'.length)} 控制器` : actor);
}

/** `a`、`a 和 b`、`a、b 和 c`。 */
export function and(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join('、')}和${names.at(-1)}`;
}
