import type { cri as steps } from '../../steps/cri.ts';
import type { Texts } from '../text.ts';

export const cri: Texts<typeof steps> = {
  runPodSandbox: {
    say: 'The container runtime creates the **sandbox** of {subject} from the pause image.',
    why: 'A sandbox is what the containers of a pod share: network namespace, address, host name. A tiny process that only sleeps holds it open, so containers can come and go without losing the address.',
  },
  sandboxReady: {
    say: 'The sandbox {sandbox} is **ready** with address {ip}.',
    why: 'Namespaces exist and the network plugin has connected them. From now on containers can be placed inside.',
  },
  sandboxFailed: {
    say: 'The sandbox of {subject} **could not be created**: {error}.',
    why: 'Without a sandbox there is no place for containers. The kubelet reports it as an event and tries again later.',
  },
  imageStatus: {
    say: ({ image, present }) => `Is **${image}** on this node? ${present ? 'Yes.' : 'No.'}`,
    why: 'The kubelet asks the runtime before it decides to pull. With the policy IfNotPresent a present image is used as it is, however old.',
  },
  pullImage: {
    say: 'The runtime **pulls** {image} from its registry.',
    why: 'Layers that the node does not have are downloaded and unpacked. The larger the image, the longer the pod waits; this is often the slowest part of a start.',
  },
  imagePulled: {
    say: '**{image}** has arrived: {mebibytes} MiB.',
    why: 'The image stays on the node until the disk gets full. The next pod with the same image starts without this wait.',
  },
  pullFailed: {
    say: 'The registry **refuses** {image}.',
    why: 'The name or tag does not exist, or access is denied. The runtime only passes on what the registry said; read the message from its end.',
  },
  createContainer: {
    say: 'The runtime **creates** container {container} from {image}.',
    why: 'Creating prepares the file system and the configuration of the process; nothing runs yet. Create and start are two calls, so that the kubelet can act in between.',
  },
  startContainer: {
    say: ({ container, program }) =>
      program === 'unknown'
        ? `Container **${container}** starts. What this program does is not modelled; it runs until it is stopped.`
        : `Container **${container}** starts (${program}).`,
    why: 'The first process of the container runs now. When that process ends, the container has ended, whatever else it may have started.',
  },
  startFailed: {
    say: 'Container **{container}** could not be started: {error}.',
    why: 'The runtime could not run the first process, usually because the command does not exist in the image. The container counts as ended with exit code 128.',
  },
  containerExited: {
    say: 'The process of container **{container}** ended with exit code **{exitCode}** ({reason}).',
    why: 'Zero means success by convention, anything else failure; 137 is 128 + 9, a process that was killed. The kubelet does not hear of it at once: it looks at its containers once a second.',
  },
  stopContainer: {
    say: ({ container, signal, grace }) =>
      signal === 'KILL'
        ? `The grace period is over: container **${container}** is **killed**.`
        : `Container **${container}** gets the signal **TERM** and ${grace} seconds to leave.`,
    why: 'A process that handles TERM can finish its work. A shell or a sleep that runs as process 1 ignores it, so it uses up the whole grace period and is killed.',
  },
  stopPodSandbox: {
    say: 'The runtime **stops the sandbox** of {subject}.',
    why: 'All containers have ended, so the network is taken down and the address given back. What the containers logged stays until the pod is removed.',
  },
  removeContainer: {
    say: 'Container **{container}** is removed from the node.',
    why: 'Ended containers are kept for a while for their logs and exit codes, then cleaned up.',
  },
  removePodSandbox: {
    say: 'The sandbox of {subject} and its containers are **removed** from the node.',
    why: 'The pod no longer exists in the API, so nobody can ask for its logs any more. The node forgets it.',
  },
};
