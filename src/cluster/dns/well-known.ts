// Models cmd/kubeadm/app/apis/kubeadm/v1beta4/defaults.go and pkg/kubelet/network/dns/dns.go (v1.36)

export const CLUSTER_DOMAIN = 'cluster.local';

/** The address that clusters of IPv4 give their DNS. */
export const CLUSTER_DNS = '10.96.0.10';
