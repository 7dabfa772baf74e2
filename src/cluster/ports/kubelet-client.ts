/** Whom a kubelet sees when the API server calls it: the client certificate that it has for kubelets. */
export const kubeletClient = {
  user: 'kube-apiserver-kubelet-client',
  groups: ['system:masters', 'system:authenticated'],
  extra: {
    'authentication.kubernetes.io/credential-id': [
      'X509SHA256=0de218f8928e4e1c9b350ee18d1e15e5436474e4ee0aea7c3361c00d63c2a825',
    ],
  },
} as const;
