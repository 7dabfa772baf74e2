import { accessSync, constants, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { joinHostPort } from '../base/address.ts';
import { AuditLog } from './audit-log.ts';
import { nodeHost } from './driver.ts';
import { type HttpsServer, listen } from './https-server.ts';
import { CLUSTER, kubeconfigText } from './kubeconfig.ts';
import { LOOPBACK, type ServeOptions } from './options.ts';
import { createAuthority } from './pki/authority.ts';
import { ServedCluster } from './served-cluster.ts';

export interface Serving {
  readonly url: string;
  readonly kubeconfig: string;
  readonly cluster: ServedCluster;
  close(): Promise<void>;
}

/** What a cluster of kind or minikube has as well: a class that is used unless another is named, and who makes its volumes. */
const STORAGE = `apiVersion: storage.k8s.io/v1
kind: CSIDriver
metadata:
  name: local.csi.kubestep.dev
spec:
  attachRequired: false
---
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata:
  name: standard
  annotations:
    storageclass.kubernetes.io/is-default-class: "true"
provisioner: local.csi.kubestep.dev
volumeBindingMode: WaitForFirstConsumer
`;

/** Starts a cluster and serves it. Keys and the kubeconfig are for their owner's eyes only, and gone when it is closed. */
export async function serve(options: ServeOptions): Promise<Serving> {
  const startTime = (Date.now() - (options.age ?? 0) * 1000) * 1000;
  const report = options.broken ?? ((error: unknown) => console.error(error));
  if (options.kubeconfig !== undefined) checkWritable(options.kubeconfig);
  const { nodes, seed, speed, proxy, audit, loadBalancer } = options;
  const log = audit === undefined ? undefined : openLog(audit);
  const authority = createAuthority([LOOPBACK, '::1', 'localhost', options.listen], new Date());
  const { root } = authority;
  const cluster = new ServedCluster(
    { nodes, seed, speed, startTime, proxy, loadBalancer, audit: log, root },
    nodeHost(report),
  );
  let server: HttpsServer;
  try {
    const { listen: address, port, patience } = options;
    server = await listen(cluster, authority, { address, port, patience });
  } catch (error) {
    cluster.close();
    throw new Error(whyNotListening(error, options));
  }
  const folder = options.keys ?? mkdtempSync(join(tmpdir(), 'kubestep-'));
  for (const [name, { certificate, key }] of [['ca', authority.root] as const, ...authority.people]) {
    writePrivate(join(folder, `${name}.crt`), certificate);
    if (name !== 'ca') writePrivate(join(folder, `${name}.key`), key);
  }
  const kubeconfig = options.kubeconfig ?? join(folder, 'kubeconfig');
  const url = `https://${joinHostPort(options.listen, server.port)}`;
  cluster.address = url;
  if (options.storage === true) await cluster.kubectl(['create', '-f', 'storage.yaml'], { 'storage.yaml': STORAGE });
  writePrivate(kubeconfig, kubeconfigText(url, authority, cluster.tokens));
  return {
    url,
    kubeconfig,
    cluster,
    async close() {
      await server.close();
      cluster.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function openLog({ policy, path }: NonNullable<ServeOptions['audit']>): AuditLog {
  try {
    return new AuditLog(policy, path);
  } catch (error) {
    throw new Error(`the audit log cannot be written: ${textOf(error)}`);
  }
}

/** Asked before anything is started: nothing has to be cleaned up. A kubeconfig of somebody else's is not overwritten. */
function checkWritable(path: string): void {
  const known = statSync(path, { throwIfNoEntry: false });
  if (known?.isDirectory() === true) throw new Error(`the kubeconfig cannot be written: ${path} is a folder`);
  if (known?.isFile() === false) throw new Error(`the kubeconfig cannot be written: ${path} is not a file`);
  if (known !== undefined && !isOurs(path)) {
    throw new Error(`the kubeconfig ${path} is there already and was not written by this program: name another file`);
  }
  try {
    accessSync(dirname(path), constants.W_OK);
  } catch (error) {
    throw new Error(`the kubeconfig cannot be written: ${textOf(error)}`);
  }
}

function isOurs(path: string): boolean {
  const text = readFileSync(path, 'utf8').trim();
  return text === '' || text.includes(`current-context: kubernetes-admin@${CLUSTER}`);
}

function whyNotListening(error: unknown, { listen: address, port }: ServeOptions): string {
  const { code } = error as { readonly code?: string };
  if (code === 'EADDRINUSE') return `port ${port} of ${address} is in use: choose another with --port`;
  if (code === 'EACCES') return `port ${port} may not be used by you: choose one above 1023 with --port`;
  if (code === 'EADDRNOTAVAIL') return `${address} is no address of this machine`;
  return textOf(error);
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Nobody else may read it, not even a file that was there before. */
function writePrivate(path: string, text: string): void {
  rmSync(path, { force: true });
  writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
}
