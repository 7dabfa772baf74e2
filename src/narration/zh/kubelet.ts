import type { kubelet as kinds } from '../../steps/kubelet.ts';
import { hookProblem } from '../facts.ts';
import type { Texts } from '../text.ts';

const HEARTBEAT =
  'kubelet 每十秒续一次租约（Lease），这就是它全部的生命迹象。没有人去问节点怎么样。租约旧了，五十秒之后才放弃这个节点，因为 kubelet 也可能只是在重启。';
const WHY_SANDBOX =
  'Pod 就是一组由其容器共享的 Linux 命名空间，沙箱负责把它们撑住。它先于所有容器创建，也比每个容器活得更久：容器可以一再崩溃重启，Pod 的地址始终不变。';

const WHY_STARTED =
  'kubelet 请求容器运行时并得到成功的答复，所以进程已经存在。至于它是否在正常工作，是另一个问题，只有探针能回答。在状态写入之前，节点之外谁也不知道。';

const WHY_SYNC =
  '每个 Pod 有一个专门的工作协程，慢的 Pod 不会拖累别的。它把 spec 的要求与容器运行时报告的情况比较，缺什么做什么。它不依赖对以往操作的记忆，所以 kubelet 重启之后可以直接继续。';

/** 对另外资源的要求结果如何，按事件的原因。 */
const RESIZES: { readonly [state: string]: string | undefined } = {
  ResizeStarted: '节点放得下：**{subject}** 一边运行一边换上**新资源**（ResizeStarted）。',
  ResizeCompleted: '**{subject}** 已经**按新资源运行**（ResizeCompleted）。',
  ResizeDeferred: '节点**现在没有余量**满足 {subject} 的新资源：先**等着**（ResizeDeferred）。',
  ResizeInfeasible: '节点**永远给不出** {subject} 的新资源：这个要求无法满足（ResizeInfeasible）。',
  ResizeError: '{subject} 的新资源**没能设置上**：还会再试（ResizeError）。',
};

const PROBES: { readonly [probe: string]: string | undefined } = {
  startup: '启动探针',
  readiness: '就绪探针',
  liveness: '存活探针',
};

export const kubelet: Texts<typeof kinds> = {
  podAdded: {
    say: 'kubelet 得知 **{subject}**：这个 Pod 属于它的节点。',
    why: '没有谁把 Pod 发到这里。kubelet 监视 spec.nodeName 是自己名字的 Pod，而绑定刚刚让这个 Pod 符合条件。所以在这个监视看来，早就创建的 Pod 也是新的。',
  },
  podUpdated: {
    say: '**{subject}** 的 spec 有变化：generation 为 {generation}。',
    why: '运行中的 Pod 能改的内容很少：镜像、资源、部分容忍度。kubelet 会比较 spec，因为它看到的更新大多只是自己写的状态又传了回来。',
  },
  podDeleting: {
    say: '**{subject}** 要被删除：它的容器有 **{grace} 秒**来结束。',
    why: '删除 Pod 只是给它设上删除时间。在 kubelet 停掉一切之前，对象会一直存在，因为只要进程还可能在运行，集群就不能认为它已经消失。',
  },
  podRemoved: {
    say: 'API 中已没有 **{subject}**：清理它在这里留下的东西。',
    why: '对象已经不在，不会再有人需要这个 Pod。它在节点上的进程、网络和目录都不应继续存在。',
  },
  podRejected: {
    say: 'kubelet **拒绝 {subject}**：{reason}。{message}',
    why: 'kubelet 会自己再检查一次放不放得下，因为调度器依据的画面可能已经过时。被拒绝的 Pod 永远是 Failed，由它的控制器另建一个。',
  },
  podStarts: {
    say: 'kubelet 开始处理 **{subject}**，这是本故事中第一个到达节点的 Pod。',
    why: WHY_SYNC,
  },
  syncPod: {
    say: ({ wanted }) =>
      wanted === 0
        ? '**{subject}** 的工作协程转为**停止**它。'
        : '**{subject}** 的工作协程作比较：{wanted} 个容器中有 **{running} 个**在运行。',
    why: WHY_SYNC,
  },
  waitForVolumes: {
    say: '启动之前，{subject} 的 **{volumes} 个卷**必须就绪。',
    why: '进程启动时如果缺少文件就会失败，甚至写错地方。没有声明卷的 Pod 其实也有一个：ServiceAccount 令牌和 API 服务器的证书。',
  },
  tokenRequested: {
    say: 'kubelet 为 {subject} 申请 ServiceAccount **{serviceAccount}** 的**令牌**。',
    why: 'Pod 里的进程访问 API 服务器需要身份。令牌只绑定这一个 Pod，有效期很短，kubelet 会在到期前更换文件。kubelet 只能为自己节点上的 Pod 申请令牌。',
  },
  volumesMounted: {
    say: '{subject} 的 **{volumes} 个卷已挂载**。',
    why: '文件放在节点上的一个目录里，之后会出现在容器中。它们属于 Pod 而不属于容器，所以容器重启后仍然存在。kubelet 每 300 毫秒查看一次卷是否齐备，这往往是启动过程中最长的等待。',
  },
  volumeRefreshed: {
    say: '{subject} 的卷 **{volume}** **已重新写入**：位置不变，内容已更新。',
    why: 'kubelet 通过监视立即得知变化，但要到同步这个 Pod 时才写卷，每 60 到 90 秒一次。它在旧目录旁写好新目录，再把链接 ..data 指过去，因此程序看到的要么全是旧文件，要么全是新文件。环境变量和用 subPath 挂载的文件保持原样。',
  },
  manifestRead: {
    say: 'kubelet 在 **{file}** 中找到 Pod **{pod}**，并自己运行它。',
    why: '静态 Pod 不需要 API 服务器：kubelet 读取节点上一个目录里的文件，用节点名给每个 Pod 命名，只要文件还在就让它一直运行。kubeadm 正是这样启动 etcd 和 API 服务器的。',
  },
  manifestRefused: {
    say: 'kubelet 无法运行 **{file}** 中的内容：{error}',
    why: '只有 kubelet 的日志会提到它：还没有任何对象可以关联 Event。此前由该文件运行的 Pod 会被终止。',
  },
  mirrorCreated: {
    say: 'kubelet 把自己的 Pod 展示给 API 服务器：它创建镜像 Pod **{subject}**。',
    why: '镜像 Pod 让人和控制器能看到这个 Pod。它绑定在自己的节点上、归节点所有，并以注解记录文件的哈希。修改它不会改变节点上的任何东西。',
  },
  mirrorDeleted: {
    say: 'kubelet 删除镜像 Pod **{subject}**。',
    why: '当 Pod 已经结束、文件已经改变，或有人请求删除时，镜像 Pod 会消失。最后一种情况下 Pod 继续运行，kubelet 会立刻创建新的镜像：只有文件能结束静态 Pod。',
  },
  mountFailed: {
    say: '卷 **{volume}** 无法挂载：{error}',
    why: '最常见的原因是 ConfigMap 或 Secret 还不存在。Pod 停留在 ContainerCreating，kubelet 以越来越长的间隔重试。先后顺序无关紧要：补上缺少的对象，Pod 就会自己继续。',
  },
  pullSecretsMissing: {
    say: '{subject} 的镜像拉取 Secret 缺失：{names}。',
    why: '镜像仓库的凭据是 Pod 所在命名空间里的 Secret。缺少时 kubelet 以匿名身份拉取：公开镜像照样能拉到，私有镜像会被拒绝。',
  },
  devicesPrepared: {
    say: '节点上的驱动为 {subject} 准备申领 {claim} 的设备 **{devices}**。',
    why: '创建沙箱之前，kubelet 取来 Pod 的每个申领，确认它是为这个 Pod 保留的，再请各设备的驱动做好准备。调度器做了决定，这里负责落实。',
  },
  devicesRefused: {
    say: '**{subject}** 的设备无法准备：{error}。',
    why: '没有设备，Pod 就不能启动。kubelet 用事件说明原因，并在大约一分钟后的下一次例行同步时重试。',
  },
  createSandbox: {
    say: ({ attempt }) =>
      attempt === 0
        ? 'kubelet 请容器运行时为 {subject} 创建**沙箱**。'
        : 'kubelet 请求为 {subject} 创建**新的沙箱**，第 {attempt} 次重建。',
    why: WHY_SANDBOX,
  },
  sandboxUp: {
    say: ({ ip }) => `{subject} 的**沙箱**已就绪${ip === '' ? '' : '，Pod 有了地址：**{ip}**'}。`,
    why: WHY_SANDBOX,
  },
  sandboxCreated: {
    say: ({ ip }) => `{subject} 的**沙箱**已就绪${ip === '' ? '' : '，地址为 **{ip}**'}。`,
    why: WHY_SANDBOX,
  },
  sandboxFailed: {
    say: '{subject} 的沙箱**创建失败**：{error}',
    why: '没有网络，Pod 就无法启动。原因通常在网络插件：还没安装，或者地址用完了。kubelet 会重试，事件 FailedCreatePodSandBox 会说明哪里出错。',
  },
  imageChecked: {
    say: ({ policy, present }) =>
      present
        ? policy === 'Always'
          ? '**{image}** 已在本地，但策略 **Always** 要求每次都询问镜像仓库。'
          : '**{image}** 已在这个节点上：**无需拉取**。'
        : policy === 'Never'
          ? '**{image}** **不在本地**，而策略 Never 不允许拉取。'
          : '**{image}** **不在这个节点上**：需要拉取。',
    why: '这由 imagePullPolicy 决定。省略时，标签 latest 为 Always，其他标签为 IfNotPresent：带版本的标签被认为永远不会改变含义。如果标签的内容真的变了，各节点就会用同一个名字运行不同的镜像。',
  },
  imageFailed: {
    say: ({ reason }) =>
      reason === 'ImagePullBackOff'
        ? 'kubelet **等待**一段时间后再拉取 **{image}**。'
        : '**{image}** 无法使用：{reason}。{message}',
    why: 'ErrImagePull 是失败的尝试，ImagePullBackOff 是之后的等待，间隔逐渐增长到五分钟。要看提示信息：名称拼错、标签不存在、仓库需要凭据，结果都是这样。',
  },
  containerCreated: {
    say: '容器 **{container}** 已创建，但还没有运行。',
    why: '创建是准备文件系统和设置，启动才运行进程。两步分开，中间就可以做一些设置，例如进程可以使用哪些 CPU。',
  },
  containerStarted: {
    say: ({ restarts }) =>
      restarts === 0
        ? '{subject} 的容器 **{container}** **开始运行**。'
        : '{subject} 的容器 **{container}** **再次运行**，这是第 {restarts} 次重启。',
    why: WHY_STARTED,
  },
  containersRun: {
    say: ({ restarts }) =>
      restarts === 0
        ? '本故事的第一个容器开始运行：{subject} 的 **{container}**。'
        : '{subject} 的容器 **{container}** **再次运行**，这是第 {restarts} 次重启。',
    why: WHY_STARTED,
  },
  containerFailed: {
    say: '容器 **{container}** 无法启动：**{reason}**。{message}',
    why: '进程从未出现，所以没有日志：状态里的原因和事件就是全部线索。kubelet 稍后会重试。',
  },
  backOff: {
    say: '容器 **{container}** 反复退出：kubelet 最多等待 **{seconds} 秒**再启动。',
    why: '这就是 CrashLoopBackOff：它本身不是错误，而是等待。等待从 10 秒起逐次加倍，最多五分钟，连续十分钟不崩溃才清零。真正的原因在已退出的容器的日志里。',
  },
  allAgain: {
    say: ({ code, containers }) =>
      `**{container}** 以退出码 **${code}** 结束，按照它的规则，${containers === 1 ? '它被移除' : `{subject} 的**全部 ${containers} 个容器**都被移除`}并重新启动。`,
    why: '动作为 RestartAllContainers 的重启规则让 Pod 在原地从头开始：Init 容器按顺序再运行一次，而沙箱、地址和卷都保留。不会等待钩子和宽限期。容器之所以被移除，是为了让下一次查看不会把旧的结束当成新的结束。',
  },
  relisted: {
    say: 'kubelet 在下一次查看时发现 {subject} 的容器 **{container}** **已退出**。',
    why: 'kubelet 每秒问一次运行时有哪些容器，并与上次的结果比较。所以崩溃之后最多可能过一秒才被发现。',
  },
  probed: {
    say: ({ probe, result }) =>
      result === 'success'
        ? `**{container}** 的${PROBES[probe] ?? probe}**成功**，连续第 {count} 次。`
        : `**{container}** 的${PROBES[probe] ?? probe}**失败**，连续第 {count} 次：{result}`,
    why: '探测由 kubelet 自己从节点上进行。单次结果什么也不改变：要连续达到阈值规定的次数才算，所以偶尔一次响应慢不会让 Pod 退出服务。',
  },
  probeChanged: {
    say: ({ probe, result }) =>
      probe === 'readiness'
        ? result === 'success'
          ? '容器 **{container}** **就绪**。'
          : '容器 **{container}** **不再就绪**。'
        : probe === 'startup'
          ? result === 'success'
            ? '容器 **{container}** **启动完成**，其他探针可以开始。'
            : '容器 **{container}** **没有及时启动**，将被重启。'
          : result === 'success'
            ? '容器 **{container}** **存活**。'
            : '容器 **{container}** **已不再存活**，将被重启。',
    why: '就绪探针决定是否把流量发给 Pod，存活探针决定是否重启容器，启动探针则让前两者等启动慢的程序准备好。如果问题靠重启解决不了，例如数据库宕机，重启只会让故障更严重。',
  },
  statusSet: {
    say: ({ ready }) =>
      `kubelet 得出 {subject} 的状态：**{phase}**，${ready ? '就绪' : '未就绪'}，{running} 个容器在运行。`,
    why: '状态总是根据运行时的报告重新计算，先保存在内存里。短时间内的多次变化会合并成一次上报。',
  },
  statusUnchanged: {
    say: 'API 服务器已经有 **{subject}** 的这个状态：不需要上报。',
    why: '成百上千个 kubelet 向同一个服务器上报。没有新内容的上报，代价要由大家承担。',
  },
  statusPatch: {
    say: 'kubelet 上报 {subject} 的**状态**：{changes}。',
    why: '集群对这个 Pod 的了解，全部来自这样的上报。只发送差异，并且写到 status 子资源，那里碰不到 spec。消息由此传到 ReplicaSet、Deployment 和 kubectl。',
  },
  statusRefused: {
    say: ({ reason }) => `**{subject}** 的状态没有被接受：**{code}**${reason === '' ? '' : ' {reason}'}。`,
    why: '404 表示 Pod 其间已被移除，没有什么可上报的了。其他错误稍后会重试。',
  },
  podReady: {
    say: '**{subject}** **就绪**：所有容器都在运行，有就绪探针的也已通过。',
    why: 'Running 表示进程存在，Ready 表示可以提供服务。没有就绪探针的容器一运行就算就绪，也许那时它还不能应答。Service 和滚动更新只看 Ready。',
  },
  killing: {
    say: ({ why }) => `kubelet 停止容器 **{container}**，宽限期 {grace} 秒：${reasonToStop(why)}。`,
    why: '先执行 preStop 钩子（如果有），再发 TERM 信号，时间一到就发 KILL；钩子用的是同一段时间。不理会 TERM 的程序会在工作途中被强行终止。',
  },
  hookRuns: {
    say: ({ hook, what }) =>
      hook === 'preStop'
        ? `在要求容器 **{container}** 停止之前，先运行它的 **preStop 钩子**：\`${what}\`。`
        : `容器 **{container}** 刚启动，就运行它的 **postStart 钩子**：\`${what}\`。`,
    why: 'preStop 所用的时间从宽限期里扣除。postStart 与主程序同时运行：它结束之前，容器不算处于运行状态。',
  },
  hookFailed: {
    say: ({ error }) => {
      const { code, said } = hookProblem(error);
      const what = said === '' ? '' : code === undefined ? `：${said}` : `，输出“${said}”`;
      return `容器 **{container}** 的 {hook} 钩子**失败**${code === undefined ? '' : `，退出码 **${code}**`}${what}。`;
    },
    why: 'preStop 失败时照常发送 TERM；postStart 失败时容器会被杀死并重新启动。',
  },
  containersStopped: {
    say: '**{subject}** 的容器已全部停止。',
    why: '到这时才能确定这个 Pod 没有任何东西在运行。它的卷可以卸载，它独占的资源也可以由别人接手。',
  },
  volumesUnmounted: {
    say: '**{subject}** 的卷已卸载。',
    why: '磁盘要先从这个节点放开，才能挂到另一个节点。两个节点同时写一个文件系统会把它毁掉。',
  },
  podTerminated: {
    say: '节点上除了记录，**{subject}** 什么也没有留下。',
    why: '在 Pod 占用的一切都释放之前，kubelet 会一直记着它。之后对象才可以从 API 中消失。',
  },
  deletePod: {
    say: 'kubelet 请求 API 服务器 **彻底移除 {subject}**。',
    why: '真正移除对象的是这第二次删除，宽限期为零秒。它来自唯一能确定所有进程都已结束的一方。如果节点死了，就没有谁来发送，它的 Pod 会一直停在 Terminating。',
  },
  evictionLook: {
    say: ({ memory, disk, met }) =>
      met === ''
        ? `kubelet 查看所在机器：还剩 **${memory} MiB 内存、${disk} MiB 磁盘**，足够。`
        : `kubelet 查看所在机器：还剩 ${memory} MiB 内存、${disk} MiB 磁盘。**不足：${met}。**`,
    why: '内存低于 100 MiB 或磁盘低于 15 % 时 kubelet 就行动，并把状况保持五分钟，以免来回跳动。',
  },
  evicted: {
    say: 'kubelet **驱逐 {subject}**：{message}',
    why: '先走的是用量超过请求的，其次是优先级较低的。Pod 以 Failed 留下，它的控制器会再建一个。',
  },
  preempted: {
    say: '**{subject}** 必须让位：关键 Pod {critical} 要在本节点运行，而两者放不下。',
    why: '具有系统优先级的 Pod 指定了节点，节点却没有空间。kubelet 挑选请求量足够而最不重要的 Pod，逐个终止，并等每一个都停下。',
  },
  resized: {
    say: ({ state }) => RESIZES[state] ?? '继续运行的 **{subject}** 的新资源：**{state}**。',
    why: '要区分三组数字：spec 想要的、节点预留的、容器实际运行所用的。两个状况说明请求停在哪里。',
  },
  callerChecked: {
    say: 'kubelet 确认调用者（API 服务器）可以对本节点上运行的内容执行 {verb}。',
    why: 'kubelet 的端口对网络开放。它由客户端证书认出调用者，再用 SubjectAccessReview 向 API 服务器询问对本节点 proxy 子资源的权限；回答五分钟内有效。',
  },
  logRead: {
    say: ({ follow }) => `kubelet 读取 **{container}** 的日志：{lines} 行${follow ? '，并继续读取' : ''}。`,
    why: '运行时把容器写出的内容存到节点的文件里，每次启动一个文件，每行带有时间和流。kubelet 读取这个文件；若要上一次启动的日志，则读取前一个。Pod 消失后什么都不会保留。',
  },
  streamOpened: {
    say: ({ what, container }) => `kubelet 打开 **${what}**${container === '' ? '' : '，接到容器 **{container}**'}。`,
    why: 'kubelet 向运行时要一个流地址，在它与 API 服务器之间转发字节，直到一方断开。',
  },
  streamRefused: {
    say: 'kubelet **无法做到**：{reason}',
    why: '只有正在运行或曾经运行的容器才有日志；只有正在运行的容器才能进入。这段文字原样返回给客户端。',
  },
  fault: {
    say: ({ state }) =>
      state === 'stopped' ? '**{subject}** 的 kubelet **被杀死**。' : '**{subject}** 的 kubelet **重新启动**。',
    why: '没有 kubelet，容器照样运行，只是再没有人替它们说话。控制平面只看到租约不再续期，它能做的就是等待，然后把节点判为失联。',
  },
  register: {
    say: 'kubelet **{subject}** 向 API 服务器注册自己的**节点**。',
    why: '节点通过创建自己的 Node 对象加入集群：有多少 CPU 和内存、地址、标签。不需要另外通知谁，调度器正在监视。',
  },
  nodeChanged: {
    say: ({ change }) =>
      change === 'NodeNotSchedulable'
        ? '节点 **{subject}** **不再接收新的 Pod**。'
        : change === 'NodeSchedulable'
          ? '节点 **{subject}** **重新接收**新的 Pod。'
          : change === 'silent'
            ? '再没有人报告 **{subject}** 还活着。它的容器照常运行，而 API 服务器**还不知道**：这个节点仍算 Ready。'
            : change === 'started'
              ? '**{subject}** 的 kubelet 又报告自己活着，并重新读取该运行什么。'
              : 'kubelet 这样说它的节点 **{subject}**：**{change}**。',
    why: ({ change }) =>
      change === 'silent' || change === 'started'
        ? HEARTBEAT
        : '封锁节点（cordon）会设置 spec.unschedulable。调度器从此跳过它；已经在上面的 Pod 继续运行，直到有人排空节点。',
  },
  imagesCollected: {
    say: '**{subject}** 的磁盘已用 **{value}%**：要清掉 {mebibytes} MiB 未使用的镜像。',
    why: 'kubelet 每五分钟看一次存放镜像的磁盘。达到 85% 就从最旧的开始删除没有容器使用的镜像，直到降到 80%；上一轮还没见过的镜像留着。腾不出来的写成事件：FreeDiskSpaceFailed。',
  },
  nodeStatus: {
    say: ({ because }) =>
      because === 'heartbeat'
        ? '节点 **{subject}** 上报状态：没有变化。'
        : because === 'images'
          ? '节点 **{subject}** 上报状态，因为**镜像**有变化。'
          : '节点 **{subject}** 上报状态：{because}。',
    why: 'Node 对象很大，所以只在有变化或满五分钟时才写。证明节点活着靠的是很小的租约。',
  },
  renewLease: {
    say: '节点 **{subject}** 续**租约**：它还活着。',
    why: '每个 kubelet 每十秒写一次很小的 Lease 对象。如果中断约 50 秒，节点会被标记为失联；再过五分钟，它的 Pod 会被放弃，并在别处重建。',
  },
};

/** The message of the event, which is English. */
function reasonToStop(message: string): string {
  const probe = /failed (\w+) probe/.exec(message)?.[1];
  if (probe !== undefined) return `${PROBES[probe] ?? probe}失败，将会重启`;
  if (message.includes('definition changed')) return '定义有变化，将会重启';
  return message.startsWith('Stopping container') ? 'Pod 要停止' : message;
}
