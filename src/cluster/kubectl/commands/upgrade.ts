// Models staging/src/k8s.io/streaming/pkg/httpstream/wsstream (v1.36)

/** What a request says that is to become a stream both ways. */
export const UPGRADE = { upgrade: 'websocket', connection: 'Upgrade', 'sec-websocket-protocol': 'v5.channel.k8s.io' };
