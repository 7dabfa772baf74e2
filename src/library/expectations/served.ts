/** What a served cluster is started with. Everything may be left out. */
export interface ServeOptions {
  /** 3 unless told. */
  readonly nodes?: number;
  /** Any that is free unless told. */
  readonly port?: number;
  /** The address to listen on; nobody else on the network reaches it unless told. */
  readonly listen?: string;
  /** Virtual seconds a second, or as fast as possible; 1 unless told. */
  readonly speed?: number | 'max';
  readonly seed?: number;
  /** Where to write the kubeconfig; into a temporary folder unless told. */
  readonly kubeconfig?: string;
  /** A default StorageClass, and a driver behind it. */
  readonly storage?: boolean;
  /** Services of the type LoadBalancer get addresses. */
  readonly loadBalancer?: boolean;
}

/** A cluster that real clients reach over HTTPS: kubectl, Helm, operators written in Go or Python. */
export interface ServedCluster {
  readonly url: string;
  /** The file that `KUBECONFIG` is to name. */
  readonly kubeconfig: string;
  /** The simulated kubectl, on this cluster. */
  kubectl(
    words: readonly string[],
    files?: { readonly [name: string]: string },
  ): Promise<{
    readonly code: number;
    readonly stdout: string;
    readonly stderr: string;
  }>;
  /** Ends it; keys and kubeconfig are gone. */
  close(): Promise<void>;
}

/** Serves a cluster from this process, in Node. It lives while the process is not busy with something else. */
export async function serveCluster(options: ServeOptions = {}): Promise<ServedCluster> {
  const { nodes = 3, port = 0, listen = '127.0.0.1', speed = 1, seed = 1, kubeconfig, storage, loadBalancer } = options;
  const { serve } = await import('../../server/serve.ts');
  const serving = await serve({
    nodes,
    port,
    listen,
    speed,
    seed,
    kubeconfig,
    proxy: 'iptables',
    ...(storage === undefined ? {} : { storage }),
    ...(loadBalancer === undefined ? {} : { loadBalancer }),
  });
  return {
    url: serving.url,
    kubeconfig: serving.kubeconfig,
    kubectl: (words, files) => serving.cluster.kubectl(words, files),
    close: () => serving.close(),
  };
}
