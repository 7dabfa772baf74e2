import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeHost, type Speed } from './driver.ts';
import { listen } from './https-server.ts';
import { kubeconfigText } from './kubeconfig.ts';
import { createAuthority } from './pki/authority.ts';
import { ServedCluster } from './served-cluster.ts';

export interface ServeOptions {
  readonly port: number;
  /** The address to listen on. */
  readonly listen: string;
  readonly nodes: number;
  readonly speed: Speed;
  readonly seed: number;
  /** Where the kubeconfig goes; undefined: beside the keys. */
  readonly kubeconfig: string | undefined;
  /** So many seconds have passed in the cluster since its beginning as a client sees it; only tests want that. */
  readonly age?: number;
  readonly broken?: (error: unknown) => void;
}

export interface Serving {
  readonly url: string;
  readonly kubeconfig: string;
  readonly cluster: ServedCluster;
  close(): Promise<void>;
}

export const LOOPBACK = '127.0.0.1';

/** Starts a cluster and serves it. Keys and the kubeconfig are for their owner's eyes only, and gone when it is closed. */
export async function serve(options: ServeOptions): Promise<Serving> {
  const startTime = (Date.now() - (options.age ?? 0) * 1000) * 1000;
  const report = options.broken ?? ((error: unknown) => console.error(error));
  const { nodes, seed, speed } = options;
  const cluster = new ServedCluster({ nodes, seed, speed, startTime }, nodeHost(report));
  const authority = createAuthority([LOOPBACK, '::1', 'localhost', options.listen], new Date());
  const server = await listen(cluster, authority, { address: options.listen, port: options.port });
  const folder = mkdtempSync(join(tmpdir(), 'kubestep-'));
  for (const [name, { certificate, key }] of [['ca', authority.root] as const, ...authority.people]) {
    writePrivate(join(folder, `${name}.crt`), certificate);
    if (name !== 'ca') writePrivate(join(folder, `${name}.key`), key);
  }
  const kubeconfig = options.kubeconfig ?? join(folder, 'kubeconfig');
  const url = `https://${options.listen.includes(':') ? `[${options.listen}]` : options.listen}:${server.port}`;
  writePrivate(kubeconfig, kubeconfigText(url, authority, cluster.tokens));
  return {
    url,
    kubeconfig,
    cluster,
    async close() {
      await server.close();
      cluster.driver.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Nobody else may read it, not even a file that was there before. */
function writePrivate(path: string, text: string): void {
  rmSync(path, { force: true });
  writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
}
