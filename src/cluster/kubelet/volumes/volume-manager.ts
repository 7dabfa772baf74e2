// Models pkg/kubelet/volumemanager/volume_manager.go (v1.36)

import { isStatus, type Status } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Pod, Volume } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { appended } from '../../../base/appended.ts';
import { present } from '../../../base/assert.ts';
import { extend } from '../../../base/extend.ts';
import { pureOfValues } from '../../../base/pure.ts';
import { slashed } from '../../../base/slashed.ts';
import { MILLISECOND, SECOND } from '../../../base/time/units.ts';
import type { Context, Process, Table, Wait } from '../../../engine/index.ts';
import { kubelet as kinds } from '../../../steps/kubelet.ts';
import type { Indexer } from '../../clientgo/indexer.ts';
import { delay, type NodeServices } from '../node/services.ts';
import { type CachedKind, unwatch, visitReferred, watchOf } from '../objects/referred-objects.ts';
import type { PodState } from '../pods/pod-state.ts';
import { type ProjectedFile, VOLUME_TABLES, type VolumeRow } from '../pods/rows.ts';
import type { Granted, ShownVolumes, VolumeFiles } from '../pods/shown-volumes.ts';
import type { Due } from '../pods/volume-due.ts';
import { subjectOf } from '../status/status-manager.ts';
import { isAccess } from './access-volume.ts';
import { lacksClaims } from './claimed-volume.ts';
import { mountedVolumes } from './mounted-volumes.ts';
import { VolumeSetup } from './setup.ts';

const CONFIG_MAPS = present(resourceOf('configmaps'), 'configmaps');
const SERVICE_ACCOUNTS = present(resourceOf('serviceaccounts'), 'serviceaccounts');
const FIRST_RETRY = 500 * MILLISECOND;
const MAX_RETRY = 122 * SECOND;
/** A Pod that waits for volumes looks at once, when none can be ready, and then this often. */
const LOOK = 300 * MILLISECOND;
const ROOT_CA = 'kube-root-ca.crt';

/**
 * Sets up a Pod's volumes before its containers may start, and takes them down after they have stopped.
 *
 * Promises: `mount` is true only when every volume that a container mounts is there; the objects that Pods name are watched
 * as long as one of those Pods is registered, and no longer; what is unmounted was mounted.
 * Does not promise: to wait. Where something is missing it says why, as an event and a step, and when to look again.
 * Called by: Pod workers, in this order: `register`, `mount` until it is true, `synced` at later looks, `unmount`, `forget`,
 * `unregister`.
 * Models pkg/kubelet/volumemanager (v1.36): one pass over the Pod's volumes instead of two reconciling worlds.
 */
export class VolumeManager {
  private readonly rows: Table<VolumeRow>;
  /** ConfigMaps and Secrets that are watched, with the Pods that name them, by uid. */
  private readonly watched = new Map<string, Set<string>>();
  /** The cache and key of each namespace's root certificate, which most Pods mount. */
  private readonly authorities = new Map<string, { readonly indexer: Indexer; readonly key: string }>();
  /** From the first time on that a Pod has more than the files of its ServiceAccount. */
  private others: VolumeSetup | undefined;

  constructor(
    private readonly services: NodeServices,
    /** Every Pod that the kubelet knows. */
    private readonly states: () => Iterable<PodState>,
  ) {
    this.rows = services.engine.viewTable(VOLUME_TABLES.of(services.node.name), () => this.view());
  }

  /** Registers what the pod refers to: objects are watched one by one, so that a kubelet sees only those its pods name. */
  register(pod: Pod): void {
    const { namespace = 'default', uid = '' } = pod.metadata;
    visitReferred(pod, (kind, name) => {
      if (name === undefined) return;
      const key = keyOf(kind, namespace, name);
      const users = this.watched.get(key);
      if (users !== undefined) {
        users.add(uid);
        return;
      }
      this.watched.set(key, new Set([uid]));
      watchOf(this.services, kind, namespace, name).start();
    });
  }

  /** Ends the watches of ConfigMaps and Secrets that no other pod names. */
  unregister(pod: Pod): void {
    const { namespace = 'default', uid = '' } = pod.metadata;
    visitReferred(pod, (kind, name) => {
      if (name === undefined) return;
      const key = keyOf(kind, namespace, name);
      const users = this.watched.get(key);
      if (users?.delete(uid) !== true || users.size > 0) return;
      this.watched.delete(key);
      this.others?.unwatched(key);
      if (name === ROOT_CA) this.authorities.delete(namespace);
      unwatch(this.services, kind, namespace, name);
    });
  }

  /** Tries to bring up every volume that a container has; false when something is missing, and then says when to try again. */
  *mount(ctx: Context, state: PodState): Process<boolean> {
    const volumes = mountedVolumes(state.pod.spec);
    if (volumes.length === 0) return true;
    const waiting = ctx.step(kinds.waitForVolumes, state.subject, { volumes: volumes.length });
    state.mounts.shown ??= { volumes, files: NO_FILES, mounted: false };
    const shown = state.mounts.shown;
    state.mounts.since ??= waiting.now;
    this.publish(state, shown);
    if (volumes.some(isClaimed) && (yield* lacksClaims(waiting, this.services, state, volumes))) return false;
    yield waiting.sleep(delay(this.services, this.services.latencies.volumeSetup));
    let next: Due | undefined;
    for (let at = 0; at < volumes.length; at += 1) {
      const volume = volumes[at] as Volume;
      if (state.mounts.setUp.includes(volume.name)) continue;
      let due = notYet(waiting, state, volume);
      if (due === undefined) {
        const error: string | undefined = yield this.setUp(waiting, state, volume, shown);
        due = this.attempted(waiting, state, volume, error);
      }
      if (due !== undefined && (next === undefined || due.at < next.at)) next = due;
    }
    if (next !== undefined) {
      lookAgain(state, next);
      return false;
    }
    const waited = waiting.engine.now - (state.mounts.since ?? 0);
    if (waited % LOOK > 0) yield waiting.sleep(LOOK - (waited % LOOK));
    waiting.note(kinds.volumesMounted, state.subject, { volumes: volumes.length });
    shown.mounted = true;
    this.publish(state, shown);
    return true;
  }

  /** Each volume has a back-off of its own; undefined: it is there. */
  private attempted(ctx: Context, state: PodState, volume: Volume, error: string | undefined): Due | undefined {
    const { name } = volume;
    if (error === undefined) {
      state.mounts.setUp = appended(state.mounts.setUp, name);
      return undefined;
    }
    const origin = ctx.step(kinds.mountFailed, state.subject, { volume: name, error });
    const stage = volume.csi === undefined ? 'SetUp' : 'NewMounter initialization';
    const message = `MountVolume.${stage} failed for volume "${name}" : ${error}`;
    this.services.recorder?.event(origin, state.eventObject, 'Warning', 'FailedMount', message);
    const before = state.mounts.due.get(name);
    const wait = before === undefined ? FIRST_RETRY : Math.min(MAX_RETRY, before.wait * 2);
    const due: Due = { at: origin.now + wait, wait, origin };
    state.mounts.due = state.mounts.due.with(name, due);
    return due;
  }

  /**
   * A Pod whose containers have ended goes on after the next look at all containers; what is not unmounted by then is
   * waited for. The rows go with the last step.
   */
  *unmount(ctx: Context, state: PodState, untilRelist: number): Process {
    if ((state.pod.spec.volumes ?? []).length === 0) {
      yield ctx.sleep(untilRelist);
      return;
    }
    const missing = Math.max(0, 2 * delay(this.services, this.services.latencies.volumeSetup) - untilRelist);
    yield ctx.sleep(untilRelist + Math.ceil(missing / LOOK) * LOOK);
    this.forget(ctx.step(kinds.volumesUnmounted, state.subject), state);
  }

  /** Nothing of the pod's volumes stays, nor of those that were never brought up. */
  forget(ctx: Context, state: PodState): void {
    if (state.mounts.shown === undefined) return;
    state.mounts.shown = undefined;
    for (const { name } of state.pod.spec.volumes ?? []) this.rows.delete(`${state.uid}/${name}`);
    if (state.mounts.held !== undefined || state.mounts.bound !== undefined) this.others?.forget(ctx, state);
  }

  /** Undefined when it is there, else why not. */
  private setUp(ctx: Context, state: PodState, volume: Volume, shown: ShownVolumes): Process<string | undefined> {
    const sources = volume.projected?.sources ?? NO_SOURCES;
    if (sources.some(hasToken)) return this.access(ctx, state, volume, shown, sources);
    return this.setUpOther(ctx, state, volume);
  }

  /**
   * A kubelet that was started anew knows no token that it had: it asks again, also for a pod that is to be stopped, as
   * long as a container of it may run.
   */
  // Models findAndAddNewPods of pkg/kubelet/volumemanager/populator/desired_state_of_world_populator.go (v1.36)
  foundAgain(ctx: Context, state: PodState): void {
    const {
      mounts: { shown },
    } = state;
    if (shown?.mounted !== true) return;
    for (const volume of shown.volumes) {
      const sources = volume.projected?.sources ?? NO_SOURCES;
      if (sources.some(hasToken)) this.services.engine.spawn(this.tokensAgain(ctx, state, volume, shown, sources));
    }
  }

  private *tokensAgain(ctx: Context, state: PodState, volume: Volume, shown: ShownVolumes, sources: Sources): Process {
    let tokens = NO_TOKENS;
    for (const { serviceAccountToken } of sources) {
      if (serviceAccountToken === undefined) continue;
      const granted = yield* this.requestToken(ctx, state.pod, serviceAccountToken.expirationSeconds ?? 3600);
      if ('error' in granted) return;
      tokens = appended(tokens, granted);
    }
    const before = shown.files.find((files) => files.volume.name === volume.name);
    note(shown, { volume, tokens, certificate: before?.certificate ?? '' });
    if (state.mounts.shown === shown) this.publish(state, shown);
  }

  private setUpOther(ctx: Context, state: PodState, volume: Volume): Process<string | undefined> {
    this.others ??= new VolumeSetup(this.services, (at, of, seconds) => this.requestToken(at, of, seconds));
    return this.others.setUp(ctx, state, volume, state.mounts.bound?.get(volume.name));
  }

  /** The files of a ServiceAccount. */
  private *access(
    ctx: Context,
    state: PodState,
    volume: Volume,
    shown: ShownVolumes,
    sources: Sources,
  ): Process<string | undefined> {
    const { pod } = state;
    let tokens = NO_TOKENS;
    let certificate = '';
    for (let at = 0; at < sources.length; at += 1) {
      const { serviceAccountToken, configMap } = sources[at] as Source;
      if (serviceAccountToken !== undefined) {
        const { expirationSeconds = 3600 } = serviceAccountToken;
        const answer: KObject | Status = yield this.askForToken(ctx, pod, expirationSeconds);
        const granted = grantedIn(answer);
        if ('error' in granted) return granted.error;
        tokens = appended(tokens, granted);
      }
      // The root certificate is known from its watch.
      if (configMap?.name === ROOT_CA) certificate = this.rootCertificate(pod.metadata.namespace ?? 'default');
    }
    note(shown, { volume, tokens, certificate });
    return isAccess(volume.name) ? undefined : yield* this.setUpOther(ctx, state, volume);
  }

  /** It is synced, and what it mounts has changed. */
  synced(ctx: Context, state: PodState): void {
    this.others?.synced(ctx, state);
  }

  /** Its labels or annotations are others. */
  podChanged(ctx: Context, state: PodState): void {
    this.others?.podChanged(ctx, state);
  }

  private *requestToken(ctx: Context, pod: Pod, expirationSeconds: number): Process<Granted | Refused> {
    return grantedIn(yield this.askForToken(ctx, pod, expirationSeconds));
  }

  /** A token that is bound to this pod and dies with it. */
  private askForToken(ctx: Context, pod: Pod, expirationSeconds: number): Wait<KObject | Status> {
    const { name, namespace, uid } = pod.metadata;
    const account = pod.spec.serviceAccountName ?? 'default';
    const asked = ctx.step(kinds.tokenRequested, subjectOf(pod), { serviceAccount: account });
    const body = {
      kind: 'TokenRequest',
      apiVersion: 'authentication.k8s.io/v1',
      metadata: {},
      spec: {
        audiences: null,
        expirationSeconds,
        boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name, uid },
      },
      status: { token: '', expirationTimestamp: null },
    };
    const options = { name: account, subresource: 'token' };
    return this.services.client.create(asked, SERVICE_ACCOUNTS, namespace, body, options);
  }

  private rootCertificate(namespace: string): string {
    let authority = this.authorities.get(namespace);
    if (authority === undefined) {
      const { indexer } = this.services.factory.informer(CONFIG_MAPS, {
        namespace,
        field: `metadata.name=${ROOT_CA}`,
      });
      authority = { indexer, key: `${namespace}/${ROOT_CA}` };
      this.authorities.set(namespace, authority);
    }
    const { indexer, key } = authority;
    const found = indexer.get(this.services.base, key) as { readonly data?: { readonly 'ca.crt'?: string } };
    return found?.data?.['ca.crt'] ?? '';
  }

  private publish(state: PodState, shown: ShownVolumes): void {
    if (this.rows.isKept) for (const [key, row] of rowsOf(state, shown)) this.rows.set(key, row);
  }

  private *view(): Iterable<readonly [string, VolumeRow]> {
    for (const state of this.states()) if (state.mounts.shown !== undefined) yield* rowsOf(state, state.mounts.shown);
  }
}

const NO_FILES: readonly VolumeFiles[] = [];
const NO_TOKENS: readonly Granted[] = [];

/** Notes the files of a volume, in place of those that it had before. */
function note(shown: ShownVolumes, files: VolumeFiles): void {
  const others =
    shown.files.length === 0 ? NO_FILES : shown.files.filter(({ volume }) => volume.name !== files.volume.name);
  shown.files = appended(others, files);
}

function* rowsOf(state: PodState, { volumes, files, mounted }: ShownVolumes): Iterable<readonly [string, VolumeRow]> {
  const { name = '', namespace = '' } = state.pod.metadata;
  const pod = slashed(namespace, name);
  for (const volume of volumes) {
    const type = Object.keys(volume).find((field) => field !== 'name') ?? 'emptyDir';
    const plain = { pod, volume: volume.name, type, mounted };
    const told = mounted ? state.mounts.held?.get(volume.name)?.told : undefined;
    const row = told === undefined ? plain : extend(plain, { told });
    const projected = mounted ? files.find((each) => each.volume.name === volume.name) : undefined;
    yield [
      `${state.uid}/${volume.name}`,
      projected === undefined ? row : extend(row, { files: filesOf(projected, namespace || 'default') }),
    ];
  }
}

function filesOf({ volume, tokens, certificate }: VolumeFiles, namespace: string): readonly ProjectedFile[] {
  const files: ProjectedFile[] = [];
  let token = 0;
  for (const { serviceAccountToken, configMap, downwardAPI } of volume.projected?.sources ?? NO_SOURCES) {
    if (serviceAccountToken !== undefined) {
      files.push(tokenFile(serviceAccountToken.path ?? 'token', tokens[token] as Granted));
      token += 1;
    }
    if (configMap?.name === ROOT_CA) files.push({ path: 'ca.crt', text: certificate });
    if (downwardAPI !== undefined) files.push({ path: 'namespace', text: namespace });
  }
  return files;
}

/** A token is written out when somebody reads the file, which hardly any program does. */
function tokenFile(path: string, granted: Granted): ProjectedFile {
  return {
    path,
    get text() {
      return granted.token;
    },
  };
}

type Sources = NonNullable<NonNullable<Volume['projected']>['sources']>;
type Source = Sources[number];

const NO_SOURCES: Sources = [];

const hasToken = ({ serviceAccountToken }: Source): boolean => serviceAccountToken !== undefined;

const isClaimed = ({ persistentVolumeClaim, ephemeral }: Volume): boolean =>
  persistentVolumeClaim !== undefined || ephemeral !== undefined;

/** It failed, and is not to be tried again before that. */
function notYet(ctx: Context, state: PodState, { name }: Volume): Due | undefined {
  const due = state.mounts.due.get(name);
  return due !== undefined && due.at > ctx.engine.now ? due : undefined;
}

/** Only waits: the cluster is at rest until somebody provides what is missing. */
function lookAgain(state: PodState, { at, origin }: Due): void {
  origin.at(at, () => state.wake(origin), true);
}

/** Pods of one template name the same. */
const keyOf = pureOfValues(16, (kind: CachedKind, namespace: string, name: string) => `${kind}/${namespace}/${name}`);

interface Refused {
  readonly error: string;
}

function grantedIn(answer: KObject | Status): Granted | Refused {
  if (isStatus(answer)) return { error: `failed to fetch token: ${answer.message}` };
  return (answer.status as Granted | undefined) ?? { token: '' };
}
