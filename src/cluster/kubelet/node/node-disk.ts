// Models pkg/volume/hostpath/host_path.go, pkg/volume/local/local.go (v1.36)

import type { HostPathVolumeSource, PersistentVolume } from '../../../api/types/core-volumes.ts';
import { DNS_OF_NODE, HOSTS_OF_NODE } from '../../dns/well-known.ts';
import { Folder, trimmed } from '../../ports/folder.ts';

/** Folders that any machine has. */
const USUAL =
  '/bin /boot /dev /etc /etc/kubernetes /etc/kubernetes/manifests /etc/ssl/certs /home /lib /lib/modules /mnt /mnt/disks /opt /proc /root /run /run/containerd /sbin /srv /sys /sys/fs/cgroup /tmp /usr /usr/share/zoneinfo /var /var/lib /var/lib/containerd /var/lib/docker/containers /var/lib/kubelet /var/log /var/log/containers /var/log/pods /var/run';
const SOCKETS = new Set(['/run/containerd/containerd.sock', '/var/run/containerd/containerd.sock']);

/** The disk of one node, as far as Pods see it. */
function newNodeDisk(node: string): Folder {
  const disk = new Folder();
  for (const path of USUAL.split(' ')) disk.makeFolder(path);
  disk.setMode('/tmp', 0o1777);
  disk.write('/etc/hostname', `${node}\n`);
  disk.write('/etc/hosts', `${HOSTS_OF_NODE}\n`);
  disk.write('/etc/resolv.conf', `nameserver ${DNS_OF_NODE}\n`);
  disk.write('/etc/machine-id', '9c1f3e0a7d5b4c2e8f6a1b0d3c4e5f60\n');
  disk.write('/etc/os-release', 'NAME="Debian GNU/Linux"\nVERSION_ID="12"\nID=debian\n');
  return disk;
}

interface OfNode {
  readonly node: { readonly name: string };
  disk?: Folder;
  readonly onDisk?: (disk: Folder) => void;
}

/** From the first time on that somebody asks for it. */
export function diskOfNode(services: OfNode): Folder {
  if (services.disk !== undefined) return services.disk;
  services.disk = newNodeDisk(services.node.name);
  services.onDisk?.(services.disk);
  return services.disk;
}

/** Makes what may be made; says what is wrong with what is there. */
export function hostPathProblem(disk: Folder, { path, type = '' }: HostPathVolumeSource): string | undefined {
  const at = trimmed(path);
  const isFile = disk.read(at) !== undefined;
  const isFolder = !isFile && disk.isFolder(at);
  const failed = (what: string): string => `hostPath type check failed: ${path} is not ${what}`;
  switch (type) {
    case 'Directory':
      return isFolder ? undefined : failed('a directory');
    case 'File':
      return isFile ? undefined : failed('a file');
    case 'Socket':
      return SOCKETS.has(at) ? undefined : failed('a socket file');
    case 'CharDevice':
      return failed('a character device');
    case 'BlockDevice':
      return failed('a block device');
    case 'FileOrCreate':
      if (isFolder) return failed('a file');
      if (!isFile) disk.write(at, '');
      return undefined;
    default:
      if (isFile && type === 'DirectoryOrCreate') return failed('a directory');
      if (!isFile) disk.makeFolder(at);
      return undefined;
  }
}

/** What lies outside of the nodes, of one cluster: the same wherever it is mounted. */
export class VolumeDisks {
  /** By the uid of the volume. */
  private readonly disks = new Map<string, Folder>();

  of({ metadata }: PersistentVolume): Folder {
    const key = metadata.uid ?? metadata.name ?? '';
    let disk = this.disks.get(key);
    if (disk === undefined) {
      disk = new Folder();
      disk.setMode('', 0o777);
      this.disks.set(key, disk);
    }
    return disk;
  }
}
