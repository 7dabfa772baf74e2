import { apiserver as apiserverSteps } from '../../steps/apiserver.ts';
import { apiserverProcess as apiserverProcessSteps } from '../../steps/apiserver-process.ts';
import { auditSteps } from '../../steps/audit.ts';
import { clientgoSteps } from '../../steps/clientgo.ts';
import { cloud as cloudSteps } from '../../steps/cloud.ts';
import { cni as cniSteps } from '../../steps/cni.ts';
import { controllersSteps } from '../../steps/controllers/controllers.ts';
import { cronjobSteps } from '../../steps/controllers/cronjob.ts';
import { daemonsetSteps } from '../../steps/controllers/daemonset.ts';
import { deploymentSteps } from '../../steps/controllers/deployment.ts';
import { garbageCollectorSteps } from '../../steps/controllers/garbage-collector.ts';
import { jobSteps } from '../../steps/controllers/job.ts';
import { namespaceSteps } from '../../steps/controllers/namespace.ts';
import { replicasetSteps } from '../../steps/controllers/replicaset.ts';
import { statefulsetSteps } from '../../steps/controllers/statefulset.ts';
import { upkeepSteps } from '../../steps/controllers/upkeep.ts';
import { cri as criSteps } from '../../steps/cri.ts';
import { csi as csiSteps } from '../../steps/csi.ts';
import { dns as dnsSteps } from '../../steps/dns.ts';
import { etcd as etcdSteps } from '../../steps/etcd.ts';
import { etcdctlSteps } from '../../steps/etcdctl.ts';
import { extensions as extensionsSteps } from '../../steps/extensions.ts';
import { faults as faultsSteps } from '../../steps/faults.ts';
import { kubectl as kubectlSteps } from '../../steps/kubectl.ts';
import { kubelet as kubeletSteps } from '../../steps/kubelet.ts';
import { network as networkSteps } from '../../steps/network.ts';
import { panicSteps } from '../../steps/panic.ts';
import { programSteps } from '../../steps/programs.ts';
import { proxy as proxySteps } from '../../steps/proxy.ts';
import { rawClient as rawClientSteps } from '../../steps/raw-client.ts';
import { scheduler as schedulerSteps } from '../../steps/scheduler.ts';
import { merge, named } from '../merge.ts';
import { apiserver } from './apiserver.ts';
import { apiserverProcess } from './apiserver-process.ts';
import { audit } from './audit.ts';
import { clientgo } from './clientgo.ts';
import { cloud } from './cloud.ts';
import { cni } from './cni.ts';
import { controllers } from './controllers/controllers.ts';
import { cronjob } from './controllers/cronjob.ts';
import { daemonset } from './controllers/daemonset.ts';
import { deployment } from './controllers/deployment.ts';
import { garbageCollector } from './controllers/garbage-collector.ts';
import { job } from './controllers/job.ts';
import { namespace } from './controllers/namespace.ts';
import { replicaset } from './controllers/replicaset.ts';
import { statefulset } from './controllers/statefulset.ts';
import { upkeep } from './controllers/upkeep.ts';
import { cri } from './cri.ts';
import { csi } from './csi.ts';
import { dns } from './dns.ts';
import { etcd } from './etcd.ts';
import { etcdctl } from './etcdctl.ts';
import { extensions } from './extensions.ts';
import { faults } from './faults.ts';
import { kubectl } from './kubectl.ts';
import { kubelet } from './kubelet.ts';
import { network } from './network.ts';
import { panic } from './panic.ts';
import { programs } from './programs.ts';
import { proxy } from './proxy.ts';
import { rawClient } from './raw-client.ts';
import { scheduler } from './scheduler.ts';

export { folds } from './folds.ts';
export { insight } from './insight.ts';
export { phrases } from './phrases.ts';
export { scenes } from './scenes.ts';

/** The words for every kind of step, by its full name. */
export const texts = merge(
  named(kubectlSteps, kubectl),
  named(apiserverSteps, apiserver),
  named(etcdSteps, etcd),
  named(etcdctlSteps, etcdctl),
  named(clientgoSteps, clientgo),
  named(deploymentSteps, deployment),
  named(replicasetSteps, replicaset),
  named(garbageCollectorSteps, garbageCollector),
  named(controllersSteps, controllers),
  named(schedulerSteps, scheduler),
  named(kubeletSteps, kubelet),
  named(criSteps, cri),
  named(cniSteps, cni),
  named(daemonsetSteps, daemonset),
  named(statefulsetSteps, statefulset),
  named(namespaceSteps, namespace),
  named(cronjobSteps, cronjob),
  named(jobSteps, job),
  named(extensionsSteps, extensions),
  named(rawClientSteps, rawClient),
  named(networkSteps, network),
  named(proxySteps, proxy),
  named(dnsSteps, dns),
  named(cloudSteps, cloud),
  named(csiSteps, csi),
  named(apiserverProcessSteps, apiserverProcess),
  named(faultsSteps, faults),
  named(programSteps, programs),
  named(upkeepSteps, upkeep),
  named(panicSteps, panic),
  named(auditSteps, audit),
);
