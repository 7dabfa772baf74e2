// Models pkg/kubelet/volumemanager/reconciler/reconciler_common.go, pkg/volume/{emptydir,configmap,secret,projected,downwardapi} (v1.36)

import type { Pod, Volume } from '../../../api/types/core.ts';
import type { PersistentVolume } from '../../../api/types/core-volumes.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { csi } from '../../../steps/csi.ts';
import { kubelet as kinds } from '../../../steps/kubelet.ts';
import { attachedName } from '../../ports/attachment.ts';
import { Folder, trimmed } from '../../ports/folder.ts';
import { diskOfNode, hostPathProblem } from '../node/node-disk.ts';
import type { NodeServices } from '../node/services.ts';
import { cached, type Keyed } from '../objects/object-cache.ts';
import { type CachedKind, watchOf } from '../objects/referred-objects.ts';
import type { Held } from '../pods/held-volume.ts';
import type { PodState } from '../pods/pod-state.ts';
import { type ProjectedFile, VOLUME_TABLES } from '../pods/rows.ts';
import { toldBy } from '../process/process-facts.ts';
import { subjectOf } from '../status/status-manager.ts';
import { memoryFor, sharesGroup, tokenMode } from './access.ts';
import { waitForAttachment } from './attached.ts';
import { modeOf, payloadOf, tellsOfItself } from './files.ts';
import { followGrowth } from './growth.ts';
import { inlineProblem } from './inline-driver.ts';

/** A Pod is synced again after so long, and up to half as much more. */
const RESYNC = 60 * SECOND;
/** What pkg/volume/git_repo says instead of fetching (v1.36). */
const NO_GIT =
  'git-repo volume plugin has been disabled; if necessary, it may be re-enabled by enabling the feature-gate `GitRepoVolumeDriver`';
/** The modes of folders that the kubelet makes. In a folder in memory only owners may remove files. */
const OF_ALL = 0o777;
const OF_MEMORY = 0o1777;
const NOTHING = { readOnly: false, below: '' } as const;

type Item = NonNullable<NonNullable<Volume['downwardAPI']>['items']>[number];

/** One piece of what the kubelet writes into a volume. */
type Source =
  | {
      readonly kind: CachedKind;
      readonly name: string;
      readonly items: readonly Keys[];
      readonly isOptional: boolean;
      readonly mode?: number | undefined;
    }
  | { readonly kind: 'told'; readonly items: readonly Item[]; readonly mode?: number | undefined }
  | { readonly kind: 'token'; readonly path: string; readonly seconds: number };

interface Keys {
  readonly key: string;
  readonly path: string;
  readonly mode?: number;
}

/** A token for a Pod, or what is wrong. */
export type TokenSource = (
  ctx: Context,
  pod: Pod,
  seconds: number,
) => Process<{ readonly token: string } | { readonly error: string }>;

/** Volumes besides the one that every Pod has: made at the first that a node sees. */
export class VolumeSetup {
  /** Pods that mount an object, by `kind/namespace/name`; each of these is listened to. */
  private readonly users = new Map<string, Set<PodState>>();
  /** Pods that have a driver's volume, by its name. */
  private readonly staged = new Map<string, Set<PodState>>();

  constructor(
    private readonly services: NodeServices,
    private readonly grant: TokenSource,
  ) {}

  /** Says what is wrong, or puts what the volume holds into the state. */
  *setUp(
    ctx: Context,
    state: PodState,
    volume: Volume,
    bound: PersistentVolume | undefined,
  ): Process<string | undefined> {
    const sources = sourcesOf(volume);
    const problem = volume.csi === undefined ? undefined : yield* inlineProblem(ctx, this.services, volume);
    if (problem !== undefined) return problem;
    if (bound !== undefined) yield* waitForAttachment(ctx, this.services, state, bound);
    const held = sources === undefined ? this.held(state.pod, volume, bound) : yield* this.written(ctx, state, sources);
    if (typeof held === 'string') return held;
    if (bound?.spec.csi !== undefined) {
      this.mounted(ctx, state, bound.metadata.name ?? '', bound.spec.csi.driver);
      this.services.engine.spawn(followGrowth(this.services, state, volume, bound));
    }
    state.mounts.held ??= new Map();
    state.mounts.held.set(volume.name, held);
    return undefined;
  }

  private held(pod: Pod, volume: Volume, bound: PersistentVolume | undefined): Held | string {
    const held = this.plain(pod, volume, bound);
    const { fsGroup } = pod.spec.securityContext ?? {};
    if (typeof held !== 'string' && fsGroup !== undefined && sharesGroup(volume, bound))
      held.folder.giveTo(fsGroup, false, held.below);
    return held;
  }

  private plain(pod: Pod, { emptyDir, hostPath, gitRepo }: Volume, bound: PersistentVolume | undefined): Held | string {
    if (gitRepo !== undefined) return NO_GIT;
    if (emptyDir !== undefined) {
      const folder = new Folder();
      const inMemory = emptyDir.medium === 'Memory';
      folder.setMode('', inMemory ? OF_MEMORY : OF_ALL);
      const held = { ...NOTHING, folder };
      return inMemory ? { ...held, inMemory, bytes: memoryFor(pod, this.services.node, emptyDir.sizeLimit) } : held;
    }
    const path = hostPath ?? bound?.spec.hostPath ?? bound?.spec.local;
    if (path !== undefined) {
      const disk = this.nodeDisk();
      const problem = hostPathProblem(disk, path);
      return problem ?? { readOnly: false, folder: disk, below: trimmed(path.path) };
    }
    return { ...NOTHING, folder: bound === undefined ? new Folder() : this.services.volumeDisks.of(bound) };
  }

  private nodeDisk(): Folder {
    return diskOfNode(this.services);
  }

  // What the kubelet writes

  private *written(ctx: Context, state: PodState, sources: readonly Source[]): Process<Held | string> {
    const files = yield* this.filesOf(ctx, state, sources);
    if (typeof files === 'string') return files;
    const folder = new Folder();
    // Secrets and what stands beside them are kept off the disk.
    const inMemory = sources.some(({ kind }) => kind !== 'configmap');
    folder.setMode('', inMemory ? OF_MEMORY : OF_ALL);
    this.put(state, folder, files);
    folder.version = this.versionName(ctx.wall);
    for (const source of sources) {
      if (source.kind === 'configmap' || source.kind === 'secret') this.listen(state, source.kind, source.name);
    }
    const held = { folder, below: '', readOnly: true, told: files };
    return inMemory ? { ...held, inMemory, bytes: memoryFor(state.pod, this.services.node) } : held;
  }

  /** False when all of it was there already. */
  private put({ pod }: PodState, folder: Folder, files: readonly ProjectedFile[]): boolean {
    const isNews = folder.replace(files);
    const { fsGroup } = pod.spec.securityContext ?? {};
    for (const { path, uid } of files) if (uid !== undefined) folder.setOwner(`/${path}`, { uid, gid: 0 });
    if (isNews && fsGroup !== undefined) folder.giveTo(fsGroup, true);
    return isNews;
  }

  private *filesOf(ctx: Context, state: PodState, sources: readonly Source[]): Process<ProjectedFile[] | string> {
    const files: ProjectedFile[] = [];
    const errors = new Set<string>();
    for (const source of sources) {
      const error = yield* this.add(ctx, state, source, files);
      if (error !== undefined) errors.add(error);
    }
    if (errors.size === 0) return files;
    const all = [...errors].join(', ');
    return errors.size === 1 ? all : `[${all}]`;
  }

  private *add(ctx: Context, state: PodState, source: Source, files: ProjectedFile[]): Process<string | undefined> {
    const { pod } = state;
    if (source.kind === 'told') {
      for (const item of source.items) {
        const text = toldBy(item, state, this.services.node);
        files.push({ path: item.path, text, ...modeOf(item.mode ?? source.mode) });
      }
      return undefined;
    }
    if (source.kind === 'token') {
      const granted = yield* this.grant(ctx, pod, source.seconds);
      if ('error' in granted) return granted.error;
      files.push({ path: source.path, text: granted.token, ...tokenMode(pod) });
      return undefined;
    }
    const { kind, name, items, isOptional } = source;
    const { namespace = 'default' } = pod.metadata;
    const object = yield* cached(ctx, this.services, kind, namespace, name);
    if (typeof object === 'string') return isOptional ? undefined : object;
    const { data = {}, binaryData = {} } = object;
    const absent = items.find(({ key }) => !Object.hasOwn(data, key) && !Object.hasOwn(binaryData, key));
    const payload = payloadOf(kind, object, items, source.mode);
    files.push(...payload);
    if (absent === undefined || isOptional) return undefined;
    const problem = kind === 'secret' ? 'references non-existent secret' : 'configmap references non-existent config';
    return `${problem} key: ${absent.key}`;
  }

  /** Models pkg/volume/util/atomic_writer.go newTimestampDir (v1.36) */
  private versionName(now: number): string {
    const time = rfc3339(now).replace(/[-:T]/g, '_').replace('Z', '');
    return `..${time}.${1_000_000_000 + this.services.random.below(1_000_000_000)}`;
  }

  // And writes anew

  private listen(state: PodState, kind: CachedKind, name: string): void {
    const { namespace = 'default' } = state.pod.metadata;
    const key = `${kind}/${namespace}/${name}`;
    const users = this.users.get(key);
    if (users !== undefined) {
      users.add(state);
      return;
    }
    this.users.set(key, new Set([state]));
    const heard = (ctx: Context): void => this.heard(ctx, key);
    watchOf(this.services, kind, namespace, name).addHandler(this.services.actor, {
      onAdd: (ctx, _, isInitial) => (isInitial ? undefined : heard(ctx)),
      onUpdate: (ctx, before) => ((before as Keyed).immutable === true ? undefined : heard(ctx)),
      onDelete: heard,
    });
  }

  /** It is not watched any more: who mounts it next listens anew. */
  unwatched(key: string): void {
    this.users.delete(key);
  }

  /** The cache knows at once; Pods hear of it when they are synced the next time. */
  private heard(ctx: Context, key: string): void {
    for (const state of this.users.get(key) ?? []) {
      if (state.mounts.isStale || state.deleting) continue;
      state.mounts.isStale = true;
      const { engine, random } = this.services;
      const earliest = Math.max(0, state.mounts.writtenAt + RESYNC - engine.now);
      const wait = earliest + random.below(RESYNC / 2);
      ctx.after(wait, () => {
        if (state.mounts.isStale) engine.spawn(this.refresh(ctx, state));
      });
    }
  }

  /** Whatever the Pod is synced for, its volumes are written anew. */
  synced(ctx: Context, state: PodState): void {
    this.services.engine.spawn(this.refresh(ctx, state));
  }

  /** Volumes of a Pod as its labels and annotations are now. */
  podChanged(ctx: Context, state: PodState): void {
    if (state.mounts.held !== undefined && tellsOfItself(state.pod.spec)) {
      this.services.engine.spawn(this.refresh(ctx, state));
    }
  }

  private *refresh(ctx: Context, state: PodState): Process {
    state.mounts.isStale = false;
    if (state.deleting) return;
    state.mounts.writtenAt = ctx.now;
    for (const volume of state.pod.spec.volumes ?? []) {
      const sources = sourcesOf(volume);
      const held = state.mounts.held?.get(volume.name);
      if (sources === undefined || held === undefined || sources.some(({ kind }) => kind === 'token')) continue;
      const files = yield* this.filesOf(ctx, state, sources);
      if (typeof files === 'string') this.failed(ctx, state, volume.name, files);
      else if (this.put(state, held.folder, files)) {
        held.folder.version = this.versionName(ctx.wall);
        ctx.step(kinds.volumeRefreshed, subjectOf(state.pod), { volume: volume.name, files: files.length });
        state.mounts.held?.set(volume.name, { ...held, told: files });
        this.show(state, volume.name, files);
      }
    }
  }

  private show(state: PodState, volume: string, told: readonly ProjectedFile[]): void {
    const rows = this.services.engine.table(VOLUME_TABLES.of(this.services.node.name));
    if (!rows.isKept) return;
    const key = `${state.uid}/${volume}`;
    const row = rows.get(key);
    if (row?.mounted === true) rows.set(key, { ...row, told });
  }

  private failed(ctx: Context, state: PodState, volume: string, error: string): void {
    const origin = ctx.step(kinds.mountFailed, subjectOf(state.pod), { volume, error });
    const message = `MountVolume.SetUp failed for volume "${volume}" : ${error}`;
    this.services.recorder?.event(origin, state.eventObject, 'Warning', 'FailedMount', message);
  }

  forget(ctx: Context, state: PodState): void {
    for (const users of this.users.values()) users.delete(state);
    for (const { metadata, spec } of state.mounts.bound?.values() ?? []) {
      if (spec.csi === undefined) continue;
      const name = metadata.name ?? '';
      this.unmounted(ctx, state, name, spec.csi.driver);
      const isUsed = (this.staged.get(name)?.size ?? 0) > 0;
      if (!isUsed) this.services.volumesInUse?.delete(attachedName(spec.csi.driver, spec.csi.volumeHandle));
    }
  }

  // What a storage driver does on its node

  private mounted(ctx: Context, state: PodState, volume: string, driver: string): void {
    const subject = subjectOf(state.pod);
    const users = this.staged.get(volume) ?? new Set();
    this.staged.set(volume, users);
    const staged = users.size > 0 ? ctx : ctx.step(csi.staged, subject, { driver, volume });
    users.add(state);
    staged.step(csi.published, subject, { driver, volume });
  }

  private unmounted(ctx: Context, state: PodState, volume: string, driver: string): void {
    const users = this.staged.get(volume);
    if (users?.delete(state) !== true) return;
    const taken = ctx.step(csi.unpublished, subjectOf(state.pod), { driver, volume });
    if (users.size === 0) taken.step(csi.unstaged, subjectOf(state.pod), { driver, volume });
  }
}

/** Undefined: the kubelet does not write into such a volume. */
function sourcesOf({ configMap, secret, downwardAPI, projected }: Volume): readonly Source[] | undefined {
  if (configMap !== undefined) return [objectSource('configmap', configMap, configMap.defaultMode)];
  if (secret !== undefined) return [objectSource('secret', { ...secret, name: secret.secretName }, secret.defaultMode)];
  if (downwardAPI !== undefined)
    return [{ kind: 'told', items: downwardAPI.items ?? [], mode: downwardAPI.defaultMode }];
  const mode = projected?.defaultMode;
  return projected?.sources?.flatMap((source): readonly Source[] => {
    const { serviceAccountToken: token } = source;
    if (token !== undefined) return [{ kind: 'token', path: token.path, seconds: token.expirationSeconds ?? 3600 }];
    if (source.configMap !== undefined) return [objectSource('configmap', source.configMap, mode)];
    if (source.secret !== undefined) return [objectSource('secret', source.secret, mode)];
    return source.downwardAPI === undefined ? [] : [{ kind: 'told', items: source.downwardAPI.items ?? [], mode }];
  });
}

function objectSource(
  kind: CachedKind,
  {
    name = '',
    items = [],
    optional = false,
  }: { readonly name?: string | undefined; readonly items?: readonly Keys[]; readonly optional?: boolean },
  mode: number | undefined,
): Source {
  return { kind, name, items, isOptional: optional, mode };
}
