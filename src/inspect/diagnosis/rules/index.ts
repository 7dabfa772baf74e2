import type { Rule } from '../unmet.ts';
import { claims } from './claims.ts';
import { apiServices, autoscalers, pressure } from './conditions.ts';
import { apiServer, etcdQuorum } from './control-plane.ts';
import { cronJobs, jobs } from './jobs.ts';
import { heldByFinalizer, heldNamespaces, lostPods } from './leaving.ts';
import { nodes } from './nodes.ts';
import { singlePods } from './pods.ts';
import { ingressBackends, portNames } from './ports.ts';
import { services } from './services.ts';
import { storeSpace } from './space.ts';
import { workloads } from './workloads.ts';

/** Every rule, what matters more before what matters less: without a store nothing else can be done about. */
export const RULES: readonly Rule[] = [
  etcdQuorum,
  storeSpace,
  apiServer,
  nodes,
  workloads,
  jobs,
  cronJobs,
  singlePods,
  claims,
  heldNamespaces,
  heldByFinalizer,
  lostPods,
  services,
  portNames,
  ingressBackends,
  apiServices,
  autoscalers,
  pressure,
];
