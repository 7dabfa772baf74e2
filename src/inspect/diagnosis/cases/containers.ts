import type { Case } from './case.ts';
import { deployment, pod } from './manifests.ts';

const web = { subject: 'deployments.apps/default/web', wish: 'replicas' };
const own = { subject: 'pods/default/web', wish: 'pod' };
const made = (more: string, image = 'nginx') => `{ name: web, image: "${image}"${more === '' ? '' : `, ${more}`} }`;
const shell = (line: string, more = '') => made(`command: [sh, -c, "${line}"]${more}`, 'busybox');
const path = 'deployments.apps/default/web spec.template.spec.containers.0';
const healthy = [{ apply: deployment('web') }];
const LONG = 40;
const limited = (seconds: number) =>
  deployment('web', { replicas: 2 }).replace('spec:', `spec:\n  progressDeadlineSeconds: ${seconds}`);
const secrets = (...names: readonly string[]) =>
  `envFrom: [${names.map((name) => `{ secretRef: { name: ${name} } }`).join(', ')}]`;
const mounted = {
  spec: 'volumes: [{ name: keys, secret: { secretName: keys } }]',
  container: made('volumeMounts: [{ name: keys, mountPath: /keys }]'),
};

export const containers: readonly Case[] = [
  {
    name: 'an image does not exist',
    broken: [{ apply: deployment('web', { container: made('', 'nginx:no-such-tag') }) }],
    found: [
      { ...web, hold: 'imageMissing', args: { container: 'web', image: 'nginx:no-such-tag' }, change: `${path}.image` },
    ],
    healthy,
  },
  {
    name: 'a registry is nowhere',
    broken: [{ apply: deployment('web', { container: made('', 'nowhere.example/x') }) }],
    found: [{ ...web, hold: 'imageMissing', args: { image: 'nowhere.example/x' } }],
    healthy,
  },
  {
    name: 'an image may not be fetched',
    broken: [{ apply: deployment('web', { container: made('imagePullPolicy: Never', 'redis:7') }) }],
    found: [{ ...web, hold: 'imageNever', args: { image: 'redis:7' }, change: `${path}.imagePullPolicy` }],
    healthy: [{ apply: deployment('web', { container: made('imagePullPolicy: IfNotPresent', 'redis:7') }) }],
  },
  {
    name: 'an image has an impossible name',
    broken: [{ apply: deployment('web', { container: made('', 'Nginx:1') }) }],
    found: [{ ...web, hold: 'imageName', args: { image: 'Nginx:1' }, change: `${path}.image` }],
    healthy,
  },
  {
    name: 'a ConfigMap does not exist',
    broken: [{ apply: deployment('web', { container: made('envFrom: [{ configMapRef: { name: settings } }]') }) }],
    found: [
      {
        ...web,
        hold: 'configMissing',
        args: { kind: 'ConfigMap', missing: 'settings', container: 'web' },
        change: `${path}.envFrom.0`,
      },
    ],
    healthy: [
      'kubectl create configmap settings',
      { apply: deployment('web', { container: made('envFrom: [{ configMapRef: { name: settings } }]') }) },
    ],
  },
  {
    name: 'the second of two Secrets that are taken whole does not exist',
    given: ['kubectl create secret generic login --from-literal=user=me'],
    broken: [{ apply: deployment('web', { container: made(secrets('login', 'tokens')) }) }],
    found: [
      {
        ...web,
        hold: 'configMissing',
        args: { kind: 'Secret', missing: 'tokens', container: 'web' },
        change: `${path}.envFrom.1`,
      },
    ],
    healthy: [{ apply: deployment('web', { container: made(secrets('login', 'login')) }) }],
  },
  {
    name: 'a Secret lacks a key',
    given: ['kubectl create secret generic login --from-literal=user=me'],
    broken: [{ apply: deployment('web', { container: made(keyOf('password')) }) }],
    found: [
      {
        ...web,
        hold: 'keyMissing',
        args: { kind: 'Secret', missing: 'login', key: 'password' },
        change: `${path}.env.0`,
      },
    ],
    healthy: [{ apply: deployment('web', { container: made(keyOf('user')) }) }],
  },
  {
    name: 'a container must not run as root and its image does',
    broken: [{ apply: deployment('web', { container: made('securityContext: { runAsNonRoot: true }') }) }],
    found: [{ ...web, hold: 'configError', args: { container: 'web' } }],
    healthy,
  },
  {
    name: 'a command is not in the image',
    broken: [{ apply: pod('web', { spec: 'restartPolicy: Never', container: made('command: [no-such-program]') }) }],
    found: [{ ...own, hold: 'startError', args: { container: 'web' } }],
    healthy: [{ apply: pod('web', { spec: 'restartPolicy: Never' }) }],
  },
  {
    name: 'a program crashes again and again',
    broken: [{ apply: deployment('web', { container: shell('echo no database; exit 3') }) }, { wait: LONG }],
    found: [
      { ...web, hold: 'crashed', args: { want: 1, have: 0, container: 'web', exitCode: 3, said: 'no database' } },
    ],
    healthy: [{ apply: deployment('web', { container: shell('sleep 100000') }) }, { wait: LONG }],
  },
  {
    name: 'a program takes more memory than it may',
    broken: [
      {
        apply: pod('web', {
          spec: 'restartPolicy: Never',
          container: made(
            'command: [stress, --vm, "1", --vm-bytes, 250M, --vm-hang, "1"], resources: { limits: { memory: 100Mi } }',
            'polinux/stress',
          ),
        }),
      },
      { wait: 10 },
    ],
    found: [{ ...own, hold: 'oomKilled', args: { container: 'web', limit: '100Mi', restarts: 0 } }],
    healthy: [{ apply: pod('web') }],
  },
  {
    name: 'an init container fails',
    broken: [{ apply: deployment('web', { spec: init('exit 4') }) }, { wait: LONG }],
    found: [{ ...web, hold: 'initFailed', args: { container: 'first', exitCode: 4 } }],
    healthy: [{ apply: deployment('web', { spec: init('exit 0') }) }, { wait: LONG }],
  },
  {
    name: 'a readiness probe asks at the wrong port',
    broken: [{ apply: deployment('web', { container: made(probe('readiness', 81)) }) }, { wait: LONG }],
    found: [
      { ...web, hold: 'probe', args: { probe: 'readiness', container: 'web' }, change: `${path}.readinessProbe` },
    ],
    healthy: [{ apply: deployment('web', { container: made(probe('readiness', 80)) }) }, { wait: LONG }],
  },
  {
    name: 'a liveness probe restarts a container again and again',
    broken: [{ apply: deployment('web', { container: made(probe('liveness', 81)) }) }, { wait: 100 }],
    found: [{ ...web, hold: 'probe', args: { probe: 'liveness', container: 'web' } }],
    healthy: [{ apply: deployment('web', { container: made(probe('liveness', 80)) }) }, { wait: LONG }],
  },
  {
    name: 'a hook after the start fails',
    broken: [{ apply: deployment('web', { container: made(hook('cat /no-such-file')) }) }, { wait: 2 }],
    found: [{ ...web, hold: 'hook', args: { container: 'web', exitCode: 1 }, change: `${path}.lifecycle` }],
    healthy: [{ apply: deployment('web', { container: made(hook('sleep 1')) }) }, { wait: 10 }],
  },
  {
    name: 'an init container cannot be fetched',
    broken: [{ apply: deployment('web', { spec: init('exit 0').replace('busybox', 'nowhere.example/x') }) }],
    found: [
      {
        ...web,
        hold: 'imageMissing',
        args: { container: 'first', image: 'nowhere.example/x' },
        change: 'deployments.apps/default/web spec.template.spec.initContainers.0.image',
      },
    ],
    healthy: [{ apply: deployment('web', { spec: init('exit 0') }) }, { wait: LONG }],
  },
  {
    name: 'a readiness gate stays closed',
    broken: [{ apply: pod('web', { spec: 'readinessGates: [{ conditionType: example.org/up }]' }) }],
    found: [{ ...own, hold: 'readinessGate', args: { condition: 'example.org/up' } }],
    healthy: [{ apply: pod('web') }],
  },
  {
    name: 'a volume comes from a Secret that does not exist',
    broken: [{ apply: deployment('web', mounted) }, { wait: 5 }],
    found: [{ ...web, hold: 'volumeMissing', args: { volume: 'keys', kind: 'Secret', missing: 'keys' } }],
    healthy: ['kubectl create secret generic keys', { apply: deployment('web', mounted) }],
  },
  {
    name: 'a rollout is stuck until its time is over',
    given: [{ apply: limited(30) }],
    broken: ['kubectl set image deployment/web web=nginx:no-such-tag', { wait: LONG }],
    found: [
      {
        subject: 'deployments.apps/default/web',
        wish: 'progress',
        hold: 'imageMissing',
        args: { want: 2, have: 0, seconds: 30 },
        deed: 'kubectl set image deployment/web web=nginx:no-such-tag',
        undo: 'kubectl rollout undo deployment/web -n default',
      },
    ],
    healthy: ['kubectl set image deployment/web web=nginx:1.27', { wait: LONG }],
  },
  {
    name: 'a rollout brings a bad image',
    given: [{ apply: deployment('web', { replicas: 3 }) }],
    broken: ['kubectl set image deployment/web web=nginx:no-such-tag'],
    found: [
      {
        subject: 'deployments.apps/default/web',
        wish: 'rollout',
        hold: 'imageMissing',
        args: { want: 3, have: 0, image: 'nginx:no-such-tag' },
        deed: 'kubectl set image deployment/web web=nginx:no-such-tag',
        undo: 'kubectl rollout undo deployment/web -n default',
      },
    ],
    healthy: ['kubectl set image deployment/web web=nginx:1.27'],
  },
];

function keyOf(key: string): string {
  return `env: [{ name: IT, valueFrom: { secretKeyRef: { name: login, key: ${key} } } }]`;
}

function init(line: string): string {
  return `initContainers: [{ name: first, image: busybox, command: [sh, -c, "${line}"] }]`;
}

function hook(line: string): string {
  return `lifecycle: { postStart: { exec: { command: [sh, -c, "${line}"] } } }`;
}

function probe(sort: string, port: number): string {
  return `${sort}Probe: { httpGet: { path: /, port: ${port} }, periodSeconds: 5 }`;
}
