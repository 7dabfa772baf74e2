import type { daemonsetSteps } from '../../../steps/controllers/daemonset.ts';
import type { Texts } from '../../text.ts';
import { counted } from '../words.ts';

export const daemonset: Texts<typeof daemonsetSteps> = {
  sync: {
    say: ({ nodes, satisfied }) =>
      `The DaemonSet controller looks at **{subject}**: **{wanted}** of ${counted(nodes, 'node', 'nodes')} should run a Pod${satisfied ? '' : ', but it still waits to see what it asked for last time'}.`,
    why: 'A node counts when its name, labels and taints allow the Pod; how full it is does not matter here.',
  },
  revision: {
    say: 'The Pod template of **{subject}** is kept as **revision {revision}**.',
    why: 'A ControllerRevision holds the whole template. Pods carry its hash as a label, and a rollback takes the template from here.',
  },
  createPods: {
    say: ({ missing, size }) =>
      `**${counted(missing, 'node lacks', 'nodes lack')} a Pod** of {subject}: ${size === missing ? (size === 1 ? 'it is' : 'all are') : `{size} of them ${size === 1 ? 'is' : 'are'}`} asked for.`,
    why: 'Each Pod gets a node affinity for its one node, and the scheduler binds it there. Its tolerations let it onto nodes that are not ready or short of something.',
  },
  deletePods: {
    say: ({ count, outdated }) =>
      `**${counted(count, 'Pod', 'Pods')}** of {subject} ${count === 1 ? 'is' : 'are'} deleted: ${outdated ? 'made of an old template' : 'not wanted there any more'}.`,
    why: 'An update replaces Pods a few at a time, as maxUnavailable allows; the next sync fills the gap.',
  },
  writeStatus: {
    say: 'The status of **{subject}** is written: {desired} wanted, **{ready} ready**, {updated} up to date.',
    why: 'What kubectl shows of a DaemonSet counts nodes rather than Pods.',
  },
};
