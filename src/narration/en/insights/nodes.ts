import { duration } from '../../insight-args.ts';
import type { InsightTexts } from '../../text.ts';
import { counted } from '../words.ts';

export const nodes: InsightTexts<
  | 'podStarts'
  | 'volumes'
  | 'sandbox'
  | 'network'
  | 'pulled'
  | 'imagePresent'
  | 'started'
  | 'programmed'
  | 'unprogrammed'
  | 'nowhereToGo'
> = {
  podStarts: {
    say: '{node}’s kubelet **takes the Pod in**: there is room for it, and nothing speaks against it. What follows happens on the node; the API server only hears of it.',
  },
  volumes: {
    say: ({ account, volumes, micros }) =>
      `${
        account === '' ? '' : 'The kubelet asks for a **token** of ServiceAccount {account} that dies with the Pod. '
      }**${counted(volumes, 'volume', 'volumes')}** ${volumes === 1 ? 'is' : 'are'} in place, before there is any container${
        micros > 0 ? `: that took ${duration(micros)}` : ''
      }.`,
  },
  sandbox: {
    say: 'What runs first is not your program but a **sandbox**: its **pause** container holds the Pod’s network, and goes on holding it when the others restart.',
  },
  network: {
    say: ({ veth, bridge, subnet }) =>
      veth === ''
        ? 'The Pod has its address: **{ip}**. It shares the network of {node} itself.'
        : `A **cable** from the sandbox to the bridge ${bridge}: the Pod has its address, **{ip}**, one of {node}’s own ${subnet}.`,
  },
  pulled: {
    say: ({ micros }) =>
      `{node} did not have **{image}**: ${'{mebibytes}'} MiB, fetched in **${duration(micros)}**. The Pod had to wait for it.`,
  },
  imagePresent: { say: '**{image}** is on {node} already. Had it not been, the time would go here.' },
  programmed: {
    say: ({ lines, tool }) =>
      `{node}’s kube-proxy has given its kernel the rules for **{name}**${lines === 0 ? '' : `, ${counted(lines, 'line', 'lines')} for ${tool} in one go`}: **packets to it find their way** there.`,
  },
  unprogrammed: {
    say: '{node}’s kube-proxy has taken the rules for **{name}** out of its kernel: from that node **nobody finds it** any more.',
  },
  nowhereToGo: {
    say: ({ target }) =>
      `**{port}** has **nowhere to go** on {node}: its kube-proxy writes **{target}**, so ${target === 'REJECT' ? 'who asks is refused at once' : 'who asks hears nothing'}.`,
  },
  started: {
    say: ({ restarts }) =>
      restarts > 0
        ? 'Container **{container}** runs again on {node}, restart number **{restarts}**.'
        : 'The runtime makes container **{container}** and starts it: something **runs** at last, on {node}. The API server does not know yet.',
  },
};
