// Models pkg/kubelet/volumemanager/volume_manager.go (v1.36)

import { resourceOf } from '../../api/scheme.ts';
import { isStatus } from '../../api/status.ts';
import type { Pod, Volume } from '../../api/types/core.ts';
import { present } from '../../base/assert.ts';
import { extend } from '../../base/extend.ts';
import { slashed } from '../../base/slashed.ts';
import type { Context, Process, Table } from '../../engine/index.ts';
import { kubelet as kinds } from '../../steps/kubelet.ts';
import { delay, type NodeServices } from './node-services.ts';
import type { PodState } from './pod-state.ts';
import type { ProjectedFile, VolumeRow } from './rows.ts';
import { subjectOf } from './status-manager.ts';

const CONFIG_MAPS = present(resourceOf('configmaps'), 'configmaps');
const SECRETS = present(resourceOf('secrets'), 'secrets');
const CLAIMS = present(resourceOf('persistentvolumeclaims'), 'claims');
const SERVICE_ACCOUNTS = present(resourceOf('serviceaccounts'), 'serviceaccounts');
const FIRST_RETRY = 500_000;
const MAX_RETRY = 122_000_000;
const ROOT_CA = 'kube-root-ca.crt';

/** Models pkg/kubelet/volumemanager (v1.36): one pass over the pod's volumes instead of two reconciling worlds. */
export class VolumeManager {
  private readonly rows: Table<VolumeRow>;
  /** What projected volumes of the Pod that is being set up hold. */
  private readonly projected = new Map<string, ProjectedFile[]>();
  /** Namespaces whose root certificate is watched. */
  private readonly watched = new Set<string>();

  constructor(private readonly services: NodeServices) {
    this.rows = services.engine.table<VolumeRow>(`kubelet/${services.node.name}/volumes`);
  }

  /** Registers what the pod refers to: ConfigMaps are watched one by one, so that a kubelet sees only those its pods name. */
  register(ctx: Context, pod: Pod): void {
    const { factory } = this.services;
    const namespace = pod.metadata.namespace ?? 'default';
    for (const name of configMapsOf(pod)) {
      const key = `${namespace}/${name}`;
      if (this.watched.has(key)) continue;
      this.watched.add(key);
      factory.informer(CONFIG_MAPS, { namespace, field: `metadata.name=${name}` });
    }
    factory.start(ctx);
  }

  /** Tries to bring up every volume; false when something is missing, and then says when to try again. */
  *mount(ctx: Context, state: PodState): Process<boolean> {
    const { pod } = state;
    const volumes = pod.spec.volumes ?? [];
    if (volumes.length === 0) return true;
    const subject = subjectOf(pod);
    const waiting = ctx.step(kinds.waitForVolumes, subject, { volumes: volumes.length });
    for (const volume of volumes) this.publish(pod, volume, false);
    yield waiting.sleep(delay(this.services, this.services.latencies.volumeSetup));
    const problem = yield* this.firstProblem(waiting, pod);
    if (problem !== undefined) {
      const failed = waiting.step(kinds.mountFailed, subject, { volume: problem.volume, error: problem.error });
      const message = `MountVolume.SetUp failed for volume "${problem.volume}" : ${problem.error}`;
      this.services.recorder?.event(failed, state.eventObject, 'Warning', 'FailedMount', message);
      state.mountRetry = state.mountRetry === 0 ? FIRST_RETRY : Math.min(MAX_RETRY, state.mountRetry * 2);
      // Only waits: the cluster is at rest until somebody provides what is missing.
      failed.after(state.mountRetry, () => state.wake(failed), true);
      return false;
    }
    waiting.step(kinds.volumesMounted, subject, { volumes: volumes.length });
    for (const volume of volumes) this.publish(pod, volume, true);
    return true;
  }

  /** Unmounting takes its time; the rows go with the last step. */
  *unmount(ctx: Context, pod: Pod): Process {
    const volumes = pod.spec.volumes ?? [];
    if (volumes.length === 0) return;
    yield ctx.sleep(2 * delay(this.services, this.services.latencies.volumeSetup));
    ctx.step(kinds.volumesUnmounted, subjectOf(pod));
    for (const volume of volumes) this.rows.delete(`${pod.metadata.uid}/${volume.name}`);
  }

  private *firstProblem(
    ctx: Context,
    pod: Pod,
  ): Process<{ readonly volume: string; readonly error: string } | undefined> {
    for (const volume of pod.spec.volumes ?? []) {
      const error = yield* this.setUp(ctx, pod, volume);
      if (error !== undefined) return { volume: volume.name, error };
    }
    return undefined;
  }

  private *setUp(ctx: Context, pod: Pod, volume: Volume): Process<string | undefined> {
    const namespace = pod.metadata.namespace ?? 'default';
    const { configMap, secret, projected, persistentVolumeClaim } = volume;
    if (configMap !== undefined && configMap.optional !== true)
      return yield* this.exists(ctx, 'configmap', CONFIG_MAPS, namespace, configMap.name ?? '');
    if (secret !== undefined && secret.optional !== true)
      return yield* this.exists(ctx, 'secret', SECRETS, namespace, secret.secretName ?? '');
    if (persistentVolumeClaim !== undefined) {
      return yield* this.exists(ctx, 'persistentvolumeclaim', CLAIMS, namespace, persistentVolumeClaim.claimName);
    }
    const files: ProjectedFile[] = [];
    if (projected !== undefined) this.projected.set(`${pod.metadata.uid}/${volume.name}`, files);
    for (const source of projected?.sources ?? []) {
      const error = yield* this.projectedSource(ctx, pod, namespace, source, files);
      if (error !== undefined) return error;
    }
    return undefined;
  }

  private *projectedSource(
    ctx: Context,
    pod: Pod,
    namespace: string,
    source: NonNullable<NonNullable<Volume['projected']>['sources']>[number],
    files: ProjectedFile[],
  ): Process<string | undefined> {
    const { serviceAccountToken, configMap, secret, downwardAPI } = source;
    if (serviceAccountToken !== undefined) {
      const { expirationSeconds = 3600, path } = serviceAccountToken;
      const granted = yield* this.requestToken(ctx, pod, expirationSeconds);
      if ('error' in granted) return granted.error;
      files.push(tokenFile(path ?? 'token', granted));
      return undefined;
    }
    if (configMap?.name === ROOT_CA) files.push({ path: 'ca.crt', text: this.rootCertificate(namespace) });
    if (downwardAPI !== undefined) files.push({ path: 'namespace', text: namespace });
    // The root certificate is known from its watch.
    if (configMap !== undefined && configMap.name !== ROOT_CA && configMap.optional !== true) {
      return yield* this.exists(ctx, 'configmap', CONFIG_MAPS, namespace, configMap.name ?? '');
    }
    if (secret !== undefined && secret.optional !== true)
      return yield* this.exists(ctx, 'secret', SECRETS, namespace, secret.name ?? '');
    return undefined;
  }

  /** A token that is bound to this pod and dies with it. */
  private *requestToken(
    ctx: Context,
    pod: Pod,
    expirationSeconds: number,
  ): Process<Granted | { readonly error: string }> {
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
    const answer = yield* this.services.client.create(asked, SERVICE_ACCOUNTS, namespace, body, {
      name: account,
      subresource: 'token',
    });
    if (isStatus(answer)) return { error: `failed to fetch token: ${answer.message}` };
    return (answer.status as Granted | undefined) ?? { token: '' };
  }

  private rootCertificate(namespace: string): string {
    const { factory, base } = this.services;
    const { indexer } = factory.informer(CONFIG_MAPS, { namespace, field: `metadata.name=${ROOT_CA}` });
    const found = indexer.get(base, `${namespace}/${ROOT_CA}`) as { readonly data?: { readonly 'ca.crt'?: string } };
    return found?.data?.['ca.crt'] ?? '';
  }

  private *exists(
    ctx: Context,
    kind: string,
    info: typeof CONFIG_MAPS,
    namespace: string,
    name: string,
  ): Process<string | undefined> {
    const answer = yield* this.services.client.get(ctx, info, namespace, name);
    if (!isStatus(answer)) return undefined;
    return answer.code === 404 ? `${kind} "${name}" not found` : `failed to sync ${kind} cache: ${answer.message}`;
  }

  private publish(pod: Pod, volume: Volume, mounted: boolean): void {
    const type = Object.keys(volume).find((field) => field !== 'name') ?? 'emptyDir';
    const key = `${pod.metadata.uid}/${volume.name}`;
    const files = this.projected.get(key);
    const row = {
      pod: slashed(pod.metadata.namespace ?? '', pod.metadata.name ?? ''),
      volume: volume.name,
      type,
      mounted,
    };
    this.rows.set(key, mounted && files !== undefined ? extend(row, { files }) : row);
    if (mounted) this.projected.delete(key);
  }
}

/** What a TokenRequest is answered with. */
interface Granted {
  readonly token: string;
}

/** The token is written out when somebody reads the file, which hardly any program does. */
function tokenFile(path: string, granted: Granted): ProjectedFile {
  return {
    path,
    get text() {
      return granted.token;
    },
  };
}

function configMapsOf(pod: Pod): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { configMap, projected } of pod.spec.volumes ?? []) {
    if (configMap?.name !== undefined) names.add(configMap.name);
    for (const source of projected?.sources ?? [])
      if (source.configMap?.name !== undefined) names.add(source.configMap.name);
  }
  for (const container of pod.spec.containers) {
    for (const { configMapRef } of container.envFrom ?? [])
      if (configMapRef?.name !== undefined) names.add(configMapRef.name);
    for (const { valueFrom } of container.env ?? [])
      if (valueFrom?.configMapKeyRef?.name !== undefined) names.add(valueFrom.configMapKeyRef.name);
  }
  return names;
}
