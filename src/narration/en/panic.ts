import type { panicSteps } from '../../steps/panic.ts';
import type { Texts } from '../text.ts';

export const panic: Texts<typeof panicSteps> = {
  panicked: {
    say: ({ where }) =>
      where === '' ? '**{process} panics**: {message}.' : '**{process} panics** in {where}: {message}.',
    why: 'A panic is what a Go program does when it meets what its authors did not think of. In Kubestep it is also what becomes of a mistake of the simulation itself: it stays with the request or the process that met it, as in a real cluster, and the run goes on. A server answers that one request with 500; other programs end.',
  },
  ended: {
    say: '**{process} has ended** with all that it held in memory. It is begun again in {seconds} s.',
    why: ({ times }) =>
      times > 1
        ? 'It has ended like this before, so whoever looks after it waits twice as long each time, up to five minutes: what is broken for good shall not keep the machine busy.'
        : 'A control plane’s programs are built to be killed at any moment: what counts is in etcd. The kubelet looks after those that run as Pods, systemd after the kubelet and the container runtime.',
  },
  begun: {
    say: '**{process} begins again**, and reads from the API server what there is.',
    why: 'It knows nothing of before: it lists and watches anew, and compares what is with what is wanted. Work that the end of the last process cut short is found and done now.',
  },
};
