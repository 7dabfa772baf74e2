import { defineSteps, step } from './define.ts';

const RESOLVER = 'glibc resolv/res_query.c';
const SERVER = 'coredns/coredns plugin/kubernetes/kubernetes.go';
const DOCS = 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/';

export const dns = defineSteps('dns', {
  resolving: step<{ name: string; ndots: number; tries: number }>({ level: 'step', models: RESOLVER, docs: DOCS }),
  query: step<{ name: string; type: string; place: number; of: number }>({
    level: 'step',
    models: RESOLVER,
    docs: DOCS,
  }),
  answered: step<{ name: string; rcode: string; data: string }>({ level: 'step', models: SERVER, docs: DOCS }),
  forwarded: step<{ name: string }>({
    level: 'detail',
    models: 'coredns/coredns plugin/forward/forward.go',
    docs: DOCS,
    notModelled: 'There is no world outside with names of its own, so nothing outside of the cluster is ever found.',
  }),
  unreachable: step<{ server: string; error: string }>({ level: 'step', models: RESOLVER, docs: DOCS }),
  unresolved: step<{ name: string; tried: number }>({ level: 'step', models: RESOLVER, docs: DOCS }),
});
