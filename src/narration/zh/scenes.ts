import type { SceneKey } from '../en/scenes.ts';

export const scenes: { readonly [K in SceneKey]: string } = {
  enter: '输入一条命令',
  arrives: '请求到达 API Server',
  deploymentStored: 'Deployment 已存储',
  deploymentChanged: 'Deployment 被修改',
  deploymentDeleted: 'Deployment 已删除',
  replicaSetStored: '为它创建 ReplicaSet',
  replicaSetScaled: '对比 ReplicaSet 与它的 Pod',
  replicaSetDeleted: 'ReplicaSet 被回收',
  podStored: '第一个 Pod 已存储',
  podPopped: '调度器取出一个 Pod',
  podBound: '第一个 Pod 绑定到节点',
  podUnschedulable: '没有合适的节点',
  sandbox: 'kubelet 创建沙箱',
  address: 'Pod 获得地址',
  pull: '拉取镜像',
  start: '第一个容器启动',
  podDying: '停止容器',
  podDeleted: '第一个 Pod 已删除',
  quiet: '恢复平静',
};
