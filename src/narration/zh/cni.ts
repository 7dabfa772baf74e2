import type { cni as kinds } from '../../steps/cni.ts';
import type { Texts } from '../text.ts';

export const cni: Texts<typeof kinds> = {
  add: {
    say: '运行时请网络插件把 {subject} **接入**网络。',
    why: 'Kubernetes 自己没有网络。它只要求每个 Pod 都有一个地址，所有其他 Pod 都能通过它访问，至于怎么做则交给插件。没有安装插件的节点会一直是 NotReady。',
  },
  allocate: {
    say: '{subject} 从 {subnet} 中分到地址 **{ip}**。',
    why: '每个节点有自己的地址段，分配时不用问任何人。地址属于 Pod 而不属于容器，并随 Pod 一起消失：替补的 Pod 地址不同，这正是需要 Service 的原因。',
  },
  connect: {
    say: '一根虚拟网线把 {subject} 接到节点：网桥 **{bridge}** 上的 **{veth}**。',
    why: 'veth 是一对网卡，从一端进入就从另一端出来。一端在 Pod 里，叫 eth0；另一端在网桥上，网桥连接这个节点的所有 Pod。发往其他节点的流量走节点自己的路由。',
  },
  mapPorts: {
    say: '节点的端口通向 {subject}：**{ports}**，地址 {ip}。',
    why: 'hostPort 不是套接字：节点上没有进程在监听。第二个插件写下数据包规则，把发往节点这个端口的数据包改成 Pod 的地址。因此想要同一端口的两个 Pod 不能在同一个节点上。',
  },
  unmapPorts: {
    say: '节点的端口**不再**通向 {subject}：{ports}。',
    why: '先去掉规则，再拆网线。如果规则留下，发往节点的数据包就会被送到一个很快属于别人的地址。',
  },
  exhausted: {
    say: '{subnet} 中**没有空闲的地址**给 {subject}。',
    why: '节点的地址段限制了它能运行多少 Pod，不管 CPU 和内存还剩多少。沙箱创建失败，Pod 停在 ContainerCreating；调度器对此一无所知，因为地址不是它统计的资源。',
  },
  del: {
    say: '拆掉 {subject} 的网线，**{ip}** 重新空闲。',
    why: '插件必须原样撤销自己做过的事。没有归还的地址会一直被占用，直到有人清理，总有一天地址段会用完。',
  },
};
