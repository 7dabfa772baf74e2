import { apiserver } from './apiserver.ts';
import { apiserverProcess } from './apiserver-process.ts';
import { auditSteps } from './audit.ts';
import { clientgoSteps } from './clientgo.ts';
import { cloud } from './cloud.ts';
import { cni } from './cni.ts';
import { controllersSteps } from './controllers/controllers.ts';
import { cronjobSteps } from './controllers/cronjob.ts';
import { daemonsetSteps } from './controllers/daemonset.ts';
import { deploymentSteps } from './controllers/deployment.ts';
import { garbageCollectorSteps } from './controllers/garbage-collector.ts';
import { jobSteps } from './controllers/job.ts';
import { namespaceSteps } from './controllers/namespace.ts';
import { replicasetSteps } from './controllers/replicaset.ts';
import { statefulsetSteps } from './controllers/statefulset.ts';
import { upkeepSteps } from './controllers/upkeep.ts';
import { cri } from './cri.ts';
import { csi } from './csi.ts';
import type { StepKind } from './define.ts';
import { kindsOf } from './define.ts';
import { dns } from './dns.ts';
import { etcd } from './etcd.ts';
import { etcdctlSteps } from './etcdctl.ts';
import { extensions } from './extensions.ts';
import { faults } from './faults.ts';
import { kubectl } from './kubectl.ts';
import { kubelet } from './kubelet.ts';
import { network } from './network.ts';
import { panicSteps } from './panic.ts';
import { programSteps } from './programs.ts';
import { proxy } from './proxy.ts';
import { rawClient } from './raw-client.ts';
import { scheduler } from './scheduler.ts';

/** The order is fixed: a recorded step refers to its kind by its place among all of them. */
const COMPONENTS = [
  kubectl,
  apiserver,
  etcd,
  clientgoSteps,
  deploymentSteps,
  replicasetSteps,
  garbageCollectorSteps,
  controllersSteps,
  scheduler,
  kubelet,
  cri,
  cni,
  namespaceSteps,
  cronjobSteps,
  jobSteps,
  daemonsetSteps,
  statefulsetSteps,
  network,
  proxy,
  dns,
  cloud,
  csi,
  extensions,
  etcdctlSteps,
  rawClient,
  apiserverProcess,
  programSteps,
  upkeepSteps,
  panicSteps,
  auditSteps,
  faults,
] as const;

/** Every kind of step of the cluster. */
export const clusterKinds: readonly StepKind[] = kindsOf(...COMPONENTS);

type KindIn<Kinds> = Kinds extends unknown ? Kinds[keyof Kinds] : never;
/** The name of any kind that is declared: `scheduler.bound`. */
export type KindName = Extract<KindIn<(typeof COMPONENTS)[number]>, { readonly name: string }>['name'];
export type ComponentName = KindName extends infer Name
  ? Name extends `${infer Component}.${string}`
    ? Component
    : never
  : never;
/** Who makes steps of a kind: what its name begins with. */
export function componentOf({ name }: { readonly name: string }): ComponentName {
  return name.slice(0, name.indexOf('.')) as ComponentName;
}

/** The names of one component's kinds, without its own. */
export type NameIn<Component extends string> = KindName extends infer Name
  ? Name extends `${Component}.${infer Own}`
    ? Own
    : never
  : never;

/** Names of kinds as people list them: component by component. */
export type NamesByComponent = { readonly [Component in ComponentName]?: readonly NameIn<Component>[] };

export function kindNames(listed: NamesByComponent): readonly KindName[] {
  return Object.entries(listed).flatMap(([component, names]) =>
    names.map((name) => `${component}.${name}` as KindName),
  );
}
