import { cacheTable } from '../../cluster/apiserver/watchcache/rows.ts';
import { ADDRESS_TABLES } from '../../cluster/cni/rows.ts';
import { CONTAINER_TABLES, IMAGE_TABLES, SANDBOX_TABLES, type SandboxRow } from '../../cluster/cri/rows.ts';
import { hostsFile, resolvConf, resolverOf } from '../../cluster/dns/index.ts';
import {
  KUBELETS_TABLE,
  POD_WORKER_TABLES,
  type PodWorkerRow,
  STATUS_TABLES,
  VOLUME_TABLES,
} from '../../cluster/kubelet/pods/rows.ts';
import { cgroupsOf } from '../../cluster/kubelet/process/cgroups.ts';
import type { Step, StepArgs, TableName } from '../../engine/index.ts';
import type { ViewParams } from '../../protocol/messages.ts';
import type { NodeView } from '../../protocol/views.ts';
import { cni } from '../../steps/cni.ts';
import { cri } from '../../steps/cri.ts';
import { type ComponentName, componentOf } from '../../steps/index.ts';
import { kubelet } from '../../steps/kubelet.ts';
import { nodeOf } from '../actors.ts';
import { resourceRows } from '../node-resources.ts';
import type { Snapshot } from '../snapshot.ts';
import { shownEffects } from '../why.ts';
import { bundles, volumes } from './bundles.ts';

const MOST_CALLS = 14;
const LOOK_BACK = 6000;
const MOST_FILES = 12;
const THROUGH: { readonly [Component in ComponentName]?: string } = {
  cri: 'CRI',
  cni: 'CNI bridge',
  kubelet: 'kube-apiserver',
};

/** Calls by the names that the interfaces give them, with what they are about. */
const CALLS: { readonly [kind: string]: (args: StepArgs) => string } = {
  [cri.runPodSandbox.name]: () => 'RunPodSandbox',
  [cri.imageStatus.name]: ({ image }) => `ImageStatus ${image}`,
  [cri.pullImage.name]: ({ image }) => `PullImage ${image}`,
  [cri.createContainer.name]: ({ container }) => `CreateContainer ${container}`,
  [cri.startContainer.name]: ({ container }) => `StartContainer ${container}`,
  [cri.exec.name]: ({ container, command }) => `Exec ${container}: ${command}`,
  [cri.updateContainer.name]: ({ container }) => `UpdateContainerResources ${container}`,
  [cri.removeImage.name]: ({ image }) => `RemoveImage ${image}`,
  [cri.stopContainer.name]: ({ container }) => `StopContainer ${container}`,
  [cri.stopPodSandbox.name]: () => 'StopPodSandbox',
  [cri.removeContainer.name]: ({ container }) => `RemoveContainer ${container}`,
  [cri.removePodSandbox.name]: () => 'RemovePodSandbox',
  [cni.add.name]: () => 'ADD',
  [cni.connect.name]: ({ veth, ip }) => `${veth}, ${ip}`,
  [cni.mapPorts.name]: ({ ports }) => `ADD ${ports}`,
  [cni.unmapPorts.name]: ({ ports }) => `DEL ${ports}`,
  [cni.del.name]: ({ ip }) => `DEL ${ip}`,
  [kubelet.statusPatch.name]: () => 'PATCH pods/status',
};

function callOf(step: Step): string | undefined {
  return CALLS[step.kind.name]?.(step.args);
}

/** A node opened: pod workers, what was asked of runtime and network, what is there now. */
export function nodeView(snapshot: Snapshot, params: ViewParams): NodeView {
  const names = [...snapshot.membersOf(POD_WORKER_TABLES)].sort();
  const acting = snapshot.step === undefined ? undefined : actingNode(snapshot, snapshot.step);
  const node = params.name ?? acting ?? names[0];
  if (node === undefined) return empty(names);
  const rows = <Row>(name: TableName<Row>) => [...snapshot.table(name).values()];
  const changed = snapshot.changedKeys(POD_WORKER_TABLES.of(node));
  return {
    names,
    node,
    stopped: snapshot.table(KUBELETS_TABLE).get(node)?.since,
    workers: rows(POD_WORKER_TABLES.of(node)).map(({ pod, uid, state }) => ({
      pod,
      state,
      now: changed.has(uid),
    })),
    did: calls(snapshot, node),
    sandboxes: rows(SANDBOX_TABLES.of(node)).map(({ id, pod, ip, ready }) => ({
      id,
      pod,
      ip: ip ?? '',
      ready,
    })),
    containers: rows(CONTAINER_TABLES.of(node)).map(({ id, name, pod, image, state }) => ({
      id,
      name,
      pod,
      image,
      state,
    })),
    images: rows(IMAGE_TABLES.of(node)).map(({ tags, sizeBytes }) => ({
      name: tags[0] ?? '',
      size: mebibytes(sizeBytes),
    })),
    resources: resources(snapshot, node, rows(POD_WORKER_TABLES.of(node))),
    ...conditions(snapshot, node),
    addresses: rows(ADDRESS_TABLES.of(node)).map(({ ip, owner }) => ({ ip, owner })),
    files: nameFiles(snapshot, rows(SANDBOX_TABLES.of(node))),
    mounted: rows(VOLUME_TABLES.of(node))
      .slice(0, MOST_FILES)
      .flatMap(({ pod, volume, files = [], told = [] }) => [
        ...files.map(({ path, text }) => ({ pod, path, text })),
        ...told.map(({ path, text }) => ({ pod, path: `${volume}/${path}`, text })),
      ]),
    volumes: volumes(snapshot, node),
    bundles: bundles(snapshot, node),
    cgroups: cgroups(snapshot, rows(SANDBOX_TABLES.of(node))),
  };
}

function resources(snapshot: Snapshot, name: string, workers: readonly PodWorkerRow[]): NodeView['resources'] {
  const node = snapshot.table(cacheTable('nodes')).get(name);
  const pods = snapshot.table(cacheTable('pods'));
  const here = workers.map(({ pod }) => pods.get(pod)).filter((pod) => pod !== undefined);
  return node === undefined ? [] : resourceRows(node, here);
}

/** What was written for the Pods that have a sandbox. */
function cgroups(snapshot: Snapshot, sandboxes: readonly SandboxRow[]): NonNullable<NodeView['cgroups']> {
  const pods = snapshot.table(cacheTable('pods'));
  return sandboxes.slice(0, MOST_FILES).flatMap((sandbox) => {
    const name = `${sandbox.namespace}/${sandbox.pod}`;
    const pod = pods.get(name);
    return pod === undefined ? [] : cgroupsOf(pod).map((values) => ({ pod: name, ...values }));
  });
}

/** resolv.conf and hosts of the Pods that are there. */
function nameFiles(snapshot: Snapshot, sandboxes: readonly SandboxRow[]): NonNullable<NodeView['files']> {
  const pods = snapshot.table(cacheTable('pods'));
  const service = snapshot.table(cacheTable('services')).get('kube-system/kube-dns');
  const dns = service?.spec.clusterIP;
  const files: { readonly pod: string; readonly resolvConf: string; readonly hosts: string }[] = [];
  for (const sandbox of sandboxes.slice(0, MOST_FILES)) {
    const name = `${sandbox.namespace}/${sandbox.pod}`;
    const pod = pods.get(name);
    if (pod === undefined) continue;
    files.push({ pod: name, resolvConf: resolvConf(resolverOf(pod, dns)), hosts: hostsFile(pod) });
  }
  return files;
}

/** The node that acts, or whose request this is. */
function actingNode(snapshot: Snapshot, { actor, seq }: Step): string | undefined {
  return nodeOf(actor) ?? nodeOf(snapshot.requests.of(seq)?.client ?? '');
}

/** The newest calls of this node up to the cursor; a call lasts until the next step that it causes. */
function calls(snapshot: Snapshot, node: string): NodeView['did'] {
  const { journal, cursor } = snapshot;
  const found: { what: string; through: string; tookMicros: number | undefined; seq: number; now: boolean }[] = [];
  const from = Math.max(journal.base, cursor.position - LOOK_BACK);
  for (let seq = cursor.position; seq >= from && found.length < MOST_CALLS; seq -= 1) {
    if (!journal.has(seq) || nodeOf(journal.actorOf(seq)) !== node) continue;
    const component = componentOf(journal.kindOf(seq));
    const what = callOf(journal.step(seq));
    if (what === undefined) continue;
    found.push({
      what,
      through: THROUGH[component] ?? component,
      tookMicros: duration(snapshot, seq),
      seq,
      now: seq === cursor.position,
    });
  }
  return found.reverse();
}

function duration(snapshot: Snapshot, seq: number): number | undefined {
  const { journal, requests } = snapshot;
  if (journal.kindOf(seq) === kubelet.statusPatch) {
    const [received] = shownEffects(journal, seq, (at) => requests.of(at)?.received === at, 1);
    const end = received === undefined ? undefined : requests.of(received)?.endTime;
    return end === undefined ? undefined : end - journal.timeOf(seq);
  }
  const end = Math.min(journal.end, seq + 2000);
  for (let at = seq + 1; at < end; at += 1) {
    if (journal.causeOf(at) === seq) return journal.timeOf(at) - journal.timeOf(seq);
  }
  return undefined;
}

/** Conditions of the pod whose status this node touched last. */
function conditions(snapshot: Snapshot, node: string): Pick<NodeView, 'conditions' | 'conditionsOf'> {
  const table = STATUS_TABLES.of(node);
  const [touched] = snapshot.changedKeys(table);
  const rows = snapshot.table(table);
  const row = (touched === undefined ? undefined : rows.get(touched)) ?? [...rows.values()].at(-1);
  return {
    conditions: (row?.conditions ?? []).map(({ type, status, reason }) => ({ type, status, reason: reason ?? '' })),
    conditionsOf: row?.pod,
  };
}

function mebibytes(bytes: number): string {
  return `${Math.round((bytes / 1_048_576) * 10) / 10} MiB`;
}

function empty(names: readonly string[]): NodeView {
  const none = { workers: [], did: [], sandboxes: [], containers: [], images: [], conditions: [], addresses: [] };
  return { names, node: undefined, ...none };
}
