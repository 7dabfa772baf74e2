import type { scheduler as steps } from '../../steps/scheduler.ts';
import type { Texts } from '../text.ts';

export const scheduler: Texts<typeof steps> = {
  enqueued: {
    say: ({ queue, event }) => `{subject} goes to the scheduler’s **${queue} queue** (${event}).`,
    why: 'A pod without a node is the scheduler’s work. The active queue is served by priority, then by arrival; a pod that failed lately rests in the back-off queue first.',
  },
  gated: {
    say: '{subject} has **scheduling gates**: it is not considered yet.',
    why: 'A gate is a note in the pod’s spec that says: not yet. Whoever put it there takes it away when the pod may be placed, for example when quota has been granted.',
  },
  dequeued: {
    say: '{subject} leaves the scheduler’s queues.',
    why: 'It was deleted, or somebody else gave it a node. There is nothing left to decide.',
  },
  podBound: {
    say: ({ node, assumed }) =>
      assumed
        ? `The watch confirms that {subject} is on **${node}**: the assumption becomes a fact.`
        : `The scheduler notes {subject} on **${node}**.`,
    why: 'The scheduler’s picture of the nodes comes from the pods that have a node. What it assumed after its own decision is replaced by what the API server says.',
  },
  podGone: {
    say: '{subject} no longer counts on **{node}**.',
    why: 'Its requests are free again. Pods that failed for lack of room may be worth another try.',
  },
  nodeChanged: {
    say: 'The scheduler’s picture of node {subject} changes: **{change}**.',
    why: 'Capacity, labels and taints of nodes decide where pods may go. A change may help pods that found no place before, so their plugins are asked.',
  },
  popped: {
    say: '**{subject}** is next; {waiting} more pods wait. Attempt {attempt}.',
    why: 'The scheduler decides for one pod at a time, so that each decision sees the one before. Talking to the API server happens beside it and does not hold up the queue.',
  },
  skipped: {
    say: '{subject} is **skipped**: {why}.',
    why: 'Between queueing and its turn the pod was deleted. Placing it would be wasted work.',
  },
  snapshot: {
    say: 'The scheduler takes its picture of the cluster: **{nodes} nodes**, {pods} pods on them.',
    why: 'A decision is made on one consistent view, kept up to date by watches. No request goes to the API server while it decides.',
  },
  preFilter: {
    say: ({ active, skipped, rejectedBy }) =>
      rejectedBy === undefined
        ? `**PreFilter**: ${active} filters have something to say, ${skipped} have nothing to do for this pod.`
        : `**PreFilter**: ${rejectedBy} refuses the pod for every node.`,
    why: 'Each plugin works out once what it will need for every node. One that does not concern the pod bows out here and costs nothing later.',
  },
  filterPlugin: {
    say: 'Filter **{plugin}**: {refused} nodes refused, {passed} still possible.',
    why: 'A filter answers yes or no for each node. The first no decides; later filters do not look at that node any more.',
  },
  filtered: {
    say: '**{feasible}** of {evaluated} nodes that were looked at can run {subject}.',
    why: 'Filters find where the pod may go, scores find where it goes best. In a large cluster the scheduler stops looking once it has enough possible nodes.',
  },
  preScore: {
    say: '**PreScore**: {active} plugins will give points, {skipped} have no opinion.',
    why: 'Points are only needed when there is a choice. With a single possible node the scheduler takes it without scoring.',
  },
  scorePlugin: {
    say: 'Score **{plugin}** (weight {weight}): from {lowest} to {highest} points.',
    why: 'Each plugin gives every possible node 0 to 100 points after normalising. Its weight says how much its opinion counts in the sum.',
  },
  selected: {
    say: ({ node, total, feasible, tied }) =>
      feasible === 1
        ? `Only **${node}** is possible: {subject} goes there.`
        : `**${node}** wins with ${total} points${tied > 1 ? `, by lot among ${tied} equals` : ''}.`,
    why: 'The points of all plugins are multiplied by their weights and added. Among equals the scheduler draws lots, so that nodes fill evenly.',
  },
  assumed: {
    say: 'The scheduler **assumes** {subject} on {node} and goes on.',
    why: 'Writing takes time, and the next pod must not be placed on room that is already promised. So the decision counts in the scheduler’s own cache before the API server knows of it.',
  },
  reserved: {
    say: '**Reserve**: plugins set aside what {subject} needs on {node}.',
    why: 'Volumes and devices may have to be reserved before binding. If anything fails later, the reservations are undone in reverse order.',
  },
  permitted: {
    say: '**Permit**: nobody objects to {subject} on {node}.',
    why: 'A plugin may allow, deny or make the pod wait here, for example until all pods of a group have a place. By default nobody does.',
  },
  preBind: {
    say: '**PreBind**: {subject} is about to be bound to {node}.',
    why: 'Here volumes are bound to nodes, if there are any. This runs beside the next decisions.',
  },
  binding: {
    say: 'The scheduler **posts a Binding**: {subject} belongs to {node}.',
    why: 'The scheduler does not edit the pod. It creates a Binding, and the API server sets spec.nodeName and the condition PodScheduled in one write.',
  },
  bound: {
    say: '{subject} is **bound** to {node}.',
    why: 'The scheduler’s part is done; it never starts anything. The kubelet of that node sees the pod through its own watch.',
  },
  boundFirst: {
    say: 'The first pod has a node: {subject} is **bound** to {node}.',
    why: 'The scheduler’s part is done; it never starts anything. The kubelet of that node sees the pod through its own watch.',
  },
  bindFailed: {
    say: 'Binding {subject} to {node} **failed**: {error}.',
    why: 'The assumption is taken back and the pod is tried again after a while. Somebody may have deleted or bound it meanwhile.',
  },
  unschedulable: {
    say: '**No node** can run {subject}: {message}',
    why: 'The message counts the reasons over all nodes. The pod stays Pending and waits; it is tried again when something changes that could help the plugins that refused it.',
  },
  statusUnchanged: {
    say: 'The status of {subject} says so already; nothing is written.',
    why: 'Writing the same again would only cost a revision and wake every watcher.',
  },
  parked: {
    say: '{subject} waits until something changes for **{plugins}**.',
    why: 'Each plugin knows which events could change its mind: a new node, a removed pod, another label. Other events do not wake the pod.',
  },
  preempting: {
    say: '{subject} may take the place of **{victims}** pods of lower priority on {node}.',
    why: 'When nothing fits, the scheduler looks for nodes where removing less important pods would help, and disturbs as little as possible. The pod is nominated for that node and waits until the victims are gone.',
  },
  victim: {
    say: '{subject} must **make room** for {preemptor} on {node}.',
    why: 'The victim gets a condition that says why, and is deleted with its normal grace period. Its controller will create a replacement elsewhere.',
  },
};
