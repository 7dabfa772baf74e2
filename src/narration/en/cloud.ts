import type { cloud as kinds } from '../../steps/cloud.ts';
import type { Texts } from '../text.ts';

export const cloud: Texts<typeof kinds> = {
  sync: {
    say: ({ wants }) =>
      wants
        ? 'The cloud’s controller sees that {subject} wants a **load balancer**.'
        : 'The cloud’s controller takes the load balancer of {subject} **away**.',
    why: 'A load balancer in front of a cluster is not Kubernetes’ own: a controller of the cloud orders one for each Service of that type. It puts a finalizer on the Service first, so that none is forgotten when the Service goes.',
  },
  ensured: {
    say: 'The cloud gives {subject} a load balancer with the address **{address}**.',
    why: 'The address is written into the Service’s status, and every kube-proxy reads it there: packets to it are caught on the nodes as those to the cluster IP are. Without a cloud nobody does that, and the external address stays pending.',
  },
  hostsChanged: {
    say: 'The load balancer of {subject} sends packets to **{nodes}** nodes from now on.',
    why: 'Nodes came, went, or were labelled node.kubernetes.io/exclude-from-external-load-balancers. The controller tells every load balancer which nodes take part; what kube-proxy does on them stays the same.',
  },
  released: {
    say: 'The cloud takes **{address}** back.',
    why: 'Only now may the Service go: the controller removes its finalizer, and the API server deletes what was only marked for deletion.',
  },
};
