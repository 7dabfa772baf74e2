import type { cni as steps } from '../../steps/cni.ts';
import type { Texts } from '../text.ts';

export const cni: Texts<typeof steps> = {
  add: {
    say: '运行时调用网络插件：为 {subject} **ADD** 一个网络。',
    why: '新建的沙箱只有一个空的网络命名空间。运行时执行节点上的 CNI 插件（一个小程序），把命名空间交给它；Kubernetes 自己并不为 Pod 接线。',
  },
  allocate: {
    say: '插件取出本节点的下一个空闲地址：**{ip}**。',
    why: '每个节点拥有一段地址，即它的 podCIDR，并按顺序循环分配。因此节点之间无需就地址进行协商，刚释放的地址也不会马上被重用。',
  },
  connect: {
    say: '网线接好了：网桥 {bridge} 上的 **{veth}**，Pod 内的 eth0，地址 **{ip}**。',
    why: 'veth 对是一根有两端的虚拟网线。一端成为 Pod 内的 eth0，另一端挂在节点的网桥上；网桥同时是 Pod 通往外界的网关。',
  },
  exhausted: {
    say: '节点在 {subnet} 中**已没有可用地址**。',
    why: '256 个地址的网段能容纳 253 个 Pod。超出的 Pod 得不到沙箱，只能等其他 Pod 离开。',
  },
  del: {
    say: '插件归还 **{ip}**，并拆除 {subject} 的网线。',
    why: '沙箱即将消失，地址重新空闲。但下一次查找从最后分配的地址之后开始，所以它会闲置一段时间。',
  },
};
