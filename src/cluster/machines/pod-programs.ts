// Models what a container finds of the API server: the kubelet's projected volume and environment (v1.36)

import type { Pod } from '../../api/types/core.ts';
import type { Context } from '../../engine/index.ts';
import type { ApiServer } from '../apiserver/server.ts';
import { type ProjectedFile, VOLUME_TABLES } from '../kubelet/pods/rows.ts';
import type { RuntimeContainer, SandboxConfig } from '../ports/cri.ts';
import type { Environment } from '../ports/environment.ts';
import { startProgram } from '../programs/index.ts';

const NONE: readonly ProjectedFile[] = [];

/** The files of the projected volume that every Pod has, wherever it runs; none before they are mounted. */
function mountedFiles(env: Environment, nodes: readonly string[], uid: string): readonly ProjectedFile[] {
  for (const node of nodes) {
    for (const [key, { files }] of env.engine.table(VOLUME_TABLES.of(node)).entries()) {
      if (files !== undefined && key.startsWith(`${uid}/`)) return files;
    }
  }
  return NONE;
}

/** Starts the program of a container, as the ServiceAccount of its Pod. */
export function startInPod(
  env: Environment,
  { transport, peek }: Pick<ApiServer, 'transport'> & { readonly peek: (namespace: string, name: string) => unknown },
  node: string,
  ctx: Context,
  { config }: RuntimeContainer,
  { name, namespace, uid }: SandboxConfig,
  write: (text: string) => void,
): () => void {
  const token = mountedFiles(env, [node], uid).find(({ path }) => path === 'token')?.text;
  const pod = peek(namespace, name) as Pod | undefined;
  return startProgram(ctx, config.image, {
    env,
    transport,
    name: config.attempt === 0 ? name : `${name}.${config.attempt}`,
    namespace,
    account: pod?.spec.serviceAccountName ?? 'default',
    credentials: token === undefined ? {} : { token },
    args: [...config.command, ...config.args],
    write,
  });
}
