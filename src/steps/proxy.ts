import { defineSteps, step } from './define.ts';

const SERVICES = 'pkg/proxy/servicechangetracker.go';
const ENDPOINTS = 'pkg/proxy/endpointschangetracker.go';
const IPTABLES = 'pkg/proxy/iptables/proxier.go';
const RUNNER = 'pkg/proxy/runner/bounded_frequency_runner.go';
const VIPS = 'https://kubernetes.io/docs/reference/networking/virtual-ips/';
const SLICES = 'https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/';

export const proxy = defineSteps('proxy', {
  serviceTracked: step<{ change: string; ports: number }>({ level: 'step', models: SERVICES, docs: VIPS }),
  endpointsTracked: step<{ service: string; ready: number; total: number }>({
    level: 'step',
    models: ENDPOINTS,
    docs: SLICES,
  }),
  nodeTracked: step<{ zone: string }>({ level: 'detail', models: 'pkg/proxy/node.go', docs: VIPS }),
  delayed: step<{ millis: number }>({ level: 'detail', models: RUNNER, docs: VIPS }),
  sync: step<{ mode: string; full: boolean; changed: number; services: number; endpoints: number }>({
    level: 'step',
    models: IPTABLES,
    docs: VIPS,
  }),
  refused: step<{ mode: string; error: string }>({
    level: 'step',
    models: 'pkg/proxy/apis/config/validation/validation.go',
    docs: VIPS,
    notModelled:
      'A real kube-proxy v1.36 ends here. What follows is the way of the first ones, as it was until v1.25, so that it can be watched.',
  }),
  relayed: step<{ port: string; endpoint: string; place: number; of: number }>({
    level: 'step',
    models: 'pkg/proxy/userspace/roundrobin.go',
    docs: VIPS,
  }),
  prepared: step<{ mode: string }>({ level: 'detail', models: IPTABLES, docs: VIPS }),
  /** The first node of a story whose kernel has the rules. */
  programmed: step<{ node: string }>({ level: 'scene', models: IPTABLES, docs: VIPS }),
  jumpsEnsured: step<{ jumps: number; added: number }>({ level: 'detail', models: IPTABLES, docs: VIPS }),
  portWritten: step<{ mode: string; port: string; chain: string; usable: number; total: number; local: number }>({
    level: 'detail',
    models: IPTABLES,
    docs: VIPS,
  }),
  portRefused: step<{ port: string; target: string }>({ level: 'detail', models: IPTABLES, docs: VIPS }),
  chainsDeleted: step<{ chains: number; first: string }>({ level: 'detail', models: IPTABLES, docs: VIPS }),
  weightZero: step<{ server: string; real: string }>({
    level: 'detail',
    models: 'pkg/proxy/ipvs/graceful_termination.go',
    docs: VIPS,
  }),
  farewell: step<{ server: string; real: string }>({
    level: 'detail',
    models: 'pkg/proxy/ipvs/graceful_termination.go',
    docs: VIPS,
  }),
  restored: step<{ tool: string; lines: number; full: boolean }>({ level: 'step', models: IPTABLES, docs: VIPS }),
  failed: step<{ error: string }>({ level: 'step', models: IPTABLES, docs: VIPS }),
  healthChanged: step<{ port: number; local: number; code: number }>({
    level: 'detail',
    models: 'pkg/proxy/healthcheck/service_health.go',
    docs: 'https://kubernetes.io/docs/tutorials/services/source-ip/',
  }),
});
