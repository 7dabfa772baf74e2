/** The programs of the control plane that ask as clients or answer them. Each may be on a machine of its own, with a clock of its own. */
export const CONTROL_PLANE: readonly string[] = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler'];
