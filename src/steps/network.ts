import type { Micros } from '../base/time/units.ts';
import { defineSteps, step } from './define.ts';

const IPTABLES = 'pkg/util/iptables/iptables.go';
const RULES = 'pkg/proxy/iptables/proxier.go';
const PROXY_DOCS = 'https://kubernetes.io/docs/reference/networking/virtual-ips/';
const SERVICE_DOCS = 'https://kubernetes.io/docs/concepts/services-networking/service/';
const DEBUG_DOCS = 'https://kubernetes.io/docs/tasks/debug/debug-application/debug-service/';
const SOURCE_DOCS = 'https://kubernetes.io/docs/tutorials/services/source-ip/';
const MODEL_DOCS = 'https://kubernetes.io/docs/concepts/cluster-administration/networking/';

const tools = { level: 'detail', models: IPTABLES, docs: PROXY_DOCS } as const;
const hook = { level: 'step', models: RULES, docs: PROXY_DOCS } as const;
const detail = { level: 'detail', models: RULES, docs: PROXY_DOCS } as const;
const wire = {
  level: 'step',
  models: 'containernetworking/plugins plugins/main/bridge/bridge.go',
  docs: MODEL_DOCS,
} as const;

export const network = defineSteps('network', {
  restore: step<{ tables: string; chains: number; rules: number; deleted: number }>({
    level: 'step',
    models: IPTABLES,
    docs: PROXY_DOCS,
  }),
  restoreFailed: step<{ error: string }>({ level: 'step', models: IPTABLES, docs: PROXY_DOCS }),
  nftApplied: step<{ chains: number; rules: number; deleted: number; elements: number; removed: number }>({
    level: 'step',
    models: 'pkg/proxy/nftables/proxier.go',
    docs: PROXY_DOCS,
  }),
  setsFilled: step<{ sets: number; entries: number }>({ ...tools, models: 'pkg/proxy/ipvs/ipset.go' }),
  balancerWritten: step<{ virtual: number; real: number; removed: number }>({
    level: 'step',
    models: 'pkg/proxy/ipvs/proxier.go',
    docs: PROXY_DOCS,
  }),
  chain: step<{ table: string; chain: string }>(tools),
  chainDeleted: step<{ table: string; chain: string; rules: number }>(tools),
  ruleAdded: step<{ table: string; chain: string; rule: string }>(tools),
  ruleDeleted: step<{ table: string; chain: string; rule: string }>(tools),
  forget: step<{ entries: number }>({ level: 'detail', models: 'pkg/proxy/conntrack/cleanup.go', docs: PROXY_DOCS }),
  sysctl: step<{ name: string; value: number }>({ level: 'detail', models: RULES, docs: PROXY_DOCS }),

  // A connection, seen from its two ends.
  connect: step<{ from: string; to: string; address: string; protocol: string }>({
    level: 'scene',
    models: 'staging/src/k8s.io/apimachinery/pkg/util/net/http.go',
    docs: SERVICE_DOCS,
  }),
  sent: step<{
    what: string;
    protocol: string;
    source: string;
    destination: string;
    bytes: number;
    from: string;
  }>(wire),
  delivered: step<{ to: string; what: string; source: string; destination: string }>(wire),
  accepted: step<{ process: string; seen: string; port: number }>({ level: 'step', models: RULES, docs: SOURCE_DOCS }),
  nobodyListens: step<{ at: string; port: number }>({ level: 'step', models: RULES, docs: DEBUG_DOCS }),
  notRecognised: step<{ seen: string; want: string }>({ level: 'step', models: RULES, docs: SOURCE_DOCS }),
  pathMtu: step<{ bytes: number; mtu: number }>({ level: 'step', models: RULES, docs: MODEL_DOCS }),
  again: step<{ attempt: number; seconds: number }>({ level: 'step', models: RULES, docs: DEBUG_DOCS }),
  gaveUp: step<{ seconds: number; attempts: number }>({ level: 'step', models: RULES, docs: DEBUG_DOCS }),
  noNeighbour: step<{ at: string }>({ level: 'step', models: RULES, docs: DEBUG_DOCS }),
  ended: step<{
    outcome: string;
    process: string;
    seen: string;
    packets: number;
    examined: number;
    micros: Micros;
  }>({ level: 'scene', models: RULES, docs: SERVICE_DOCS }),

  // A packet inside one kernel.
  hook: step<{ hook: string; in: string; out: string; source: string; destination: string; mark: number }>(hook),
  tracked: step<{
    standing: string;
    direction: string;
    entry: number | undefined;
    state: string | undefined;
  }>(detail),
  rule: step<{
    table: string;
    chain: string;
    number: number;
    rule: number;
    matched: boolean;
    why: string;
    want: string;
    seen: string;
    target: string;
    depth: number;
  }>(detail),
  marked: step<{ before: number; mark: number }>(detail),
  balanced: step<{
    server: string;
    scheduler: string;
    real: string;
    place: number;
    of: number;
    remembered: boolean;
  }>({ ...hook, models: 'pkg/proxy/ipvs/proxier.go' }),
  unbalanced: step<{ server: string }>({ ...hook, models: 'pkg/proxy/ipvs/proxier.go' }),
  policy: step<{ table: string; chain: string; policy: string }>(detail),
  translated: step<{ end: string; before: string; after: string; undone: boolean; byRule: boolean }>(hook),
  routed: step<{ destination: string; local: boolean; device: string; via: string }>({ ...hook, docs: MODEL_DOCS }),
  remembered: step<{ original: string; reply: string; state: string; direction: string }>(detail),
  seen: step<{ original: string; reply: string; state: string; direction: string }>(detail),
  rejected: step<{ with: string; at: string }>({ level: 'step', models: RULES, docs: DEBUG_DOCS }),
  complained: step<{ code: string; source: string; destination: string; at: string }>({
    level: 'step',
    models: RULES,
    docs: DEBUG_DOCS,
  }),
  lost: step<{ why: string; at: string; source: string; destination: string }>({
    level: 'step',
    models: RULES,
    docs: DEBUG_DOCS,
  }),

  // Between kernels.
  hop: step<{
    from: string;
    out: string;
    to: string;
    in: string;
    cable: string;
    source: string;
    destination: string;
  }>(wire),
  wrapped: step<{ inner: string; outer: string; bytes: number; to: string }>({
    level: 'step',
    models: 'flannel-io/flannel pkg/backend/vxlan/vxlan.go',
    docs: MODEL_DOCS,
  }),
  unwrapped: step<{ inner: string; at: string }>({
    level: 'step',
    models: 'flannel-io/flannel pkg/backend/vxlan/vxlan.go',
    docs: MODEL_DOCS,
  }),
});
