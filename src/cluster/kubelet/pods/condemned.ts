// Models pkg/kubelet/kuberuntime/kuberuntime_manager.go containerKillReason (v1.36): why a container is killed, in the words of its event

export const CHANGED = 'definition changed';
export const REQUIRES_RESTART = 'resize requires restart';
export const FAILED_LIVENESS = 'failed liveness probe';
export const FAILED_STARTUP = 'failed startup probe';
