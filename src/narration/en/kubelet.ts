import type { kubelet as kinds } from '../../steps/kubelet.ts';
import { hookProblem } from '../facts.ts';
import type { Texts } from '../text.ts';
import { counted } from './words.ts';

const HEARTBEAT =
  'A kubelet renews a Lease every ten seconds: that is its whole sign of life. Nobody asks a node how it is. A node whose lease gets old is given up only after fifty seconds, since the kubelet may just be restarting.';
const WHY_SANDBOX =
  'A Pod is a set of Linux namespaces that its containers share, and the sandbox is what holds them open. It is made before any container and outlives each of them: a container may crash and restart as often as it likes, and the Pod keeps its address.';

const WHY_STARTED =
  'The kubelet asked the container runtime and got a success, so the process exists. Whether it does its work is another question, which only a probe can answer. Nothing outside this node knows of it until the status is written.';

const WHY_SYNC =
  'There is one worker for each Pod, so that a slow one never holds up the others. It compares what the spec asks for with what the container runtime reports, and does what is missing. It does not rely on remembering what it did before, so a restarted kubelet simply goes on.';

/** What becomes of the wish for other resources, by the reason of its event. */
const RESIZES: { readonly [state: string]: string | undefined } = {
  ResizeStarted: 'The node has room: **{subject}** gets its **new resources** while it runs (ResizeStarted).',
  ResizeCompleted: '**{subject}** runs **with its new resources** (ResizeCompleted).',
  ResizeDeferred:
    'The node has **no room now** for the new resources of {subject}: the wish **waits** (ResizeDeferred).',
  ResizeInfeasible:
    'The node could **never** give {subject} its new resources: the wish stays unmet (ResizeInfeasible).',
  ResizeError: 'The new resources of {subject} could **not be set**: it is tried again (ResizeError).',
};

const PROBES: { readonly [probe: string]: string | undefined } = {
  startup: 'startup probe',
  readiness: 'readiness probe',
  liveness: 'liveness probe',
};

export const kubelet: Texts<typeof kinds> = {
  podAdded: {
    say: 'The kubelet hears of **{subject}**: this Pod is for its own node.',
    why: 'Nobody sent the Pod here. The kubelet watches for Pods whose spec.nodeName is its own name, and the binding has just made this one match. To this watch a Pod that was created long before is new.',
  },
  podUpdated: {
    say: 'The spec of **{subject}** has changed: generation {generation}.',
    why: 'Very little of a running Pod may change: images, resources, some tolerations. The kubelet compares the specs, because most updates it sees are only its own status coming back.',
  },
  podDeleting: {
    say: ({ grace }) =>
      `**{subject}** is to be deleted: its containers have **${counted(grace, 'second', 'seconds')}** to end.`,
    why: 'Deleting a Pod only sets a deletion time on it. The object stays until the kubelet has stopped everything, because as long as a process may still run the cluster must not believe that it is gone.',
  },
  podRemoved: {
    say: '**{subject}** no longer exists in the API: what is left of it here is cleaned up.',
    why: 'The object is gone, so nobody will ask for this Pod again. What belongs to it on the node, processes, network and directories, must not outlive it.',
  },
  podRejected: {
    say: 'The kubelet **rejects {subject}**: {reason}. {message}',
    why: 'The kubelet checks once more by itself whether the Pod fits, because the scheduler decided on a picture that may be old. A rejected Pod is Failed for good; its controller creates another one.',
  },
  podStarts: {
    say: 'The kubelet begins to work on **{subject}**, the first Pod of this story to reach its node.',
    why: WHY_SYNC,
  },
  syncPod: {
    say: ({ running, wanted }) =>
      wanted === 0
        ? 'The worker of **{subject}** turns to **stopping** it.'
        : `The worker of **{subject}** compares: **${running} of ${wanted}** containers ${running === 1 ? 'is' : 'are'} running.`,
    why: WHY_SYNC,
  },
  waitForVolumes: {
    say: ({ volumes }) =>
      `Before anything starts, **${counted(volumes, 'volume', 'volumes')}** must be ready for {subject}.`,
    why: 'A process that starts without its files would fail, or worse, write to the wrong place. Even a Pod that declares no volumes has one: its ServiceAccount token and the certificate of the API server.',
  },
  tokenRequested: {
    say: 'The kubelet asks for a **token** of ServiceAccount **{serviceAccount}** for {subject}.',
    why: 'The processes in the Pod need an identity to talk to the API server. The token is bound to this very Pod and short-lived, and the kubelet replaces the file before it expires. A kubelet gets tokens only for Pods on its own node.',
  },
  volumesMounted: {
    say: ({ volumes }) => `**${counted(volumes, 'volume is', 'volumes are')} mounted** for {subject}.`,
    why: 'The files lie in a directory on the node and will appear inside the containers. They belong to the Pod and not to a container, so they survive restarts of the container. The kubelet looks every 300 ms whether they are all there: often the longest wait of a start.',
  },
  volumeRefreshed: {
    say: 'Volume **{volume}** of {subject} is **written anew**: other content, same place.',
    why: 'The kubelet heard of the change at once through its watch, and writes volumes when it syncs the Pod, which it does every 60 to 90 seconds. It writes a new directory beside the old one and turns the link ..data to it, so that a program sees either all old files or all new ones. Variables of the environment and files mounted with subPath stay as they were.',
  },
  manifestRead: {
    say: 'The kubelet finds the Pod **{pod}** in **{file}** and runs it by itself.',
    why: 'A static Pod needs no API server: the kubelet reads the files in one folder of its node, names each Pod after the node, and keeps it running as long as the file is there. This is how kubeadm starts etcd and the API server themselves.',
  },
  manifestRefused: {
    say: 'The kubelet cannot run what is in **{file}**: {error}',
    why: 'Nobody hears of this but the log of the kubelet: there is no object yet that an Event could be about. What ran out of that file before is ended.',
  },
  mirrorCreated: {
    say: 'The kubelet shows its Pod to the API server: it creates the mirror **{subject}**.',
    why: 'The mirror is there so that people and controllers see the Pod. It is bound to its node, owned by it, and has the hash of the file as an annotation. Changing it changes nothing on the node.',
  },
  mirrorDeleted: {
    say: 'The kubelet deletes the mirror **{subject}**.',
    why: 'A mirror goes when its Pod is gone, when the file has changed, or when somebody has asked for its deletion. In the last case the Pod runs on, and the kubelet makes a new mirror at once: only the file ends a static Pod.',
  },
  mountFailed: {
    say: 'Volume **{volume}** cannot be mounted: {error}',
    why: 'Most often a ConfigMap or Secret does not exist yet. The Pod stays in ContainerCreating, and the kubelet tries again with growing pauses. Order does not matter: create the missing object and the Pod goes on by itself.',
  },
  pullSecretsMissing: {
    say: 'Pull secrets of **{subject}** are missing: {names}.',
    why: 'Credentials for a registry are Secrets in the namespace of the Pod. Without them the kubelet pulls as anybody may: a public image still comes, a private one is refused.',
  },
  devicesPrepared: {
    say: 'The driver on the node prepares **{devices}** of the claim {claim} for {subject}.',
    why: 'Before the sandbox the kubelet fetches every claim of the Pod, checks that it is reserved for this Pod, and asks the driver of each device to make it ready. The scheduler has decided; here it is carried out.',
  },
  devicesRefused: {
    say: 'The devices of **{subject}** cannot be prepared: {error}.',
    why: 'Without its devices a Pod does not start. The kubelet says so in an event and tries again at its next regular sync, after a minute or a little more.',
  },
  createSandbox: {
    say: ({ attempt }) =>
      attempt === 0
        ? 'The kubelet asks the container runtime for a **sandbox** for {subject}.'
        : 'The kubelet asks for a **new sandbox** for {subject}, attempt {attempt}.',
    why: WHY_SANDBOX,
  },
  sandboxUp: {
    say: ({ ip }) => `The **sandbox** of {subject} is up${ip === '' ? '' : ', and the Pod has an address: **{ip}**'}.`,
    why: WHY_SANDBOX,
  },
  sandboxCreated: {
    say: ({ ip }) => `The **sandbox** of {subject} is up${ip === '' ? '' : ' with address **{ip}**'}.`,
    why: WHY_SANDBOX,
  },
  sandboxFailed: {
    say: 'The sandbox of {subject} **failed**: {error}',
    why: 'Without a network the Pod cannot start. The usual cause is the network plugin: not installed yet, or out of addresses. The kubelet tries again, and the event FailedCreatePodSandBox says what went wrong.',
  },
  imageChecked: {
    say: ({ policy, present }) =>
      present
        ? policy === 'Always'
          ? '**{image}** is here, but the policy **Always** asks the registry each time.'
          : '**{image}** is on this node already: **no pull** is needed.'
        : policy === 'Never'
          ? '**{image}** is **not here**, and the policy Never forbids pulling it.'
          : '**{image}** is **not on this node**: it must be pulled.',
    why: 'imagePullPolicy decides. Left out, it is Always for the tag latest and IfNotPresent for any other: a tag with a version is expected never to change its meaning. A tag that does change leads to nodes running different images under one name.',
  },
  imageFailed: {
    say: ({ reason }) =>
      reason === 'ImagePullBackOff'
        ? 'The kubelet **waits** before it pulls **{image}** again.'
        : '**{image}** cannot be used: {reason}. {message}',
    why: 'ErrImagePull is the failed attempt, ImagePullBackOff the pause after it; the pauses grow up to five minutes. Look at the message: a misspelt name, a missing tag and a registry that wants credentials all end here.',
  },
  containerCreated: {
    say: 'Container **{container}** is created, but does not run yet.',
    why: 'Creating prepares the file system and settings, starting runs the process. With the two apart, something can be set up in between, such as the CPUs the process may use.',
  },
  containerStarted: {
    say: ({ restarts }) =>
      restarts === 0
        ? 'Container **{container}** of {subject} **runs**.'
        : `Container **{container}** of {subject} **runs again**, restart ${restarts}.`,
    why: WHY_STARTED,
  },
  containersRun: {
    say: ({ restarts }) =>
      restarts === 0
        ? 'The first container of this story runs: **{container}** of {subject}.'
        : `Container **{container}** of {subject} **runs again**, restart ${restarts}.`,
    why: WHY_STARTED,
  },
  containerFailed: {
    say: 'Container **{container}** cannot start: **{reason}**. {message}',
    why: 'The process never came into being, so there are no logs: the reason in the status and the events are all there is. The kubelet tries again later.',
  },
  backOff: {
    say: ({ seconds }) =>
      `Container **{container}** keeps ending: the kubelet waits up to **${counted(seconds, 'second', 'seconds')}** before the next start.`,
    why: 'This is CrashLoopBackOff: not an error of its own but a pause. It doubles from 10 s up to five minutes and is forgotten after ten minutes without a crash. The actual cause is in the logs of the container that ended.',
  },
  allAgain: {
    say: ({ code, containers }) =>
      `**{container}** ended with code **${code}**, and its rule says: ${containers === 1 ? 'it is removed' : `**all ${containers} containers** of {subject} are removed`} and started again.`,
    why: 'A restart rule with the action RestartAllContainers begins the Pod anew where it is: init containers run once more, in their order, while sandbox, address and volumes stay. Nobody waits for hooks or grace periods. Containers are removed so that the next look cannot take an old end for a new one.',
  },
  relisted: {
    say: 'At its next look, the kubelet finds that container **{container}** of {subject} has **ended**.',
    why: 'The kubelet asks the runtime once a second which containers there are and compares with the last answer. So up to a second may pass before a crash is noticed.',
  },
  probed: {
    say: ({ probe, result, count }) =>
      result === 'success'
        ? `The ${PROBES[probe] ?? '{probe}'} of **{container}** **succeeds**, ${counted(count, 'time', 'times')} in a row.`
        : `The ${PROBES[probe] ?? '{probe}'} of **{container}** **fails**, ${counted(count, 'time', 'times')} in a row: {result}`,
    why: 'The kubelet itself probes, from the node. A single result changes nothing: only as many in a row as the thresholds say do, so one slow answer does not take a Pod out of service.',
  },
  probeChanged: {
    say: ({ probe, result }) =>
      probe === 'readiness'
        ? result === 'success'
          ? 'Container **{container}** is **ready**.'
          : 'Container **{container}** is **no longer ready**.'
        : probe === 'startup'
          ? result === 'success'
            ? 'Container **{container}** has **started up**; the other probes may begin.'
            : 'Container **{container}** did **not start up** in time and will be restarted.'
          : result === 'success'
            ? 'Container **{container}** is **alive**.'
            : 'Container **{container}** is **no longer alive** and will be restarted.',
    why: 'Readiness decides whether traffic is sent to the Pod, liveness whether the container is restarted, and startup keeps both away from a program that begins slowly. To restart because of something a restart does not cure, a database that is down for example, makes an outage worse.',
  },
  statusSet: {
    say: ({ ready }) =>
      `The kubelet works out the status of {subject}: **{phase}**, ${ready ? 'ready' : 'not ready'}, {running} running.`,
    why: 'The status is worked out anew from what the runtime reports, and kept in memory at first. Several changes in quick succession are sent as one.',
  },
  statusUnchanged: {
    say: 'The API server already has this status of **{subject}**: nothing is sent.',
    why: 'Hundreds of kubelets report to one server. A report without news would cost all of them.',
  },
  statusPatch: {
    say: 'The kubelet reports the **status** of {subject}: {changes}.',
    why: 'Everything the cluster knows about the Pod comes from such reports. Only the difference is sent, and it goes to the status subresource, through which the spec cannot be touched. From here the news travels to the ReplicaSet, the Deployment and kubectl.',
  },
  statusRefused: {
    say: ({ code, reason }) =>
      `The status of **{subject}** was not accepted: **${code}**${reason === '' ? '' : ' {reason}'}.`,
    why: '404 means that the Pod was removed meanwhile and there is nothing left to report. Anything else is tried again a little later.',
  },
  podReady: {
    say: '**{subject}** is **Ready**: all its containers run, and those with a readiness probe have passed it.',
    why: 'Running says that processes exist, Ready that they can serve. A container without a readiness probe counts as ready as soon as it runs, perhaps before it can answer. Services and rollouts look at Ready alone.',
  },
  killing: {
    say: ({ grace, why }) =>
      `The kubelet stops container **{container}**, with ${counted(grace, 'second', 'seconds')} of grace: ${reasonToStop(why)}.`,
    why: 'First a preStop hook, if there is one, then the TERM signal, and KILL when the time is over; the hook uses up the same time. A program that ignores TERM is cut off in the middle of its work.',
  },
  hookRuns: {
    say: ({ hook, what }) =>
      hook === 'preStop'
        ? `Before container **{container}** is told to stop, its **preStop hook** runs: \`${what}\`.`
        : `Right after its start, the **postStart hook** of container **{container}** runs: \`${what}\`.`,
    why: 'What preStop takes is taken from the grace period. postStart runs beside the program: until it has ended, the container does not count as running.',
  },
  hookFailed: {
    say: ({ error }) => {
      const { code, said } = hookProblem(error);
      const what = said === '' ? '' : code === undefined ? `: ${said}` : `: it said “${said}”`;
      return `The {hook} hook of container **{container}** **failed**${code === undefined ? '' : ` with exit code **${code}**`}${what}${/[.!?]$/.test(what) ? '' : '.'}`;
    },
    why: 'After a failed preStop hook TERM follows all the same; after a failed postStart hook the container is killed and started again. The events do not repeat the error, for there may be secrets in it.',
  },
  containersStopped: {
    say: 'All containers of **{subject}** have stopped.',
    why: 'Only now is it certain that nothing of this Pod runs any more. Its volumes can be unmounted, and others can take over what it held exclusively.',
  },
  volumesUnmounted: {
    say: 'The volumes of **{subject}** are unmounted.',
    why: 'A disk can be attached to another node only after this one has let go of it. Two nodes writing to one file system would destroy it.',
  },
  podTerminated: {
    say: 'Nothing of **{subject}** is left on the node but its records.',
    why: 'The kubelet keeps a Pod in mind until everything it occupied is free. Only then may the object disappear from the API.',
  },
  deletePod: {
    say: 'The kubelet asks the API server to **remove {subject}** for good.',
    why: 'This second deletion, with zero seconds of grace, is what really removes the object. It comes from the only one who can know that all processes have ended. If a node is dead nobody sends it, and its Pods stay Terminating.',
  },
  evictionLook: {
    say: ({ memory, disk, met }) =>
      met === ''
        ? `The kubelet looks at its machine: **${memory} MiB of memory and ${disk} MiB of disk** are left. That is enough.`
        : `The kubelet looks at its machine: ${memory} MiB of memory and ${disk} MiB of disk are left. **Too little: ${met}.**`,
    why: 'Before the kernel ends programs as it likes, the kubelet gives something back in good order: below 100 MiB of memory or 15 % of the disk. It holds on to the condition for five minutes, so that it does not flap.',
  },
  evicted: {
    say: 'The kubelet **evicts {subject}**: {message}',
    why: 'Those go first that have more than they asked for, then those of lower priority. The Pod stays as Failed; its controller makes another one.',
  },
  preempted: {
    say: '**{subject}** must go: the critical Pod {critical} is to run on this node and does not fit beside it.',
    why: 'A Pod with the priority of the system names its node, and the node has no room. The kubelet ends the least important Pods that ask for enough, one after the other, and waits until each has stopped.',
  },
  resized: {
    say: ({ state }) => RESIZES[state] ?? 'New resources for **{subject}**, which runs on: **{state}**.',
    why: 'Three numbers are told apart: what the spec wants, what the node has set aside, and what the containers run with. Two conditions say where a wish is held up.',
  },
  callerChecked: {
    say: 'The kubelet makes sure that its caller, the API server, may {verb} what runs on this node.',
    why: 'Its port is open to the network. It knows the caller by a client certificate and asks the API server with a SubjectAccessReview about the subresource proxy of its node; an answer counts for five minutes.',
  },
  logRead: {
    say: ({ lines, follow }) =>
      `The kubelet reads the log of **{container}**: ${lines} ${lines === 1 ? 'line' : 'lines'}${follow ? ', and goes on reading' : ''}.`,
    why: 'The runtime writes what a container says to a file of the node, one for each attempt, each line with its time and stream. The kubelet reads that file, and the one before it when the previous attempt is asked for. Nothing is kept once the Pod is gone.',
  },
  streamOpened: {
    say: ({ what, container }) =>
      `The kubelet opens **${what}**${container === '' ? '' : ' to container **{container}**'}.`,
    why: 'The kubelet asks the runtime for a streaming address and copies bytes between it and the API server until one of the sides hangs up.',
  },
  streamRefused: {
    say: 'The kubelet **cannot**: {reason}',
    why: 'Only a container that runs, or has run, has a log; only one that runs can be entered. The text goes back to the client as it is.',
  },
  fault: {
    say: ({ state }) =>
      state === 'stopped'
        ? 'The kubelet of **{subject}** is **killed**.'
        : 'The kubelet of **{subject}** **starts again**.',
    why: 'Containers run on without their kubelet; only nobody speaks for them any more. The control plane sees a lease that is not renewed, and can do no more than wait and then write the node off.',
  },
  register: {
    say: 'Kubelet **{subject}** registers its **node** with the API server.',
    why: 'A node joins the cluster by creating its own Node object: how much CPU and memory it has, its addresses, its labels. Nobody else needs to be told; the scheduler is watching.',
  },
  nodeChanged: {
    say: ({ change }) =>
      change === 'NodeNotSchedulable'
        ? 'Node **{subject}** takes **no new Pods** any more.'
        : change === 'NodeSchedulable'
          ? 'Node **{subject}** takes new Pods **again**.'
          : change === 'silent'
            ? 'Nobody says any more that **{subject}** is alive. Its containers run on, and the API server **does not know yet**: the node still counts as Ready.'
            : change === 'started'
              ? 'The kubelet of **{subject}** says again that it is alive, and reads anew what it is to run.'
              : 'The kubelet says of its node **{subject}**: **{change}**.',
    why: ({ change }) =>
      change === 'silent' || change === 'started'
        ? HEARTBEAT
        : 'Cordoning sets spec.unschedulable on the node. The scheduler leaves it out from then on; Pods already there keep running until somebody drains the node.',
  },
  imagesCollected: {
    say: 'The disk of **{subject}** is **{value} %** full: unused images of {mebibytes} MiB are to go.',
    why: 'Every five minutes the kubelet looks at the disk of its images. From 85 % on it deletes images that no container uses, the oldest first, until the disk is 80 % full; one that it has not seen in an earlier round stays. What it cannot free is an event: FreeDiskSpaceFailed.',
  },
  nodeStatus: {
    say: ({ because }) =>
      because === 'heartbeat'
        ? 'Node **{subject}** reports its status: nothing new.'
        : because === 'images'
          ? 'Node **{subject}** reports its status, because its **images** have changed.'
          : 'Node **{subject}** reports its status: {because}.',
    why: 'The Node object is large, so it is written only when something changed or five minutes have passed. The proof of life is the lease, which is small.',
  },
  renewLease: {
    say: 'Node **{subject}** renews its **lease**: it is alive.',
    why: 'Every ten seconds each kubelet writes a tiny Lease object. If that stops for about 50 seconds, the node is marked as not reachable; after five more minutes its Pods are given up and replaced elsewhere.',
  },
};

/** The message of the event names the container again. */
function reasonToStop(message: string): string {
  const probe = /failed (\w+) probe/.exec(message)?.[1];
  if (probe !== undefined) return `its ${PROBES[probe] ?? probe} failed, and it will be restarted`;
  if (message.includes('definition changed')) return 'its definition changed, and it will be restarted';
  return message.startsWith('Stopping container') ? 'the Pod is to stop' : message;
}
