import type { Case } from './case.ts';
import { deployment, service } from './manifests.ts';

const svc = { subject: 'services/default/web', wish: 'service' };
const given = [{ apply: deployment('web') }];
const healthy = [{ apply: service('web', 'app: web') }];

export const services: readonly Case[] = [
  {
    name: 'a selector misses the Pods by a slip',
    given,
    broken: [{ apply: service('web', 'app: wbe') }],
    found: [
      {
        ...svc,
        hold: 'nearMatch',
        args: { name: 'web', selector: 'app=wbe', near: 'app=web', of: 'Deployment web' },
        deed: 'kubectl apply -f given.yaml',
        change: 'services/default/web spec.selector',
      },
    ],
    healthy,
  },
  {
    name: 'nobody listens at the target port',
    given,
    broken: [{ apply: service('web', 'app: web', '{ port: 80, targetPort: 8080 }') }],
    found: [
      {
        ...svc,
        wish: 'servicePort',
        hold: 'nobodyListens',
        args: { name: 'web', port: 8080, listens: '80' },
        deed: 'kubectl apply -f given.yaml',
        change: 'services/default/web spec.ports.0.targetPort',
      },
    ],
    healthy: [{ apply: service('web', 'app: web', '{ port: 8080, targetPort: 80 }') }],
  },
  {
    name: 'the program behind a Service takes no connections',
    given: [{ apply: deployment('web', { container: '{ name: web, image: busybox, command: [sleep, "100000"] }' }) }],
    broken: [{ apply: service('web', 'app: web') }],
    found: [{ ...svc, wish: 'servicePort', hold: 'nobodyListens', args: { port: 80, listens: '' } }],
    healthy: [
      {
        apply: deployment('web', {
          container: '{ name: web, image: hashicorp/http-echo, args: ["-listen=:7000", "-text=hello"] }',
        }),
      },
      { apply: service('web', 'app: web', '{ port: 80, targetPort: 7000 }') },
    ],
  },
  {
    name: 'a selector has the right value under another key',
    given,
    broken: [{ apply: service('web', 'name: web') }],
    found: [{ ...svc, hold: 'nearMatch', args: { selector: 'name=web', near: 'app=web' } }],
    healthy,
  },
  {
    name: 'a selector matches nothing in an empty namespace',
    broken: [{ apply: service('web', 'app: web') }],
    found: [{ ...svc, hold: 'noMatch', args: { selector: 'app=web' } }],
    healthy: [{ apply: deployment('web') }, ...healthy],
  },
  {
    name: 'those whom a Service selects were scaled away',
    given: [...given, ...healthy],
    broken: ['kubectl scale deployment web --replicas=0'],
    found: [
      {
        ...svc,
        hold: 'selectsNobodyYet',
        args: { selector: 'app=web', of: 'Deployment web' },
        deed: 'kubectl scale deployment web --replicas=0',
      },
    ],
    healthy: ['kubectl scale deployment web --replicas=2'],
  },
  {
    name: 'those whom a Service selects are not ready',
    broken: [
      { apply: deployment('web', { replicas: 2, container: '{ name: web, image: nowhere.example/x }' }) },
      ...healthy,
    ],
    found: [{ ...svc, hold: 'endpointsNotReady', args: { pods: 2, selector: 'app=web' } }],
    healthy: [{ apply: deployment('web', { replicas: 2 }) }, ...healthy],
  },
];
