import type { upkeepSteps } from '../../../steps/controllers/upkeep.ts';
import type { Texts } from '../../text.ts';

export const upkeep: Texts<typeof upkeepSteps> = {
  mirrored: {
    say: '**{subject}** was written by hand: of its EndpointSlices, {created} will be made, {updated} changed and {deleted} deleted.',
    why: 'A Service without a selector may send traffic anywhere: somebody writes the addresses into an Endpoints object of its name. Nodes read slices only, so a controller copies what was written.',
  },
  approvalAsked: {
    say: 'A kubelet wants a certificate: may whoever made **{subject}** create certificatesigningrequests/**{permission}**?',
    why: 'A new node cannot wait for a person. The API server is asked whether the asker may, as RBAC says it, and what is allowed is approved at once.',
  },
  approved: {
    say: '**{subject}** is approved by the controller itself.',
    why: 'The signer signs nothing that is not approved. Whoever joins with a bootstrap token is in a group that may ask for certificates of nodes.',
  },
  requestCleaned: {
    say: '**{subject}** is old ({why}): it is deleted.',
    why: 'Requests are only messages. An hour after they were decided, or a day after nobody decided, they go.',
  },
  volumeGrows: {
    say: 'The claim **{subject}** wants more than its volume has: somebody else must make it larger.',
    why: 'Volumes are made larger by the drivers that made them. This controller only says so, because none of the kinds that it knows itself can grow.',
  },
  claimForPod: {
    say: ({ present }) =>
      present
        ? 'The claim **{claim}** of **{subject}** is there already.'
        : '**{subject}** brings a volume of its own: the claim **{claim}** is made for it.',
    why: 'A generic ephemeral volume is a claim that lives as long as its Pod. It is called Pod-volume, belongs to the Pod, and goes with it; a claim of that name that is somebody else’s is an error, and the Pod waits.',
  },
  deviceClaim: {
    say: '**{subject}** wants devices of its own: a resource claim for **{claim}** is made out of the template **{template}**.',
    why: 'A ResourceClaim says which devices a Pod needs. Of a template every Pod gets a claim of its own, with a random end to its name; the Pod is told the name in its status, and the claim goes with it.',
  },
  nodeTtl: {
    say: 'In a cluster of {nodes} nodes, the kubelet of **{subject}** may keep Secrets and ConfigMaps for **{seconds}** seconds.',
    why: 'The annotation node.alpha.kubernetes.io/ttl grows with the cluster, so that many kubelets together do not ask too often.',
  },
  tokenSecret: {
    say: 'The Secret **{subject}** is for a token of the ServiceAccount **{account}**: is there one of that name?',
    why: 'Such a Secret lives and dies with its ServiceAccount. Without one it is deleted, lest its token outlive who it stands for.',
  },
  tokenIssued: {
    say: 'A token of **{account}** is signed and put into **{subject}**, with the namespace and the cluster’s certificate.',
    why: 'It does not expire, which is why Pods have used short-lived ones since v1.24; programs outside of the cluster may still ask for it this way.',
  },
  clusterInfoSigned: {
    say: '**{subject}** is signed anew, with each bootstrap token that may sign ({tokens}).',
    why: 'A machine that is about to join has a token and nothing else. It may read this ConfigMap without a name, and believes it because only who knows the token can have signed it.',
  },
  tokenExpired: {
    say: 'The bootstrap token **{subject}** has expired: its Secret is deleted.',
    why: 'Whoever has such a token may add nodes, so it is meant to be short-lived.',
  },
  deviceTainted: {
    say: ({ seconds }) =>
      seconds === 0
        ? 'A device of **{subject}** has a **taint** that it does not tolerate: the Pod is evicted.'
        : 'A device of **{subject}** has a **taint** that it tolerates for a while: in {seconds} seconds it will be evicted.',
    why: 'A driver marks a device that is broken, or is to be serviced, with the effect NoExecute. Whoever uses it must end and find another.',
  },
  deviceUntainted: {
    say: 'The devices of **{subject}** have no such taint any more: it may stay.',
    why: 'Time to tolerate a taint is there for troubles that pass.',
  },
  nodeRange: {
    say: 'The Pods of node **{subject}** get addresses out of **{ranges}**.',
    why: 'Every node has a part of the range of all Pods to itself, so that no two nodes give out the same address and a route says where each is.',
  },
  addressRange: {
    say: ({ outcome }) =>
      outcome === 'ready'
        ? 'Addresses for Services may be taken out of **{subject}** now: it is **ready**.'
        : outcome === 'needed'
          ? '**{subject}** is to be deleted, but Services use addresses that **no other range** has: it stays.'
          : outcome === 'kept'
            ? '**{subject}** gets a **finalizer**, so that it does not go while Services use its addresses.'
            : 'No Service needs **{subject}** any more: its finalizer goes, and with it the range.',
    why: 'A ServiceCIDR is a range out of which Services get their addresses. There may be several, so that a cluster that has used up its addresses can get more while it runs.',
  },
};
