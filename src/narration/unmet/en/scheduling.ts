import type { HoldWords } from '../args.ts';

const nodes = (count: number) => (count === 1 ? 'the one node' : '{count} nodes');
const rest = (others: number) =>
  others === 0
    ? ''
    : others === 1
      ? ', and 1 node refuses for another reason'
      : ', and {others} nodes refuse for other reasons';

/** Why a Pod is on no node. */
export const scheduling: HoldWords<
  | 'gated'
  | 'claimUnbound'
  | 'claimMissing'
  | 'noNode'
  | 'nodesRefuse'
  | 'insufficient'
  | 'fullNodes'
  | 'tainted'
  | 'cordoned'
  | 'noSuchNode'
  | 'nearNode'
  | 'portTaken'
  | 'nominated'
  | 'preempted'
> = {
  gated: {
    say: 'Pod {pod} is not to be placed as long as it has the scheduling gate **{gates}**',
    change: 'Whoever set the gate takes it off when the Pod may go.',
  },
  claimUnbound: {
    say: 'Pod {pod} waits for claim **{claim}**, which has no volume',
    change: 'See what holds claim {claim} up.',
  },
  claimMissing: {
    say: 'Pod {pod} waits for claim **{claim}**, which does not exist',
    change: 'Create PersistentVolumeClaim {claim}.',
  },
  noNode: { say: 'no node takes Pod {pod} ({message})', change: 'Look at the scheduler’s decision.' },
  nodesRefuse: {
    say: ({ others }) => `no node takes Pod {pod}: {count} {reason}${rest(others)}`,
    change: 'Look at the scheduler’s decision.',
  },
  insufficient: {
    say: ({ others, count }) =>
      `Pod {pod} asks for **{asked}** {resource}, and ${nodes(count)} ${count === 1 ? 'has' : 'have'} at most **{free}** free ({node}, {short} short)${rest(others)}`,
    change: 'Ask for less {resource}, free {short} on {node}, or add a node.',
  },
  fullNodes: {
    say: ({ others, count }) =>
      `${nodes(count)} ${count === 1 ? 'has' : 'have'} all {room} Pods that fit${rest(others)}`,
    change: 'Remove Pods, or add a node.',
  },
  tainted: {
    say: ({ others, count }) =>
      `Pod {pod} does not tolerate the taint **{taint}** of ${count === 1 ? '{node}' : '{count} nodes, such as {node}'}${rest(others)}`,
    change: 'Give the Pod a toleration, or take the taint off.',
  },
  cordoned: {
    say: ({ others, count }) =>
      `${count === 1 ? '{node} takes' : '{count} nodes, such as {node}, take'} **no new Pods** while cordoned${rest(others)}`,
    change: 'Uncordon a node, or add one.',
  },
  noSuchNode: {
    say: ({ others, count }) =>
      `Pod {pod} wants a node with **{label}**, and ${count === 1 ? 'the one node has' : 'none of {count} nodes has'} such a label${rest(others)}`,
    change: 'Label a node, or change the Pod’s nodeSelector.',
  },
  nearNode: {
    say: ({ others }) => `Pod {pod} wants a node with **{label}**, and {node} has **{near}**${rest(others)}`,
    change: 'Let the nodeSelector and the label of a node say the same.',
  },
  portTaken: {
    say: ({ others, count }) =>
      `the host port **{port}** that Pod {pod} wants is taken on ${nodes(count)}${rest(others)}`,
    change: 'Take another host port, or fewer Pods than there are nodes.',
  },
  nominated: {
    say: ({ count }) =>
      `Pod {pod}, of priority {priority}, is to get **{node}** once ${count === 1 ? '{victims} has' : 'the {count} Pods {victims} have'} made room for it`,
    change: 'Give them the time that they have for ending, or see why they do not go.',
  },
  preempted: {
    say: 'Pod {pod}, of priority **{own}**, had to go from {node} for Pod **{by}**, of priority **{priority}**',
    change: 'Add a node, let {by} ask for less, or give {pod} a PriorityClass of its own.',
  },
};
