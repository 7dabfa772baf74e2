import type { csi as kinds } from '../../steps/csi.ts';
import type { Texts } from '../text.ts';

export const csi: Texts<typeof kinds> = {
  claimTaken: {
    say: '**{driver}** 的制备器看到 {subject} 在等待它这一类的卷。',
    why: 'Kubernetes 自己不创建卷。卷控制器已把驱动的名字写在申领上；驱动旁边的边车（外部制备器）监视申领，处理写有自己名字的那些。',
  },
  createVolume: {
    say: '驱动 **{driver}** 创建一个 **{size}** 的卷：CreateVolume，{volume}。',
    why: '存储创建的东西成为一个 PersistentVolume，从一开始就只许给这个申领。随后卷控制器把两者绑定，与人工创建的卷一样。',
  },
  registered: {
    say: '驱动 **{driver}** 在 {subject} 上**注册**。',
    why: '驱动在节点上的部分在 kubelet 的插件目录里有一个套接字。kubelet 发现它，询问驱动的名字和上限，写入本节点的 CSINode；调度器从那里得知这个节点还能接纳多少卷。',
  },
  attachAsked: {
    say: '附加/分离控制器请求把 **{volume}** 附加到 **{node}**。',
    why: '使用这个卷的 Pod 已绑定到该节点，而驱动声明它的卷要先附加再挂载。控制器只写一个 VolumeAttachment，别的都不做：附加由驱动完成。',
  },
  attachFailed: {
    say: '两分钟内 **{volume}** 没有附加到 **{node}**：{error}。',
    why: '请求（VolumeAttachment）已经在那里，但没有人应答。应答的是驱动旁边的程序：它没有安装，或者没有运行。Pod 会继续等待，每次都会被告知。',
  },
  multiAttach: {
    say: '**{volume}** 仍附加在 **{node}** 上：第二个节点不能使用它（**Multi-Attach error**）。',
    why: '这个卷同一时间只允许一个节点写入（ReadWriteOnce）。这里的 Pod 要等那边最后一个 Pod 离开、卷被分离之后才能继续：跨节点的滚动更新就会停在这里。',
  },
  growing: {
    say: '**{driver}** 的扩容器看到 {subject} 要 **{size}**：比 {volume} 现有的多。',
    why: '有人提高了已绑定申领的请求量，而它的类允许扩容。扩容器是驱动旁边的又一个边车；它把进度记在申领上，失败了可以接着做。',
  },
  grown: {
    say: '驱动 **{driver}** 扩大 {volume}：**ControllerExpandVolume**，{size}。',
    why: '存储已经变大，PersistentVolume 也这样写明。其中的文件系统仍和以前一样小：那要由挂载着它的节点来做，所以申领得到状况 FileSystemResizePending。',
  },
  fileSystemGrown: {
    say: '**{volume}** 的文件系统在 {subject} 使用时扩大到 {size}：**NodeExpandVolume**。',
    why: 'kubelet 每次同步（大约一分钟一次）都会查 Pod 的申领。它发现卷变大了，就让驱动就地扩展文件系统，并把新容量写到申领上。',
  },
  stillInUse: {
    say: '**{subject}** 说它仍在使用 **{volume}**：卷暂时保持附加。',
    why: '挂载着的卷若被分离，写入的内容可能丢失。控制器要等 kubelet 卸载它并从 volumesInUse 中去掉；节点未就绪时等六分钟，若有人给它打上 out-of-service 污点，则完全不等。',
  },
  forcedOff: {
    say: '**{subject}** 已沉默六分钟：**强制**分离 **{volume}**。',
    why: '节点再也不能说它已卸载该卷。一直等下去，接替的 Pod 就起不来，所以六分钟后控制器承担这个风险。',
  },
  attached: {
    say: '驱动 **{driver}** 把 **{volume}** 附加到 {node}：ControllerPublishVolume。',
    why: '驱动旁边的边车（外部附加器）监视 VolumeAttachment。存储完成后，它在状态里写上 attached；节点的 kubelet 等到这一点才开始挂载。',
  },
  detached: {
    say: '驱动 **{driver}** 把 **{volume}** 从 {node} 分离：ControllerUnpublishVolume。',
    why: '节点上不再有 Pod 使用这个卷，kubelet 也已卸下它。附加器的 finalizer 移除后 VolumeAttachment 随之消失，别的节点便可使用这个卷。',
  },
  staged: {
    say: '卷 **{volume}** 在节点上准备就绪：{driver} 的 **NodeStageVolume**。',
    why: '每个节点一次：驱动在设备是新的时候格式化它，并挂载到自己的位置。节点上使用这个卷的所有 Pod 共用它。',
  },
  published: {
    say: '卷 **{volume}** 为 {subject} 挂载：{driver} 的 **NodePublishVolume**。',
    why: '每个 Pod 一次：把准备好的卷挂载到 Pod 的目录里，Pod 要求只读就只读。容器在自己挂载的位置看到它。',
  },
  unpublished: {
    say: '卷 **{volume}** 从 {subject} 卸下：{driver} 的 NodeUnpublishVolume。',
    why: '消失的只是 Pod 自己的挂载。写入的内容留在卷里，卷属于申领而不属于 Pod。',
  },
  unstaged: {
    say: '节点上不再有人使用 **{volume}**：{driver} 的 NodeUnstageVolume。',
    why: '节点上最后一个用它的 Pod 已离开，节点放开这个卷，别的节点便可使用。',
  },
  deleteVolume: {
    say: '驱动 **{driver}** 删除 **{volume}** 背后的存储：DeleteVolume。',
    why: '申领已消失，而类规定了 Delete。先删存储，再删 PersistentVolume；制备器在其上的 finalizer 保证了这个顺序。',
  },
};
