import type { scheduler as kinds } from '../../steps/scheduler.ts';
import type { Texts } from '../text.ts';
import { counted } from './words.ts';

const EVENTS: { readonly [event: string]: string | undefined } = {
  'Pod added': 'it is new',
  'scheduling gates gone': 'its scheduling gates are gone',
  'event during the attempt': 'something changed while it was being tried',
  'waited for five minutes': 'it has waited for five minutes',
  'back-off over': 'its pause is over',
  error: 'the last attempt met an error',
  AssignedPodAdd: 'a Pod got a node',
  AssignedPodUpdate: 'a Pod on a node changed',
  AssignedPodDelete: 'a Pod left its node',
  PodUpdate: 'the Pod itself changed',
  NodeAdd: 'a node was added',
  NodeAllocatable: 'a node has another capacity',
  NodeLabel: 'the labels of a node changed',
  NodeTaint: 'the taints of a node changed',
  NodeUnschedulable: 'a node takes new Pods again',
  NodeDelete: 'a node was removed',
  ClaimChange: 'a claim for a volume changed',
  VolumeChange: "a volume, a storage class or a node's drivers changed",
  DeviceChange: 'a resource claim or a device changed',
};

const CHANGES: { readonly [change: string]: string | undefined } = {
  NodeAllocatable: 'its capacity',
  NodeLabel: 'its labels',
  NodeTaint: 'its taints',
  NodeUnschedulable: 'whether it takes new Pods',
};

const WHY_BOUND =
  'The binding is one small request that sets spec.nodeName, and only the scheduler may send it. The scheduler never speaks to the node: the kubelet there watches for Pods with its own name and finds this one. Once set, the node of a Pod never changes.';

export const scheduler: Texts<typeof kinds> = {
  enqueued: {
    say: ({ queue, event }) =>
      queue === 'active'
        ? `**{subject}** goes into the **active queue**: ${EVENTS[event] ?? event}.`
        : `**{subject}** will be tried again after a **pause**: ${EVENTS[event] ?? event}.`,
    why: 'The active queue is ordered by priority, then by age. A Pod that failed before waits a moment first, 1 s and then twice as long each time up to 10 s, so that a Pod that fits nowhere does not take the turns of the others.',
  },
  gated: {
    say: ({ gates }) =>
      `**{subject}** has ${counted(gates, 'scheduling gate', 'scheduling gates')}: it is **not tried** until ${gates === 1 ? 'it is' : 'they are'} removed.`,
    why: 'A gate lets another controller, a quota system for example, hold a Pod back while it already exists. The scheduler spends no time on it. Whoever added the gate must remove it.',
  },
  waitsForClaims: {
    say: '**{subject}** has resource claims that are not all there: it is **not tried** until they are.',
    why: 'A Pod may want devices through claims. While one of them is missing, is being deleted or belongs to another Pod, no node can help, so the scheduler does not even look at it. Nothing is written on the Pod about that.',
  },
  dequeued: {
    say: '**{subject}** leaves the scheduling queue.',
    why: 'It has been bound or deleted, so there is no node to look for.',
  },
  podBound: {
    say: ({ assumed }) =>
      assumed
        ? 'The scheduler hears that **{subject}** is on **{node}**, as it had assumed.'
        : 'The scheduler hears that **{subject}** is on **{node}** and counts what it takes there.',
    why: 'An assumption becomes a fact only when the watch brings the Pod back with its node name. Until then the scheduler keeps the two apart, so that it can take an assumption back.',
  },
  podGone: {
    say: '**{subject}** is gone, and its room on **{node}** is free again.',
    why: 'Free room may be just what another Pod is waiting for, so the waiting Pods that could profit are brought back into the queue.',
  },
  nodeChanged: {
    say: ({ change, nodes }) =>
      change === 'add'
        ? `Node **{subject}** is new: the scheduler knows ${counted(nodes, 'node', 'nodes')}.`
        : change === 'delete'
          ? `Node **{subject}** is gone: ${counted(nodes, 'node is', 'nodes are')} left.`
          : change === 'images'
            ? 'The list of images on node **{subject}** has changed.'
            : `Node **{subject}** has changed: ${change
                .split(', ')
                .map((each) => CHANGES[each] ?? each)
                .join(', ')}.`,
    why: 'The scheduler keeps its own picture of all nodes in memory and never asks a node anything. Only changes that could let a waiting Pod fit wake that Pod; a heartbeat does not.',
  },
  popped: {
    say: ({ attempt, waiting }) =>
      `The scheduler takes **{subject}** from the queue${attempt > 1 ? `, attempt ${attempt}` : ''}${waiting > 0 ? `; ${waiting} more ${waiting === 1 ? 'waits' : 'wait'}` : ''}.`,
    why: 'Decisions are made strictly one after the other, so that no two Pods are promised the same room. Only the slow part, telling the API server, runs beside the next decision.',
  },
  skipped: {
    say: ({ why }) =>
      why === 'deleting'
        ? '**{subject}** is being deleted, so it gets **no node**.'
        : '**{subject}** is **gone** by now: nothing to decide.',
    why: 'Time passes between the queue and the decision. Looking once more is cheap; starting a Pod that is about to be stopped is not.',
  },
  snapshot: {
    say: ({ nodes, pods }) =>
      `It takes a **snapshot** of ${counted(nodes, 'node', 'nodes')} and ${counted(pods, 'Pod', 'Pods')}.`,
    why: 'The whole decision is made on one frozen picture. If the picture changed halfway, one node would be judged by the old state and another by the new.',
  },
  preFilter: {
    say: ({ active, skipped, rejectedBy }) =>
      rejectedBy === undefined || rejectedBy === ''
        ? `**${counted(active, 'filter plugin has', 'filter plugins have')}** something to check for this Pod; ${skipped} ${skipped === 1 ? 'does' : 'do'} not apply.`
        : '**{rejectedBy}** knows already that **no node** can fit.',
    why: 'What does not depend on the node is worked out once, before the nodes are looked at. A plugin with nothing to check for this Pod, such as affinity when it has none, is left out for all nodes.',
  },
  filterPlugin: {
    say: ({ passed, refused }) =>
      refused === 0
        ? `**{plugin}** refuses no node: ${counted(passed, 'is', 'are')} left.`
        : `**{plugin}** refuses **${counted(refused, 'node', 'nodes')}**: ${counted(passed, 'is', 'are')} left.`,
    why: 'A filter answers yes or no: may this Pod run here at all? One no is enough, and the plugins that would come after it are not asked about that node. So the message counts each node under the first reason only.',
  },
  filtered: {
    say: ({ evaluated, nodes, feasible }) =>
      feasible === 0
        ? `**No node fits**: ${counted(evaluated, 'node was', 'nodes were')} looked at.`
        : `**${feasible} of ${nodes}** nodes ${feasible === 1 ? 'fits' : 'fit'}${evaluated < nodes ? `; ${evaluated} were looked at, which is enough` : ''}.`,
    why: 'In large clusters the scheduler stops when it has found enough fitting nodes and begins with the next ones next time. Finding the very best of five thousand nodes would take longer than it is worth.',
  },
  preScore: {
    say: ({ active, skipped }) =>
      `**${counted(active, 'plugin', 'plugins')}** will score the fitting nodes${skipped > 0 ? `; ${skipped} ${skipped === 1 ? 'has' : 'have'} no opinion on this Pod` : ''}.`,
    why: 'More than one node fits, so the question changes from “may it?” to “where best?”. If only one fitted, nothing would be scored.',
  },
  scorePlugin: {
    say: ({ lowest, highest }) =>
      lowest === highest
        ? '**{plugin}** gives every node the same **{highest}**, weight {weight}: it decides nothing.'
        : '**{plugin}** gives between **{lowest}** and **{highest}**, weight {weight}.',
    why: 'Each plugin gives 0 to 100, and the weight says how much its opinion counts. The sum decides, so a strong preference of one plugin can be outvoted by the others.',
  },
  selected: {
    say: ({ feasible, tied }) =>
      feasible === 1
        ? '**{node}** is the only node that fits.'
        : tied > 1
          ? `**{node}** is chosen by **lot**: ${tied} nodes share the best score, {total}.`
          : '**{node}** wins with **{total}** points.',
    why: 'The highest sum wins and chance decides between equals, otherwise the first node in the list would fill up first. The choice is never looked at again: if the node becomes crowded later, the scheduler does not move the Pod.',
  },
  assumed: {
    say: 'The scheduler **assumes** that {subject} is on **{node}** and goes on.',
    why: 'Telling the API server takes far longer than deciding. So the room counts as taken at once, and the next Pod is placed as if this one were already there. If the binding fails, the assumption is taken back.',
  },
  reserved: {
    say: 'What {subject} needs on {node} is **reserved**.',
    why: 'Plugins that manage something of their own, volumes for instance, set it aside here, before anything can still go wrong. If it does, they are told to release it.',
  },
  permitted: {
    say: 'No plugin asks to **wait**: {subject} may be bound to {node}.',
    why: 'This is the place where a plugin can hold a Pod that already has its node, for example until all Pods of a group have one. By default none does.',
  },
  preBind: {
    say: 'Everything that must be done before **{subject}** can be bound to {node} is done.',
    why: 'A volume that is made on first use has to exist before the Pod is sent to the node. From here on this Pod’s binding runs beside the next decisions.',
  },
  binding: {
    say: 'The scheduler asks the API server to **bind** {subject} to **{node}**.',
    why: WHY_BOUND,
  },
  bound: { say: '{subject} is **bound** to **{node}**.', why: WHY_BOUND },
  boundFirst: {
    say: '**{subject}** has a node: **{node}**. The scheduler’s work for it is done.',
    why: WHY_BOUND,
  },
  bindFailed: {
    say: 'Binding {subject} to {node} **failed**: {error}',
    why: 'The Pod was deleted meanwhile, or somebody else bound it, or the server refused. The assumption is taken back so that the room on the node is free again.',
  },
  unschedulable: {
    say: '**{subject}** fits on **no node**: {message}',
    why: 'The message counts the nodes by the reason for which each was refused first. If the Pod was refused before any node was looked at, for a missing claim perhaps, it ends with `not found`, and preemption is not tried. The Pod stays Pending and nothing is lost: when a node, a Pod or a volume changes in a way that could help, it is tried again. The scheduler never makes a Pod fit by changing what it asks for.',
  },
  statusUnchanged: {
    say: '**{subject}** already says why it cannot be placed, so nothing is written.',
    why: 'The same refusal again is no news. Writing it at every attempt would load the server most when the cluster is fullest.',
  },
  parked: {
    say: '**{subject}** waits among the **unschedulable** Pods for something that concerns {plugins}.',
    why: 'The plugin that refused also knows what could change its mind: new room for resources, a label for affinity. Only such events wake the Pod, and after five minutes it is tried in any case.',
  },
  preempting: {
    say: ({ victims }) =>
      `To make room for **{subject}**, ${counted(victims, 'Pod', 'Pods')} with lower priority ${victims === 1 ? 'is' : 'are'} chosen as **${victims === 1 ? 'victim' : 'victims'}** on {node}.`,
    why: 'Preemption happens only when the Pod fits nowhere and removing Pods of lower priority would make it fit. The scheduler looks for the node where this does least harm. The Pod itself goes back to the queue: its victims need time to stop, and by then another node may be better.',
  },
  victim: {
    say: '**{subject}** must leave {node} so that **{preemptor}** can have its place.',
    why: 'The victim is deleted in the ordinary way, with its full grace period, and a condition says why. A PodDisruptionBudget is respected where possible but cannot prevent it.',
  },
};
