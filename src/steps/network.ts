import { defineSteps, step } from './define.ts';

const IPTABLES = 'pkg/util/iptables/iptables.go';
const PROXY_DOCS = 'https://kubernetes.io/docs/reference/networking/virtual-ips/';

export const network = defineSteps('network', {
  restore: step<{ tables: string; chains: number; rules: number; deleted: number }>({
    level: 'step',
    models: IPTABLES,
    docs: PROXY_DOCS,
  }),
  restoreFailed: step<{ error: string }>({ level: 'step', models: IPTABLES, docs: PROXY_DOCS }),
  chain: step<{ table: string; chain: string }>({ level: 'detail', models: IPTABLES, docs: PROXY_DOCS }),
  ruleAdded: step<{ table: string; chain: string; rule: string }>({
    level: 'detail',
    models: IPTABLES,
    docs: PROXY_DOCS,
  }),
  ruleDeleted: step<{ table: string; chain: string; rule: string }>({
    level: 'detail',
    models: IPTABLES,
    docs: PROXY_DOCS,
  }),
  forget: step<{ entries: number }>({ level: 'detail', models: 'pkg/proxy/conntrack/cleanup.go', docs: PROXY_DOCS }),
  sysctl: step<{ name: string; value: number }>({
    level: 'detail',
    models: 'pkg/proxy/iptables/proxier.go',
    docs: PROXY_DOCS,
  }),
});
