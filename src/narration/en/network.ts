import type { network as kinds } from '../../steps/network.ts';
import type { Texts } from '../text.ts';

export const network: Texts<typeof kinds> = {
  restore: {
    say: 'The kernel of {subject} takes over **{rules} rules in {chains} chains** (tables {tables}) in one go.',
    why: 'iptables-restore reads the text of whole chains and swaps them in at once, so no packet ever sees half of a change. With --noflush, chains that the text does not name stay as they are, which is why a small change needs a small text.',
  },
  restoreFailed: {
    say: 'The kernel of {subject} **refuses** the rules: {error}',
    why: 'One fault anywhere makes the whole text fail, and the old rules stay in force. kube-proxy logs the words of the tool and tries everything again later.',
  },
  chain: {
    say: 'A chain **{chain}** is made in table {table} of {subject}.',
    why: 'A chain is a named list of rules. A packet comes to it only when a rule of another chain jumps there, in the end from one of the chains that hang on the hooks of the kernel.',
  },
  ruleAdded: {
    say: 'Chain **{chain}** in table {table} of {subject} gets a rule: {rule}',
    why: 'This is the jump by which packets leave the chain of a hook for chains of a component. It is checked for first and only added when it is missing, since others write into the built-in chains too.',
  },
  ruleDeleted: {
    say: 'A rule leaves chain **{chain}** in table {table} of {subject}: {rule}',
    why: 'The rule to delete is named by its whole text. Its counter goes with it.',
  },
  forget: {
    say: '{subject} **forgets {entries} connections** that no longer lead anywhere.',
    why: 'UDP has no end of a connection that the kernel could see. An entry would go on translating packets to an endpoint that is gone for as long as packets keep coming, so it is deleted by hand.',
  },
  sysctl: {
    say: 'The kernel setting **{name}** of {subject} becomes {value}.',
    why: 'Some ways of a packet are closed by default. Packets from 127.0.0.1 that are sent on to a Pod, for example, would be dropped as nonsense without route_localnet.',
  },
};
