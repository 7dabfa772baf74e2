// Models cmd/kubeadm/app/apis/kubeadm/v1beta4/defaults.go and pkg/kubelet/network/dns/dns.go (v1.36)

export const CLUSTER_DOMAIN = 'cluster.local';

/** The address that clusters of IPv4 give their DNS. */
export const CLUSTER_DNS = '10.96.0.10';

/** What a node is told by its own network, and writes into its own /etc. */
export const DNS_OF_NODE = '10.123.0.1';
export const HOSTS_OF_NODE = '127.0.0.1\tlocalhost';
