// Models containerd internal/cri/server/container_create_linux.go, opencontainers/runtime-spec config.json (v1.36)

import type { Container, Pod, Volume } from '../../api/types/core.ts';
import { behaviourOf, parseImage } from '../../cluster/images/catalog.ts';

/** What is known of a container when its bundle is written. */
export interface Bundle {
  readonly pod: Pod;
  readonly container: Container;
  readonly id: string;
  readonly sandboxId: string;
  readonly image: string;
  readonly cgroupParent: string;
  readonly cpuShares: number;
  /** Undefined: without a limit. */
  readonly cpuQuota: number | undefined;
  readonly memoryLimit: number | undefined;
  readonly oomScore: number;
}

const STATE = '/run/containerd/io.containerd.runtime.v2.task/k8s.io';
const SANDBOXES = '/var/lib/containerd/io.containerd.grpc.v1.cri/sandboxes';
const PODS = '/var/lib/kubelet/pods';
const PATH = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Images start this when nobody says otherwise. */
const ENTRYPOINTS: { readonly [path: string]: readonly string[] } = {
  'library/nginx': ['/docker-entrypoint.sh', 'nginx', '-g', 'daemon off;'],
  'library/busybox': ['sh'],
  'library/alpine': ['/bin/sh'],
  'library/httpd': ['httpd-foreground'],
  'library/redis': ['docker-entrypoint.sh', 'redis-server'],
  pause: ['/pause'],
};

/** Where the bundle lies that runc is given. */
export function bundlePath(id: string): string {
  return `${STATE}/${id}`;
}

/** The calls that the shim makes, in order. */
export function runcCalls({ id }: Bundle): readonly string[] {
  const root = '--root /run/containerd/runc/k8s.io';
  return [`runc ${root} create --bundle ${bundlePath(id)} ${id.slice(0, 12)}`, `runc ${root} start ${id.slice(0, 12)}`];
}

/** config.json, without what is the same for every container (capabilities, masked paths, devices). */
export function ociSpec(bundle: Bundle): object {
  const { pod, container, id, sandboxId, image } = bundle;
  const { name = '', namespace = '', uid = '' } = pod.metadata;
  const user =
    container.securityContext?.runAsUser ??
    pod.spec.securityContext?.runAsUser ??
    Number(behaviourOf(image)?.user ?? 0);
  const command = container.command ?? [];
  const args =
    command.length > 0 ? [...command, ...(container.args ?? [])] : [...entrypoint(image), ...(container.args ?? [])];
  return {
    ociVersion: '1.0.2-dev',
    process: {
      user: { uid: user, gid: 0 },
      args,
      env: [
        PATH,
        `HOSTNAME=${pod.spec.hostname ?? name}`,
        ...(container.env ?? []).map((each) => `${each.name}=${each.value ?? '…'}`),
      ],
      cwd: container.workingDir ?? '/',
      oomScoreAdj: bundle.oomScore,
    },
    root: {
      path: 'rootfs',
      ...(container.securityContext?.readOnlyRootFilesystem === true ? { readonly: true } : undefined),
    },
    mounts: mountsOf(bundle),
    annotations: {
      'io.kubernetes.cri.container-name': container.name,
      'io.kubernetes.cri.container-type': 'container',
      'io.kubernetes.cri.image-name': image,
      'io.kubernetes.cri.sandbox-id': sandboxId,
      'io.kubernetes.cri.sandbox-name': name,
      'io.kubernetes.cri.sandbox-namespace': namespace,
      'io.kubernetes.cri.sandbox-uid': uid,
    },
    linux: {
      resources: {
        cpu: {
          shares: bundle.cpuShares,
          ...(bundle.cpuQuota === undefined ? undefined : { quota: bundle.cpuQuota }),
          period: 100_000,
        },
        ...(bundle.memoryLimit === undefined ? undefined : { memory: { limit: bundle.memoryLimit } }),
      },
      cgroupsPath: `${bundle.cgroupParent}:cri-containerd:${id}`,
      namespaces: [
        { type: 'pid' },
        ...['ipc', 'uts', 'network'].map((type) => ({
          type,
          path: `/proc/<pause>/ns/${type === 'network' ? 'net' : type}`,
        })),
        { type: 'mount' },
        { type: 'cgroup' },
      ],
    },
  };
}

function entrypoint(image: string): readonly string[] {
  const { path } = parseImage(image);
  return ENTRYPOINTS[path] ?? [`/${path.slice(path.lastIndexOf('/') + 1)}`];
}

function mountsOf({ pod, container, sandboxId }: Bundle): readonly object[] {
  const uid = pod.metadata.uid ?? '';
  const bind = (destination: string, source: string, readOnly = false) => ({
    destination,
    type: 'bind',
    source,
    options: ['rbind', readOnly ? 'ro' : 'rw'],
  });
  const volumes = (container.volumeMounts ?? []).map(({ name, mountPath, readOnly, subPath }) => {
    const volume = pod.spec.volumes?.find((each) => each.name === name);
    const source = volume === undefined ? '' : volumePath(uid, volume);
    return bind(mountPath, subPath === undefined ? source : `${source}/${subPath}`, readOnly === true);
  });
  return [
    { destination: '/proc', type: 'proc', source: 'proc' },
    { destination: '/dev', type: 'tmpfs', source: 'tmpfs' },
    { destination: '/sys/fs/cgroup', type: 'cgroup', source: 'cgroup', options: ['ro'] },
    bind('/etc/hosts', `${PODS}/${uid}/etc-hosts`),
    bind('/dev/termination-log', `${PODS}/${uid}/containers/${container.name}/termination-log`),
    bind('/etc/hostname', `${SANDBOXES}/${sandboxId}/hostname`),
    bind('/etc/resolv.conf', `${SANDBOXES}/${sandboxId}/resolv.conf`),
    bind('/dev/shm', `/run/containerd/io.containerd.grpc.v1.cri/sandboxes/${sandboxId}/shm`),
    ...volumes,
  ];
}

const PLUGINS: { readonly [source: string]: string } = {
  configMap: 'configmap',
  secret: 'secret',
  projected: 'projected',
  emptyDir: 'empty-dir',
  downwardAPI: 'downward-api',
};

/** The volume plugin that sets a volume up: in the kubelet itself, or a CSI driver that it calls. */
export function volumePlugin(volume: Volume, driver?: string): string {
  if (driver !== undefined) return `kubernetes.io/csi (${driver})`;
  const source = Object.keys(volume).find((field) => field !== 'name') ?? 'emptyDir';
  if (source === 'hostPath') return 'kubernetes.io/host-path';
  return `kubernetes.io/${PLUGINS[source] ?? 'local-volume'}`;
}

/** The directory on the node that becomes visible in containers. */
export function volumePath(uid: string, volume: Volume): string {
  if (volume.hostPath !== undefined) return volume.hostPath.path;
  const plugin = volumePlugin(volume).slice('kubernetes.io/'.length);
  return `${PODS}/${uid}/volumes/kubernetes.io~${plugin}/${volume.name}`;
}
