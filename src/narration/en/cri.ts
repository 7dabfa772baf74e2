import type { cri as kinds } from '../../steps/cri.ts';
import type { Texts } from '../text.ts';
import { counted } from './words.ts';

export const cri: Texts<typeof kinds> = {
  runPodSandbox: {
    say: 'The container runtime makes sandbox **{sandbox}** for {subject}, held by a **pause** container.',
    why: 'The sandbox is a set of Linux namespaces: an own network, an own host name, a shared space for processes to talk. A tiny process that does nothing but sleep keeps them alive while the real containers come and go.',
  },
  sandboxReady: {
    say: ({ ip }) =>
      ip === 'host'
        ? 'Sandbox {sandbox} is ready and uses the **network of the node**.'
        : 'Sandbox {sandbox} is ready, with address **{ip}**.',
    why: 'From now on every container of the Pod that is started joins these namespaces. They see one another at localhost, and share one set of ports.',
  },
  sandboxFailed: {
    say: 'The sandbox **could not be made**: {error}',
    why: 'The runtime undoes what it had begun and reports the error to the kubelet, which decides when to try again. The runtime itself never does.',
  },
  imageStatus: {
    say: ({ present }) => (present ? 'The runtime **has** {image}.' : 'The runtime does **not have** {image}.'),
    why: 'Images are kept for each node. That the node next door has pulled an image does not help here.',
  },
  pullImage: {
    say: ({ mebibytes }) => `The runtime **pulls** {image}${mebibytes > 1 ? `, about ${mebibytes} MiB` : ''}.`,
    why: 'An image is a list of layers. Layers that are here already, because another image uses them, are not fetched again. Pulling is often by far the longest part of starting a Pod.',
  },
  imagePulled: {
    say: ({ mebibytes }) => `**{image}** is on the node${mebibytes > 1 ? `: ${mebibytes} MiB` : ''}.`,
    why: 'The layers are unpacked and will be shared, read-only, by all containers made from this image. The kubelet removes images that nobody uses when the disk gets full.',
  },
  pullFailed: {
    say: '{image} **could not be pulled**: {error}',
    why: 'The registry has no such image or tag, or will not give it to this node. The runtime reports it once; the pauses between further attempts are the kubelet’s business.',
  },
  createContainer: {
    say: 'The runtime **creates** container **{container}** from {image}.',
    why: 'The layers of the image are joined with one writable layer on top. Whatever the process writes there is lost with the container, which is why data that matters belongs in a volume.',
  },
  startContainer: {
    say: ({ program }) => `Container **{container}** **starts**${running(program)}.`,
    why: 'The process begins inside the namespaces of the sandbox and within its limits of CPU and memory. To the kernel it is a process like any other; nothing is emulated.',
  },
  startFailed: {
    say: 'Container **{container}** **cannot start**: {error}',
    why: 'Usually the command does not exist in the image, or may not be executed. The image is fine and was pulled; what is wrong is what it was asked to run.',
  },
  containerExited: {
    say: ({ exitCode }) =>
      exitCode === 0
        ? 'Container **{container}** has ended **without error**.'
        : exitCode === 137
          ? 'Container **{container}** was **killed** (137).'
          : 'Container **{container}** has ended with code **{exitCode}**.',
    why: 'The runtime only records that the process has ended and with which code. Whether it is started again is for the kubelet to decide, by the restartPolicy of the Pod. Codes above 128 mean a signal: 137 is KILL, 143 is TERM.',
  },
  exec: {
    say: 'The runtime runs **{command}** in container **{container}**.',
    why: 'A second process joins the namespaces of the container: it sees the same files, the same network and the same processes, but it is no child of the first process. When it ends, the container goes on.',
  },
  execEnded: {
    say: ({ exitCode }) =>
      exitCode === 0
        ? 'The command in **{container}** has ended **without error**.'
        : 'The command in **{container}** has ended with code **{exitCode}**.',
    why: 'The exit code travels back over the error channel of the connection, as a Status in JSON. kubectl exec ends with the same code.',
  },
  attach: {
    say: 'The runtime connects the client to the **first process** of container **{container}**.',
    why: 'Unlike exec, attach starts nothing: it shows what the first process writes from now on, and what is typed goes to its standard input if that was left open.',
  },
  portForward: {
    say: ({ answered }) =>
      answered
        ? 'A connection is made to port **{port}** inside the sandbox.'
        : 'Nothing listens on port **{port}** inside the sandbox: **connection refused**.',
    why: 'The runtime enters the network namespace of the sandbox and dials localhost there. No Service and no packet rule is involved, and NetworkPolicies do not see it.',
  },
  answered: {
    say: ({ code }) =>
      code === 0
        ? 'The program in **{container}** does not speak HTTP: it closes the connection.'
        : 'The program in **{container}** answers **{what}** with **{code}**.',
    why: 'To the program this is a request like any other: it sees the address of whoever dialled it, here the API server, and knows nothing of Kubernetes.',
  },
  used: {
    say: ({ memory, disk }) =>
      memory > 0
        ? `A program in container **{container}** takes **${memory} MiB of memory**.`
        : memory < 0
          ? `A program in container **{container}** gives **${-memory} MiB of memory** back.`
          : `A program in container **{container}** writes **${disk} MiB**.`,
    why: 'Requests only decide where a Pod is placed; what a program really takes the kernel counts, per control group.',
  },
  oomKilled: {
    say: ({ limit }) =>
      limit > 0
        ? `The kernel **kills container {container}**: it has more memory than its limit of ${limit} MiB.`
        : 'The kernel **kills container {container}**: the machine has no memory left.',
    why: 'Memory cannot be taken back as CPU time can: a program that has too much must go, with code 137.',
  },
  updateContainer: {
    say: ({ limit }) =>
      limit > 0
        ? `The kubelet asks for **other limits** of container **{container}**, which runs on: ${limit} MiB of memory.`
        : 'The kubelet asks for **other limits** of container **{container}**, which runs on.',
    why: 'Limits are numbers in files of a control group; when they change, the processes notice nothing.',
  },
  removeImage: {
    say: ({ mebibytes }) => `Image **{image}** (${mebibytes} MiB) is **removed**: no container uses it.`,
    why: 'Images can be had again at any time, so they go first when a disk fills up.',
  },
  stopContainer: {
    say: ({ signal, grace }) =>
      signal === 'KILL'
        ? 'Container **{container}** has not ended in time: it gets the signal **KILL**.'
        : `Container **{container}** gets the signal **{signal}** and has ${counted(grace, 'second', 'seconds')} to end.`,
    why: 'TERM asks a program to finish what it is doing, KILL cannot be refused. An image may name another signal for TERM: nginx has QUIT, which lets requests end first. A program that runs as a child of a shell often never sees TERM, and then every deletion takes the full time of grace.',
  },
  stopPodSandbox: {
    say: 'The runtime stops sandbox **{sandbox}** of {subject} and takes its network down.',
    why: 'No container is left to need the namespaces. The network plugin gets a chance to free the address before the sandbox disappears.',
  },
  removeContainer: {
    say: 'The remains of container **{container}** are removed.',
    why: 'An ended container is kept for a while so that its logs and exit code can be read. One for each name is enough.',
  },
  removePodSandbox: {
    say: 'Sandbox **{sandbox}** is removed.',
    why: 'Nothing of the Pod is left in the runtime. A new Pod with the same name would get a sandbox and an address of its own.',
  },
};

function running(program: string): string {
  if (program.startsWith('serves ')) return ` and listens on port ${program.slice('serves '.length)}`;
  if (program === 'runs until stopped') return ' and runs until it is stopped';
  const [, millis, code] = /^ends after (\d+) ms with (\d+)$/.exec(program) ?? [];
  if (millis === undefined) return '';
  return `; its program ends after ${Number(millis) < 1000 ? `${millis} ms` : `${Number(millis) / 1000} s`} with code ${code}`;
}
