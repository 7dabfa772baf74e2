import type { scheduler as kinds } from '../../steps/scheduler.ts';
import type { Texts } from '../text.ts';

const EVENTS: { readonly [event: string]: string | undefined } = {
  'Pod added': '它是新的',
  'scheduling gates gone': '它的调度门控已移除',
  'event during the attempt': '尝试期间发生了变化',
  'waited for five minutes': '已经等了五分钟',
  'back-off over': '退避时间已过',
  error: '上次尝试遇到错误',
  AssignedPodAdd: '有 Pod 分到了节点',
  AssignedPodUpdate: '节点上的某个 Pod 有变化',
  AssignedPodDelete: '有 Pod 离开了节点',
  PodUpdate: 'Pod 本身有变化',
  NodeAdd: '新增了节点',
  NodeAllocatable: '某个节点的容量有变化',
  NodeLabel: '某个节点的标签有变化',
  NodeTaint: '某个节点的污点有变化',
  NodeUnschedulable: '某个节点重新接收新的 Pod',
  NodeDelete: '有节点被移除',
  ClaimChange: '某个卷申领有变化',
  VolumeChange: '某个卷、存储类或节点的驱动有变化',
  DeviceChange: '某个资源申领或设备有变化',
};

const CHANGES: { readonly [change: string]: string | undefined } = {
  NodeAllocatable: '容量',
  NodeLabel: '标签',
  NodeTaint: '污点',
  NodeUnschedulable: '是否接收新的 Pod',
};

const WHY_BOUND =
  '绑定是一个很小的请求，只设置 spec.nodeName，而且只有调度器可以发送。调度器从不与节点通信：那里的 kubelet 监视写着自己名字的 Pod，自然会发现它。节点一旦设定，就不再改变。';

export const scheduler: Texts<typeof kinds> = {
  enqueued: {
    say: ({ queue, event }) =>
      queue === 'active'
        ? `**{subject}** 进入**活跃队列**：${EVENTS[event] ?? event}。`
        : `**{subject}** 先**退避**一段时间再重试：${EVENTS[event] ?? event}。`,
    why: '活跃队列先按优先级、再按先后排序。失败过的 Pod 要先等一会儿：1 秒，然后逐次加倍，最多 10 秒。这样放不下的 Pod 就不会占用别人的机会。',
  },
  gated: {
    say: '**{subject}** 带有 {gates} 个调度门控：移除之前**不会尝试调度**。',
    why: '门控让别的控制器（例如配额系统）可以先把已经存在的 Pod 拦住，调度器不在它身上花时间。谁加的门控，就由谁来移除。',
  },
  waitsForClaims: {
    say: '**{subject}** 的资源申领还没有齐：齐了之前**不会尝试调度**。',
    why: 'Pod 可以通过申领要设备。只要有一个申领不存在、正在删除或属于别的 Pod，任何节点都帮不上忙，调度器就不去看它，也不在 Pod 上写任何东西。',
  },
  dequeued: {
    say: '**{subject}** 离开调度队列。',
    why: '它已经绑定或已被删除，不再需要找节点。',
  },
  podBound: {
    say: ({ assumed }) =>
      assumed
        ? '调度器得知 **{subject}** 在 **{node}** 上，与它的假定一致。'
        : '调度器得知 **{subject}** 在 **{node}** 上，并计入它占用的资源。',
    why: '只有当监视送回带有节点名的 Pod，假定才成为事实。在此之前调度器把两者分开，以便收回假定。',
  },
  podGone: {
    say: '**{subject}** 已消失，它在 **{node}** 上占用的资源重新空出。',
    why: '空出的资源也许正是别的 Pod 在等的，所以可能因此受益的等待中的 Pod 会回到队列。',
  },
  nodeChanged: {
    say: ({ change }) =>
      change === 'add'
        ? '新增节点 **{subject}**：调度器现在知道 {nodes} 个节点。'
        : change === 'delete'
          ? '节点 **{subject}** 已消失：还剩 {nodes} 个节点。'
          : change === 'images'
            ? '节点 **{subject}** 上的镜像列表有变化。'
            : `节点 **{subject}** 有变化：${change
                .split(', ')
                .map((each) => CHANGES[each] ?? each)
                .join('、')}。`,
    why: '调度器在内存里保存所有节点的情况，从不向节点询问。只有可能让等待中的 Pod 放得下的变化才会唤醒它，心跳不会。',
  },
  popped: {
    say: ({ attempt, waiting }) =>
      `调度器从队列中取出 **{subject}**${attempt > 1 ? '，这是第 {attempt} 次尝试' : ''}${waiting > 0 ? '；还有 {waiting} 个在等待' : ''}。`,
    why: '决定严格地逐个作出，这样同一份资源不会许给两个 Pod。只有较慢的部分，也就是通知 API 服务器，才与下一个决定并行。',
  },
  skipped: {
    say: ({ why }) =>
      why === 'deleting' ? '**{subject}** 正在删除，**不再分配节点**。' : '**{subject}** 已经**不在了**，无需决定。',
    why: '从入队到作决定之间隔着一段时间。再看一眼代价很小，启动一个马上要停的 Pod 则不然。',
  },
  snapshot: {
    say: '它为 {nodes} 个节点和 {pods} 个 Pod 拍下**快照**。',
    why: '整个决定都基于同一个静止的画面。如果中途变化，就会有的节点按旧状态判断，有的按新状态判断。',
  },
  preFilter: {
    say: ({ rejectedBy }) =>
      rejectedBy === undefined || rejectedBy === ''
        ? '对这个 Pod，有 **{active} 个过滤插件**需要检查，另有 {skipped} 个不适用。'
        : '**{rejectedBy}** 已经知道**没有节点**能满足。',
    why: '与节点无关的部分在查看节点之前先算一次。对这个 Pod 无事可查的插件（例如没有设置亲和性时的亲和性插件）会对所有节点跳过。',
  },
  filterPlugin: {
    say: ({ refused }) =>
      refused === 0
        ? '**{plugin}** 没有排除节点：还剩 {passed} 个。'
        : '**{plugin}** 排除了 **{refused} 个节点**：还剩 {passed} 个。',
    why: '过滤只回答是或否：这个 Pod 能不能在这里运行？一个否就够了，后面的插件不再考虑这个节点。所以提示信息里，每个节点只计入第一个原因。',
  },
  filtered: {
    say: ({ evaluated, nodes, feasible }) =>
      feasible === 0
        ? '**没有合适的节点**：检查了 {evaluated} 个。'
        : `{nodes} 个节点中有 **{feasible} 个合适**${evaluated < nodes ? '；检查了 {evaluated} 个，已经足够' : ''}。`,
    why: '在大集群里，找到足够多的合适节点就会停下，下次从后面的节点开始。要在五千个节点里找出最好的一个，花的时间不值得。',
  },
  preScore: {
    say: ({ skipped }) =>
      `**{active} 个插件**将给合适的节点打分${skipped > 0 ? '；{skipped} 个对这个 Pod 无意见' : ''}。`,
    why: '合适的节点不止一个，问题就从“能不能”变成“放哪里最好”。如果只有一个合适，就不用打分。',
  },
  scorePlugin: {
    say: ({ lowest, highest }) =>
      lowest === highest
        ? '**{plugin}** 给每个节点都打 **{highest}** 分，权重 {weight}：不影响结果。'
        : '**{plugin}** 打分在 **{lowest}** 到 **{highest}** 之间，权重 {weight}。',
    why: '每个插件打 0 到 100 分，权重表示它的意见有多重要。由总分决定，所以一个插件的强烈偏好也可能被其他插件盖过。',
  },
  selected: {
    say: ({ feasible, tied }) =>
      feasible === 1
        ? '**{node}** 是唯一合适的节点。'
        : tied > 1
          ? '**随机**选中 **{node}**：{tied} 个节点并列最高分 {total}。'
          : '**{node}** 以 **{total}** 分胜出。',
    why: '总分最高者胜出，并列时随机决定，否则列表里的第一个节点总是先被塞满。选定之后不会再复查：即使节点后来变得拥挤，调度器也不会移动 Pod。',
  },
  assumed: {
    say: '调度器**假定** {subject} 已经在 **{node}** 上，然后继续。',
    why: '通知 API 服务器远比作决定慢。所以资源立即算作已占用，下一个 Pod 按它已在那里来安排。如果绑定失败，假定会被收回。',
  },
  reserved: {
    say: '{subject} 在 {node} 上需要的东西已**预留**。',
    why: '自己管理资源的插件（例如卷）在这里先留出来，因为后面仍可能出错。一旦出错，它们会被告知释放。',
  },
  permitted: {
    say: '没有插件要求**等待**：{subject} 可以绑定到 {node}。',
    why: '插件可以在这里拦住已经选好节点的 Pod，例如等到同组的 Pod 都选好为止。默认没有插件这样做。',
  },
  preBind: {
    say: '把 **{subject}** 绑定到 {node} 之前该做的都已完成。',
    why: '首次使用时才创建的卷，必须在 Pod 交给节点之前就存在。从这里起，这个 Pod 的绑定与后面的决定并行。',
  },
  binding: {
    say: '调度器请求 API 服务器把 {subject} **绑定**到 **{node}**。',
    why: WHY_BOUND,
  },
  bound: { say: '{subject} 已**绑定**到 **{node}**。', why: WHY_BOUND },
  boundFirst: {
    say: '**{subject}** 有了节点：**{node}**。调度器对它的工作到此结束。',
    why: WHY_BOUND,
  },
  bindFailed: {
    say: '把 {subject} 绑定到 {node} **失败**：{error}',
    why: '可能是 Pod 其间被删除，或者已被别人绑定，或者服务器拒绝。假定会被收回，让节点上的资源重新空出。',
  },
  unschedulable: {
    say: '**{subject}** **没有合适的节点**：{message}',
    why: '提示信息按每个节点第一个被拒绝的原因来计数。如果还没看节点就被拒绝（例如缺少申领），它以 `not found` 结尾，也不会尝试抢占。Pod 停留在 Pending，什么也没有丢：当节点、Pod 或卷出现可能有帮助的变化时会再次尝试。调度器绝不会为了放得下而修改 Pod 的要求。',
  },
  statusUnchanged: {
    say: '**{subject}** 的状态已经写明无法调度的原因，不需要再写。',
    why: '同样的拒绝不是新闻。如果每次尝试都写一遍，集群越满，服务器的负担就越重。',
  },
  parked: {
    say: '**{subject}** 留在**不可调度**的 Pod 中，等待与 {plugins} 有关的变化。',
    why: '拒绝它的插件也知道什么变化能让自己改变主意：资源插件等空位，亲和性插件等标签。只有这样的事件才会唤醒它；五分钟后无论如何都会再试一次。',
  },
  preempting: {
    say: '为了给 **{subject}** 腾出位置，在 {node} 上选出 {victims} 个优先级更低的 Pod 作为**抢占对象**。',
    why: '只有当 Pod 无处可放，而移走优先级更低的 Pod 就能放下时，才会抢占。调度器会找损失最小的节点。Pod 自己先回到队列：抢占对象停止需要时间，那时也许别的节点更合适。',
  },
  victim: {
    say: '**{subject}** 必须离开 {node}，把位置让给 **{preemptor}**。',
    why: '被抢占的 Pod 按普通方式删除，享有完整的宽限期，并用一个状况说明原因。PodDisruptionBudget 会尽量遵守，但不能阻止抢占。',
  },
};
