// Models pkg/kubelet/config/file_linux.go, pkg/kubelet/pod/mirror_client.go, pkg/kubelet/kubelet.go tryReconcileMirrorPods (v1.36)

import { isStatus } from '../../../api/errors/status.ts';
import { MIRROR } from '../../../api/pods/mirror.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Node, Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { present } from '../../../base/assert.ts';
import { slashed } from '../../../base/slashed.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { kubelet as kinds } from '../../../steps/kubelet.ts';
import type { Folder } from '../../ports/folder.ts';
import type { NodeServices } from '../node/services.ts';
import { HASH, podOfFile } from './manifest.ts';

const PODS = present(resourceOf('pods'), 'pods');
const FOLDER = '/etc/kubernetes/manifests';
/** Until a change of the folder is noticed, and until what could not be written is tried again. */
const NOTICED = 5000;
const RETRY = 10 * SECOND;

export interface StaticParts {
  readonly services: NodeServices;
  /** The Node, once it is known. */
  node(): Node | undefined;
  add(ctx: Context, pod: Pod): void;
  remove(ctx: Context, pod: Pod): void;
  /** There is a mirror to write the status of a pod to. */
  mirrored(ctx: Context, pod: Pod, mirror: Pod): void;
}

interface Manifest {
  readonly text: string;
  /** Undefined: it could not be read. */
  readonly pod: Pod | undefined;
}

/** Pods out of files on the node's disk: the kubelet runs them by itself, and shows them to the API server as mirrors. */
export class StaticPods {
  private manifests = new Map<string, Manifest>();
  /** From their start until nothing is left of them, by namespace and name. */
  private readonly running = new Map<string, Pod>();
  private readonly mirrors = new Map<string, Pod>();
  private readonly busy = new Set<string>();

  constructor(private readonly parts: StaticParts) {}

  /** Reads the folder now and whenever something on the disk has changed. */
  *follow(disk: Folder): Process {
    const { base, liveness } = this.parts.services;
    for (;;) {
      while (liveness.isKilled) yield liveness.started;
      this.read(base, disk);
      yield disk.changed;
      yield base.sleep(NOTICED);
    }
  }

  private read(ctx: Context, disk: Folder): void {
    const { node } = this.parts.services;
    const found = new Map<string, Manifest>();
    for (const path of filesIn(disk)) {
      const text = disk.read(path) ?? '';
      const before = this.manifests.get(path);
      if (before?.text === text) found.set(path, before);
      else {
        const pod = podOfFile(path, text, node, ctx.wall);
        const isPod = typeof pod !== 'string';
        if (isPod) ctx.step(kinds.manifestRead, `nodes/${node.name}`, { file: path, pod: fullName(pod) });
        else ctx.step(kinds.manifestRefused, `nodes/${node.name}`, { file: path, error: pod });
        found.set(path, { text, pod: isPod ? pod : undefined });
      }
    }
    this.manifests = found;
    const wanted = this.wanted();
    for (const [name, pod] of this.running)
      if (wanted.get(name)?.metadata.uid !== pod.metadata.uid) this.parts.remove(ctx, pod);
    this.start(ctx);
  }

  private wanted(): ReadonlyMap<string, Pod> {
    const pods = [...this.manifests.values()].flatMap(({ pod }) => pod ?? []);
    return new Map(pods.map((pod) => [fullName(pod), pod]));
  }

  /** Of one name the next begins when nothing is left of the one before. */
  private start(ctx: Context): void {
    for (const [name, pod] of this.wanted()) {
      if (this.running.has(name)) continue;
      this.running.set(name, pod);
      this.staticUids.set(pod.metadata.uid ?? '', undefined);
      this.parts.add(ctx, pod);
      this.reconcile(ctx, name);
    }
  }

  /** Nothing is left of it. */
  ended(ctx: Context, pod: Pod): void {
    const name = fullName(pod);
    if (this.running.get(name)?.metadata.uid !== pod.metadata.uid) return;
    this.running.delete(name);
    this.staticUids.delete(pod.metadata.uid ?? '');
    this.start(ctx);
    this.reconcile(ctx, name);
  }

  /** A mirror as the API server has it. */
  seen(ctx: Context, mirror: Pod): void {
    this.mirrors.set(fullName(mirror), mirror);
    this.reconcile(ctx, fullName(mirror));
  }

  gone(ctx: Context, mirror: Pod): void {
    const name = fullName(mirror);
    if (this.mirrors.get(name)?.metadata.uid === mirror.metadata.uid) this.mirrors.delete(name);
    this.reconcile(ctx, name);
  }

  private get staticUids(): Map<string, string | undefined> {
    const { services } = this.parts;
    services.mirrors ??= new Map();
    return services.mirrors;
  }

  private reconcile(ctx: Context, name: string): void {
    const { services } = this.parts;
    if (this.busy.has(name)) return;
    this.busy.add(name);
    services.engine.spawn(this.bringUp(services.base.from(ctx.originOnly()), name));
  }

  /** A mirror that is being deleted, or of another pod, goes; what runs and has none gets one. */
  private *bringUp(ctx: Context, name: string): Process {
    let mirror = this.mirrors.get(name);
    const pod = this.running.get(name);
    if (mirror !== undefined && !isMirrorOf(mirror, pod)) {
      yield* this.deleteMirror(ctx, mirror);
      mirror = undefined;
    }
    if (mirror === undefined && pod !== undefined) mirror = yield* this.createMirror(ctx, pod);
    this.busy.delete(name);
    if (pod === undefined || this.running.get(name) !== pod) return;
    if (mirror === undefined) {
      ctx.after(RETRY, () => this.reconcile(ctx, name), true);
      return;
    }
    const uid = pod.metadata.uid ?? '';
    if (this.staticUids.get(uid) === mirror.metadata.uid) return;
    this.staticUids.set(uid, mirror.metadata.uid);
    this.parts.mirrored(ctx, pod, mirror);
  }

  private *deleteMirror(ctx: Context, { metadata }: Pod): Process {
    const { name = '', namespace, uid } = metadata;
    const { client } = this.parts.services;
    const deleting = ctx.step(kinds.mirrorDeleted, `pods/${namespace}/${name}`);
    yield* client.delete(deleting, PODS, namespace, name, { gracePeriodSeconds: 0, preconditions: { uid: uid ?? '' } });
    const full = slashed(namespace ?? '', name);
    if (this.mirrors.get(full)?.metadata.uid === uid) this.mirrors.delete(full);
  }

  private *createMirror(ctx: Context, pod: Pod): Process<Pod | undefined> {
    const node = this.parts.node();
    if (node === undefined) return undefined;
    const { services } = this.parts;
    const { name = '', namespace, annotations } = pod.metadata;
    const creating = ctx.step(kinds.mirrorCreated, `pods/${namespace}/${name}`);
    const body = {
      ...pod,
      metadata: {
        ...pod.metadata,
        annotations: { ...annotations, [MIRROR]: annotations?.[HASH] ?? '' },
        ownerReferences: [
          { apiVersion: 'v1', kind: 'Node', name: services.node.name, uid: node.metadata.uid, controller: true },
        ],
      },
    };
    const answer = yield* services.client.create(creating, PODS, namespace, body as KObject);
    if (isStatus(answer)) return undefined;
    this.mirrors.set(fullName(answer), answer);
    return answer;
  }
}

/** What stands directly in the folder, besides hidden files, in order. */
function filesIn(disk: Folder): readonly string[] {
  const isManifest = (path: string): boolean => /^\/[^./][^/]*$/.test(path.slice(FOLDER.length));
  return [...disk.files()].filter((path) => path.startsWith(`${FOLDER}/`) && isManifest(path)).sort();
}

function fullName({ metadata }: Pod): string {
  return slashed(metadata.namespace ?? '', metadata.name ?? '');
}

function isMirrorOf({ metadata }: Pod, pod: Pod | undefined): boolean {
  if (pod === undefined || metadata.deletionTimestamp !== undefined) return false;
  return metadata.annotations?.[MIRROR] === pod.metadata.annotations?.[HASH];
}
