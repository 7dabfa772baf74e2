import type { kubelet as steps } from '../../steps/kubelet.ts';
import type { Texts } from '../text.ts';

const WHY_SYNC =
  'A pod has one worker on its node. At each sync it compares what the spec asks for with what runs and does what is missing; the rest of the node is none of its business.';
const WHY_STARTED =
  'The runtime has started the first process. The kubelet records an event, and the next look at the containers will report it in the status.';
const WHY_SANDBOX =
  'The sandbox holds the pod’s network namespace and address. Containers started later join it, which is why they can talk over localhost.';

export const kubelet: Texts<typeof steps> = {
  podAdded: {
    say: 'The kubelet hears of a pod for its node: **{subject}**.',
    why: 'A kubelet watches only pods with its own name in spec.nodeName. The binding made this pod match, so to this watch it is new.',
  },
  podUpdated: {
    say: 'The spec of {subject} changed: generation {generation}.',
    why: 'Most of a running pod cannot be changed, but images and resources can. The worker compares again.',
  },
  podDeleting: {
    say: '{subject} is to be **deleted**, with a grace period of {grace} seconds.',
    why: 'Deleting a pod only marks it with a time. The object stays until its kubelet has stopped everything and says so.',
  },
  podRemoved: {
    say: '{subject} is gone from the API; the node **forgets** it.',
    why: 'Containers, sandbox and directories of the pod are removed from the node.',
  },
  podRejected: {
    say: 'The kubelet **rejects** {subject}: {reason}.',
    why: 'Before it runs a pod, the kubelet checks for itself whether it fits. The scheduler normally prevents this; a pod that was bound by hand may not fit.',
  },
  podStarts: {
    say: 'The kubelet **takes over**: the worker of {subject} begins.',
    why: 'From here on the node does the work: volumes, sandbox, network, images, containers. The control plane only hears of it through status patches and events.',
  },
  syncPod: { say: 'The worker **syncs** {subject}: {running} containers run, {wanted} are wanted.', why: WHY_SYNC },
  waitForVolumes: {
    say: '{subject} waits for its **{volumes} volumes**.',
    why: 'No container starts before all volumes are there. Almost every pod has at least one: the token by which it may talk to the API server.',
  },
  tokenRequested: {
    say: 'The kubelet asks for a **token** of the ServiceAccount {serviceAccount} for {subject}.',
    why: 'The token is bound to this one pod and expires. It is not stored anywhere in the cluster; the kubelet writes it into a volume and renews it in time.',
  },
  volumesMounted: {
    say: 'The **{volumes} volumes** of {subject} are in place.',
    why: 'Token, certificate of the cluster and namespace are files now. Later changes of a ConfigMap or Secret reach the files without a restart.',
  },
  mountFailed: {
    say: 'Volume **{volume}** cannot be mounted: {error}.',
    why: 'Something that the pod refers to does not exist. The kubelet tries again and again; the pod starts as soon as it is there.',
  },
  createSandbox: { say: 'The kubelet asks the runtime for a **sandbox** for {subject}.', why: WHY_SANDBOX },
  sandboxUp: { say: 'The first sandbox is up: {subject} has the address **{ip}**.', why: WHY_SANDBOX },
  sandboxCreated: { say: 'The sandbox of {subject} is up with the address **{ip}**.', why: WHY_SANDBOX },
  sandboxFailed: {
    say: 'The sandbox of {subject} **failed**: {error}.',
    why: 'Usually the network plugin could not do its part. The kubelet says so in an event and tries again.',
  },
  imageChecked: {
    say: ({ image, policy, present }) =>
      `**${image}** is ${present ? '' : 'not '}on the node; the pull policy is ${policy}.`,
    why: 'IfNotPresent uses what is there. Always asks the registry each time, which is the default for the tag latest; Never never pulls.',
  },
  imageFailed: {
    say: 'No image for {subject}: **{reason}**.',
    why: 'The container waits with this reason in its status. After a failed pull the kubelet backs off, 10 seconds at first, five minutes at most.',
  },
  containerCreated: {
    say: 'Container **{container}** is created.',
    why: 'Its file system and configuration are ready. The kubelet records an event and starts it next.',
  },
  containerStarted: {
    say: ({ container, restarts }) =>
      `Container **${container}** of {subject} runs${restarts > 0 ? ` again (restart ${restarts})` : ''}.`,
    why: WHY_STARTED,
  },
  containersRun: { say: 'The first container runs: **{container}** of {subject}.', why: WHY_STARTED },
  containerFailed: {
    say: 'Container **{container}** cannot start: {reason}.',
    why: 'The configuration refers to something that does not exist, or the runtime refused. The message in the status says which.',
  },
  backOff: {
    say: 'Container **{container}** keeps ending: the next start waits **{seconds} s**.',
    why: 'After each end the delay doubles, up to five minutes, so that a broken program does not eat the node. kubectl shows this as CrashLoopBackOff.',
  },
  relisted: {
    say: 'The kubelet notices at its next look: **{event}** for {container}.',
    why: 'Once a second the kubelet lists its containers and compares with the last list. What happened in between becomes an event for the pod’s worker.',
  },
  probed: {
    say: 'The {probe} probe of **{container}** says: {result}.',
    why: 'The kubelet asks each container at its period. One answer changes nothing until the threshold is reached.',
  },
  probeChanged: {
    say: 'The {probe} probe of **{container}** has a verdict: **{result}**.',
    why: 'Readiness decides whether Services send traffic. Liveness and startup decide whether the container is restarted.',
  },
  statusSet: {
    say: ({ phase, ready }) => `The kubelet’s view of {subject}: phase **${phase}**, ${ready ? 'ready' : 'not ready'}.`,
    why: 'The status is worked out from what the runtime reports, never read back from the API server. It is kept here until the status manager has written it.',
  },
  statusUnchanged: {
    say: 'The status of {subject} is up to date; nothing is written.',
    why: 'The kubelet compares with what the server has. Equal needs no write.',
  },
  statusPatch: {
    say: 'The kubelet **reports** about {subject}: {changes}.',
    why: 'First a GET, then a patch with only what differs. Other writers of the status, such as the scheduler’s condition, are left alone that way.',
  },
  statusRefused: {
    say: 'The status of {subject} could not be written: **{code}** {reason}.',
    why: 'A pod that was bound a moment ago may still be unknown to the Node authorizer, which answers 403. The kubelet tries again with its next report or sweep.',
  },
  podReady: {
    say: 'The first pod is **Ready**: {subject}.',
    why: 'All its containers run and answer. This one patch brings phase Running, the address and Ready; everyone who counts ready pods hears of it now.',
  },
  killing: {
    say: 'The kubelet **stops** container {container}: {why}.',
    why: 'First a preStop hook if there is one, then TERM, then the rest of the grace period, then KILL. All containers of a pod are stopped side by side, sidecars last.',
  },
  containersStopped: {
    say: 'Everything of {subject} has **stopped**.',
    why: 'No process is left and the network is gone. Only now may the phase become Succeeded or Failed, because nothing can run any more.',
  },
  volumesUnmounted: {
    say: 'The volumes of {subject} are **unmounted**.',
    why: 'Data of the pod must not be lost in the middle of a write. The object is not released before.',
  },
  podTerminated: {
    say: 'The worker of {subject} is **done**.',
    why: 'Nothing of the pod is left on the node but its record. If somebody asked for its deletion, the object can go.',
  },
  deletePod: {
    say: 'The kubelet **deletes the object** of {subject}, with no grace and only if it is the same pod.',
    why: 'The first delete only asked; this one, with grace period 0, removes. The uid guards against removing a new pod of the same name.',
  },
  register: {
    say: 'The kubelet **registers** its node {subject}.',
    why: 'A machine joins by creating its own Node object, with capacity, addresses and conditions. From then on the scheduler can use it.',
  },
  nodeChanged: {
    say: 'The kubelet of {subject} notices: **{change}**.',
    why: 'Cordoning is a field of the Node that others set. The kubelet only tells about it; running pods stay.',
  },
  nodeStatus: {
    say: 'The kubelet reports on its machine {subject}: **{because}**.',
    why: 'The status of a node is written when it changes, or every five minutes. The sign of life in between is the much smaller Lease.',
  },
  renewLease: {
    say: 'Node {subject} says **I am alive** by renewing its Lease.',
    why: 'Every ten seconds the kubelet writes a time into a small object. When it stays old for 50 seconds, the node lifecycle controller declares the node unreachable.',
  },
};
