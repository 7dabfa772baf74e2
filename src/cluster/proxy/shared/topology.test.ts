import { describe, expect, it } from 'vitest';
import { serviceOf, sliceOf } from '../testing.ts';
import { endpointsOfSlice } from './endpoint.ts';
import { servicePortsOf } from './service-port.ts';
import { categorizeEndpoints } from './topology.ts';

const PORT = { name: 'http', protocol: 'TCP', port: 80 };
const READY = { ready: true, serving: true, terminating: false };
const LEAVING = { ready: false, serving: true, terminating: true };
const PLACE = { node: 'node-1', zone: 'a' };

function found(spec: object, endpoints: readonly object[], place = PLACE) {
  const [info] = servicePortsOf(serviceOf('web', { clusterIP: '10.96.0.7', ports: [PORT], ...spec }), 'IPv4');
  const infos = endpointsOfSlice(sliceOf('web', [PORT], endpoints)).get('default/web:http') ?? [];
  const { cluster, local, reachable, any } = categorizeEndpoints(infos, info as never, place);
  const ips = (list: readonly { ip: string }[]) => list.map(({ ip }) => ip).join(' ');
  return { cluster: ips(cluster), local: ips(local), reachable: ips(reachable), any };
}

const at = (ip: string, nodeName: string, conditions: object, hints: object = {}) => ({
  addresses: [ip],
  nodeName,
  conditions,
  hints,
});

describe('PS3: which endpoints may be used', () => {
  it.each<[string, object, readonly object[], object]>([
    [
      'ready ones, on whichever node',
      {},
      [at('1.1.1.1', 'node-1', READY), at('1.1.1.2', 'node-2', READY), at('1.1.1.3', 'node-2', LEAVING)],
      { cluster: '1.1.1.1 1.1.1.2', local: '', reachable: '1.1.1.1 1.1.1.2', any: true },
    ],
    [
      'those that end, when none is ready',
      {},
      [at('1.1.1.3', 'node-2', LEAVING), at('1.1.1.4', 'node-2', { ready: false })],
      { cluster: '1.1.1.3', any: true },
    ],
    [
      'of this node only under internalTrafficPolicy Local',
      { internalTrafficPolicy: 'Local' },
      [at('1.1.1.1', 'node-1', READY), at('1.1.1.2', 'node-2', READY)],
      { cluster: '', local: '1.1.1.1', reachable: '1.1.1.1', any: true },
    ],
    [
      'none under internalTrafficPolicy Local when all are elsewhere, though there are some',
      { internalTrafficPolicy: 'Local' },
      [at('1.1.1.2', 'node-2', READY)],
      { cluster: '', local: '', any: true },
    ],
    [
      'a local one that ends, for outside traffic under externalTrafficPolicy Local',
      { type: 'NodePort', externalTrafficPolicy: 'Local', ports: [{ ...PORT, nodePort: 30080 }] },
      [at('1.1.1.1', 'node-1', LEAVING), at('1.1.1.2', 'node-2', READY)],
      { cluster: '1.1.1.2', local: '1.1.1.1', reachable: '1.1.1.2 1.1.1.1' },
    ],
    [
      'those hinted for this zone',
      {},
      [
        at('1.1.1.1', 'node-1', READY, { forZones: [{ name: 'b' }] }),
        at('1.1.1.2', 'node-2', READY, { forZones: [{ name: 'a' }] }),
      ],
      { cluster: '1.1.1.2' },
    ],
    [
      'all, when one has no hint',
      {},
      [at('1.1.1.1', 'node-1', READY), at('1.1.1.2', 'node-2', READY, { forZones: [{ name: 'a' }] })],
      { cluster: '1.1.1.1 1.1.1.2' },
    ],
    [
      'near ones and those of this node, where hints name others than policy Local does',
      { type: 'NodePort', externalTrafficPolicy: 'Local', ports: [{ ...PORT, nodePort: 30080 }] },
      [
        at('1.1.1.1', 'node-1', READY, { forZones: [{ name: 'b' }] }),
        at('1.1.1.2', 'node-2', READY, { forZones: [{ name: 'a' }] }),
      ],
      { cluster: '1.1.1.2', local: '1.1.1.1', reachable: '1.1.1.2 1.1.1.1' },
    ],
    [
      'those of which nothing is said, as ready',
      {},
      [at('1.1.1.1', 'node-1', { ready: false }), at('1.1.1.2', 'node-2', {})],
      { cluster: '1.1.1.2' },
    ],
    [
      'none that ends, when nothing is said of whether it serves',
      {},
      [at('1.1.1.1', 'node-1', { ready: false, terminating: true })],
      { cluster: '', any: false },
    ],
    [
      'each once, though it is named twice',
      {},
      [at('1.1.1.1', 'node-1', READY), at('1.1.1.1', 'node-1', READY)],
      { cluster: '1.1.1.1' },
    ],
    ['nothing, of nothing', {}, [], { cluster: '', reachable: '', any: false }],
  ])('%s', (_, spec, endpoints, expected) => {
    expect(found(spec, endpoints)).toMatchObject(expected);
  });
});
