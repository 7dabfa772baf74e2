// Models pkg/kubelet/userns/userns_manager.go (v1.36)

/**
 * Why a pod gets no users of its own (`hostUsers: false`): the runtime of the nodes, containerd 1.6, tells of no handler at all,
 * so that none can be known to have them.
 */
export function userNamespaceProblem(handler: string): string {
  const who = handler === '' ? 'runtime' : `RuntimeClass handler ${JSON.stringify(handler)}`;
  return `can't set \`spec.hostUsers: false\`, ${who} does not support user namespaces: the handler ${JSON.stringify(handler)} is not known`;
}
