import type { Rule } from '../unmet.ts';
import { claims } from './claims.ts';
import { commands, refusedRequests } from './commands.ts';
import { apiServices, autoscalers, pressure } from './conditions.ts';
import { apiServer, etcdQuorum, slowStore } from './control-plane.ts';
import { drains } from './draining.ts';
import { cronJobs, jobs } from './jobs.ts';
import { heldByFinalizer, heldNamespaces, lostPods } from './leaving.ts';
import { silentPorts } from './listening.ts';
import { nodes } from './nodes.ts';
import { singlePods } from './pods.ts';
import { ingressBackends, portNames } from './ports.ts';
import { preStopHooks } from './pre-stop.ts';
import { preemptedPods } from './preempted.ts';
import { services } from './services.ts';
import { storeSpace } from './space.ts';
import { workloads } from './workloads.ts';

/** Every rule, what matters more before what matters less: without a store nothing else can be done about. */
export const RULES: readonly Rule[] = [
  etcdQuorum,
  storeSpace,
  apiServer,
  slowStore,
  commands,
  refusedRequests,
  nodes,
  drains,
  workloads,
  jobs,
  cronJobs,
  singlePods,
  preemptedPods,
  claims,
  heldNamespaces,
  heldByFinalizer,
  lostPods,
  preStopHooks,
  services,
  portNames,
  silentPorts,
  ingressBackends,
  apiServices,
  autoscalers,
  pressure,
];
