import type { controllersSteps } from '../../../steps/controllers/controllers.ts';
import type { Texts } from '../../text.ts';
import { counted } from '../words.ts';

export const controllers: Texts<typeof controllersSteps> = {
  started: {
    say: 'The kube-controller-manager starts its **{controllers} controllers**: their caches are filled.',
    why: 'Many small controllers live in one program only because that is simpler to run; each minds its own business and they do not call one another. They begin only when their caches are complete, because a controller that saw half of the Pods would create the other half again.',
  },
  defaultServiceAccount: {
    say: ({ present }) =>
      present
        ? 'The ServiceAccount **{subject}** exists: nothing to do.'
        : 'The namespace lacks its ServiceAccount **{subject}**: the controller creates it.',
    why: 'Every Pod runs as some ServiceAccount, and as this one when it names none. Without it, no Pod could be created in the namespace. If somebody deletes it, it is made again.',
  },
  nodeSilent: {
    say: ({ seconds }) =>
      `Nothing has been heard of {subject} for **{seconds} seconds**: ${counted(Math.floor(Number(seconds) / 10), 'heartbeat is', 'heartbeats are')} missing. The controller gives it up, and its conditions become **Unknown**.`,
    why: 'A kubelet renews its lease every ten seconds. When neither the lease nor the status has changed for fifty, nobody knows how the node is: it may be down, or only cut off.',
  },
  nodeNotReady: {
    say: '{subject} counts as **not ready** ({status}), and so do its Pods: Services send them nothing any more. Nobody deletes them yet.',
    why: 'The pods may still run, but nobody can tell. They are marked not ready, so that Services no longer send them traffic. They are not deleted yet.',
  },
  nodeKnown: {
    say: 'The controller has noticed a change among the nodes: **{event}**.',
    why: 'Every five seconds it compares the nodes that there are with those that it knew. New ones are watched over from now on, those that were deleted no more. People hear of it in an event.',
  },
  nodeTaints: {
    say: ({ taints }) => (taints === '' ? '{subject} has no taints any more.' : `{subject} is tainted: **${taints}**.`),
    why: 'What is wrong with a node is told to the scheduler by taints: NoSchedule keeps new pods away, NoExecute also drives away those that run there, unless they tolerate it.',
  },
  evictionScheduled: {
    say: '{subject} tolerates the taint, but only for **{seconds} seconds**: a timer starts. Until it fires, nobody replaces the Pod.',
    why: 'Every pod gets tolerations for silent nodes of 300 seconds by default. A node that comes back in time keeps its pods.',
  },
  evictionCancelled: {
    say: 'The taint is gone in time: {subject} stays.',
    why: 'Nothing has been written yet, so nothing must be undone.',
  },
  evict: {
    say: '{subject} does not tolerate the taint of {node}, or its time is up: it is **evicted**.',
    why: 'The pod is first marked with the condition DisruptionTarget, so that others can see why, and then deleted. Its owner makes another one elsewhere.',
  },
  endpoints: {
    say: ({ pods, outcome }) =>
      `Service **{subject}** selects **${counted(pods, 'Pod', 'Pods')}**, {ready} ready${
        outcome === 'create'
          ? ': its **Endpoints** object is made'
          : outcome === 'update'
            ? ': its **Endpoints** object is brought up to date'
            : ', as its Endpoints object already says'
      }.`,
    why: 'A Service is only a name and a selector; this list says which Pods stand behind it now. It is the older form, in one object for the whole Service, kept for programs that still read it. With many Pods each change would send the whole list to every node, which is why EndpointSlices took its place.',
  },
  endpointsRemoved: {
    say: 'Service **{subject}** is gone, so its **Endpoints** object is deleted.',
    why: 'The two are tied together by their name alone. A list that stayed behind would still send somebody to Pods that no Service speaks for.',
  },
  endpointSlices: {
    say: ({ pods, created, updated, deleted }) =>
      created + updated + deleted === 0
        ? `Service **{subject}** selects **${counted(pods, 'Pod', 'Pods')}**, as its EndpointSlices already say.`
        : `Service **{subject}** selects **${counted(pods, 'Pod', 'Pods')}**: of its **EndpointSlices**, ${created} will be made, ${updated} changed and ${deleted} deleted.`,
    why: 'Traffic for a Service is not sent through the control plane: every node reads these slices and sends it to the Pods directly. A slice holds at most a hundred addresses, so one Pod that changes rewrites one slice and not the whole list. Pods that are not ready are in it too, marked as such.',
  },
  rootCertificate: {
    say: ({ outcome }) =>
      outcome === 'present'
        ? 'The ConfigMap **{subject}** holds the right certificate: nothing to do.'
        : outcome === 'created'
          ? 'The namespace lacks the ConfigMap **{subject}**: the controller creates it.'
          : 'The ConfigMap **{subject}** was altered: the controller puts the certificate right.',
    why: 'A Pod must be able to tell the real API server from an impostor. The certificate it needs for that is put into every namespace and mounted into each Pod beside its token.',
  },
  certificateSigned: {
    say: ({ problem }) =>
      problem === ''
        ? 'The request **{subject}** was approved: {signer} signs it, and the certificate goes into its status.'
        : 'The request **{subject}** was approved, but {signer} refuses it: {problem}.',
    why: 'Somebody who wants to sign in by certificate makes a key and asks for a signature. A person who may approves the request; only then does the controller sign it with the cluster’s key, which nobody else needs to see.',
  },
  quotaCounted: {
    say: ({ changed }) =>
      changed
        ? 'The quota **{subject}** is counted again: {usage}. The new figures go into its status.'
        : 'The quota **{subject}** is counted again: {usage}. Nothing has changed.',
    why: 'The API server only ever adds to a quota, before it stores an object. What is deleted or has ended is taken off here, by counting everything anew; every five minutes that is done for all quotas, in case something was charged and never made.',
  },
  autoscaled: {
    say: ({ current, desired }) =>
      current === desired
        ? '**{subject}** looks at its target: {current} replicas are right.'
        : '**{subject}** looks at its target: there are {current} replicas, and there should be **{desired}**.',
    why: 'Every 15 seconds the controller compares what the Pods use with what they should use, and sets the size in proportion, between {min} and {max}. Going down it waits five minutes, in case the load comes back.',
  },
  podCollected: {
    say: 'The Pod **{subject}** is taken away: {why}.',
    why: 'A Pod normally goes when its kubelet says that it has stopped. Where no kubelet is left to say so, this collector does.',
  },
  claim: {
    say: ({ volume }) =>
      volume === ''
        ? 'No volume suits the claim **{subject}** yet.'
        : 'The claim **{subject}** and the volume **{volume}** belong together.',
    why: 'A claim says how much storage is wanted and of which class; the controller looks for the smallest free volume that has it. The volume is written first, so that two claims can never have the same one.',
  },
  volume: {
    say: ({ claim }) =>
      claim === ''
        ? 'The volume **{subject}** is free.'
        : 'The volume **{subject}** is looked at: it was given to {claim}.',
    why: 'A volume outlives its claim. When the claim is gone, the reclaim policy says whether the data stays (Retain) or goes (Delete).',
  },
  protection: {
    say: ({ user }) =>
      user === ''
        ? 'Nobody uses **{subject}** any more: its finalizer goes, and with it the object.'
        : '**{subject}** is to be deleted, but {user} still uses it: it stays.',
    why: 'A finalizer keeps storage from vanishing under a running program.',
  },
  budgetCounted: {
    say: '**{subject}**: {healthy} healthy, {desired} wanted, so **{allowed}** may be evicted now.',
    why: 'Evictions ask this number and lower it at once; the controller counts again whenever a Pod changes.',
  },
  targetSpared: {
    say: '**{subject}** was to be disrupted two minutes ago and still runs: its condition DisruptionTarget becomes False.',
    why: 'The condition is written before the Pod is deleted. When the deletion then fails, nobody takes it back, and whoever counts disruptions would be misled; this controller cleans up.',
  },
  policyChecked: {
    say: 'The policy **{subject}** is looked at: generation {generation} goes into its status.',
    why: 'Expressions are checked against the types of what they are about, and what does not fit is told in the status. The policy counts all the same.',
  },
  rolesAggregated: {
    say: ({ changed, roles }) =>
      changed
        ? `**{subject}** is put together from ${roles} other ClusterRoles: {rules} rules.`
        : `**{subject}** already holds the rules of its ${roles} ClusterRoles.`,
    why: 'An aggregated ClusterRole names labels instead of rules. A ClusterRole that carries such a label adds its rules, so an extension can widen view, edit and admin without changing them.',
  },
};
