import type { Rule } from '../unmet.ts';
import { apiServer, etcdQuorum } from './control-plane.ts';
import { heldByFinalizer, heldNamespaces } from './leaving.ts';
import { nodes } from './nodes.ts';
import { singlePods } from './pods.ts';
import { services } from './services.ts';
import { workloads } from './workloads.ts';

/** Every rule, what matters more before what matters less: without a store nothing else can be done about. */
export const RULES: readonly Rule[] = [
  etcdQuorum,
  apiServer,
  nodes,
  workloads,
  singlePods,
  heldNamespaces,
  heldByFinalizer,
  services,
];
