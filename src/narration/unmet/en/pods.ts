import type { HoldWords } from '../args.ts';

const again = (restarts: number) =>
  restarts === 0 ? '' : restarts === 1 ? ', restarted once' : ', restarted {restarts} times';
const saying = (said: string) => (said === '' ? '' : ' ({said})');

/** What a Pod itself holds up once it has a node. */
export const pods: HoldWords<
  | 'nodeLost'
  | 'evicted'
  | 'rejected'
  | 'sandbox'
  | 'volume'
  | 'volumeMissing'
  | 'imageMissing'
  | 'imageDenied'
  | 'imagePull'
  | 'imageNever'
  | 'imageName'
  | 'configMissing'
  | 'keyMissing'
  | 'configError'
  | 'startError'
  | 'oomKilled'
  | 'crashed'
  | 'initFailed'
  | 'hook'
  | 'preStop'
  | 'probe'
  | 'probeDue'
  | 'readinessGate'
  | 'podWord'
  | 'unknown'
> = {
  nodeLost: {
    say: 'Pod {pod} is on **{node}**, of which nothing is heard',
    change: 'Bring {node} back; otherwise its Pods are given up after a while and made anew elsewhere.',
  },
  evicted: {
    say: 'Pod {pod} was **evicted** from {node} ({message})',
    change: 'Let the Pod ask for what it uses, or give the node more room.',
  },
  rejected: {
    say: 'the kubelet of {node} would not have Pod {pod} (**{reason}**: {message})',
    change: 'Make the Pod as the node can take it, or let another node have it.',
  },
  sandbox: {
    say: 'Pod {pod} gets no sandbox ({message})',
    change: 'See to the container runtime and the network of the node.',
  },
  volume: {
    say: 'volume **{volume}** of Pod {pod} cannot be mounted ({message})',
    change: 'Mend the volume, or take it out of the Pod.',
  },
  volumeMissing: {
    say: 'volume **{volume}** of Pod {pod} comes from {kind} **{missing}**, which does not exist',
    change: 'Create {kind} {missing}: the kubelet tries again by itself.',
  },
  imageMissing: {
    say: 'image **{image}** of Pod {pod} does not exist where it is looked for',
    change: 'Name an image that exists; look at its name and its tag.',
  },
  imageDenied: {
    say: 'the registry does not give image **{image}** to Pod {pod} without a login, or there is no such repository',
    change: 'Look at the name, or give the Pod an imagePullSecret.',
  },
  imagePull: {
    say: 'image **{image}** of Pod {pod} cannot be pulled ({message})',
    change: 'Look at the name of the image and at its registry.',
  },
  imageNever: {
    say: 'image **{image}** is not on the node of Pod {pod}, and imagePullPolicy **Never** forbids to fetch it',
    change: 'Let imagePullPolicy be IfNotPresent, or put the image on the node.',
  },
  imageName: {
    say: '**{image}** is no name that an image can have',
    change: 'Write it as registry/repository:tag, in small letters.',
  },
  configMissing: {
    say: 'container {container} of Pod {pod} wants {kind} **{missing}**, which does not exist',
    change: 'Create {kind} {missing}: the kubelet tries again by itself.',
  },
  keyMissing: {
    say: 'container {container} of Pod {pod} wants key **{key}**, which {kind} {missing} does not have',
    change: 'Put the key into {kind} {missing}, or name another one.',
  },
  configError: {
    say: 'container {container} of Pod {pod} cannot be made ({message})',
    change: 'Change the container accordingly.',
  },
  startError: {
    say: 'container {container} of Pod {pod} cannot start ({message})',
    change: 'Look at its command: it must be a program that is in the image.',
  },
  oomKilled: {
    say: ({ restarts, limit }) =>
      `container {container} of Pod {pod} was **killed for its memory**${limit === '' ? '' : ', of which it may have **{limit}**'}${again(restarts)}`,
    change: 'Raise its memory limit, or let it use less.',
  },
  crashed: {
    say: ({ restarts, said }) =>
      `container {container} of Pod {pod} ended with **exit code {exitCode}**${again(restarts)}${saying(said)}`,
    change: 'See what it said last.',
  },
  initFailed: {
    say: ({ restarts, said }) =>
      `init container {container} of Pod {pod} ended with **exit code {exitCode}**${again(restarts)}${saying(said)}, and the others wait for it`,
    change: 'See what it said last.',
  },
  hook: {
    say: ({ exitCode, message }) => {
      const said = message === '' ? '' : exitCode === 0 ? ' ({message})' : ': “{message}”';
      return `the postStart hook of container {container} of Pod {pod} fails${exitCode === 0 ? '' : ' with exit code **{exitCode}**'}${said}`;
    },
    change: 'Mend the hook, or do without.',
  },
  preStop: {
    say: ({ exitCode, message }) => {
      const said = message === '' ? '' : exitCode === 0 ? ' ({message})' : ': “{message}”';
      return `before container {container} of Pod {pod} was told to end, its **preStop hook** failed${exitCode === 0 ? '' : ' with exit code **{exitCode}**'}${said}`;
    },
    change: 'Mend the hook, or do without: a kubelet stops the container all the same.',
  },
  probe: {
    say: 'the **{probe} probe** of container {container} of Pod {pod} fails ({message})',
    change: 'Let the probe ask what the program answers, or let the program answer it.',
  },
  probeDue: {
    say: 'the **{probe} probe** of container {container} of Pod {pod} has not said yet that it is well',
    change: 'Give it time.',
  },
  readinessGate: {
    say: 'Pod {pod} is not ready before somebody sets its condition **{condition}**',
    change: 'Whoever looks after the readiness gate must set the condition.',
  },
  podWord: {
    say: 'Pod {pod} is **{word}**',
    change: 'See what `kubectl describe pod {pod}` says.',
  },
  unknown: {
    say: 'whoever looks after it has not acted yet',
    change: 'Give it time, and look at the queue of its controller.',
  },
};
