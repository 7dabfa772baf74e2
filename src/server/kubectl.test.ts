import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unsupported } from '../../tools/kubectl/fetch.mjs';
import type { Serving } from './serve.ts';
import { type RealKubectl, realKubectl, serveForTest } from './testing.ts';

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: {app: web}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: nginx
        image: nginx:1.27
        ports: [{containerPort: 80}]
        resources: {requests: {cpu: 100m, memory: 64Mi}}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  selector: {app: web}
  ports: [{name: http, port: 80}]
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {colour: blue, text: "a\\nb\\n"}
`;

const OTHERS = `apiVersion: batch/v1
kind: Job
metadata: {name: once}
spec:
  template:
    spec:
      restartPolicy: Never
      containers: [{name: main, image: "busybox:1.36", command: ["true"]}]
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent}
spec:
  selector: {matchLabels: {app: agent}}
  template:
    metadata: {labels: {app: agent}}
    spec: {containers: [{name: main, image: "nginx:1.27"}]}
---
apiVersion: v1
kind: Secret
metadata: {name: hidden}
stringData: {word: open}
---
apiVersion: v1
kind: Pod
metadata: {name: big}
spec: {containers: [{name: main, image: "nginx:1.27", resources: {requests: {cpu: "400"}}}]}
`;

const FILES = { 'web.yaml': WEB, 'others.yaml': OTHERS };

/** Commands that only read, or that the server only pretends to carry out: both kubectls must print the same. */
const READS: readonly string[] = [
  'get pods',
  'get pods -o wide',
  'get pods -o name',
  'get pods -A',
  'get pods -l app=web',
  'get pods -l app=web --show-labels',
  'get pods --field-selector status.phase=Running',
  'get pods --no-headers',
  'get pods --sort-by=.metadata.name',
  'get pods -o custom-columns=NAME:.metadata.name,NODE:.spec.nodeName',
  'get nodes',
  'get nodes -o wide',
  'get node node-1 -o yaml',
  'get all',
  'get deploy,rs,svc',
  'get deployment web',
  'get deployment web -o yaml',
  'get deployment web -o json',
  'get deployment web -o name',
  'get deployment web -o wide',
  'get deploy web -o jsonpath={.status.readyReplicas}',
  'get deploy web --show-managed-fields -o yaml',
  'get rs -o wide',
  'get svc web -o yaml',
  'get svc -o wide',
  'get endpointslices',
  'get cm settings -o yaml',
  'get cm',
  'get secret hidden -o yaml',
  'get secrets',
  'get ns',
  'get events',
  'get jobs',
  'get ds',
  'get sa default -o yaml',
  'get clusterroles',
  'get clusterrolebindings -o wide',
  'get priorityclasses',
  'get nothing',
  'get pod nobody',
  'get pods -n nowhere',
  'describe deployment web',
  'describe pod big',
  'describe svc web',
  'describe cm settings',
  'describe secret hidden',
  'describe ns default',
  'rollout status deployment/web',
  'rollout history deployment/web',
  'rollout history deployment/web --revision=1',
  'auth can-i create pods',
  'auth can-i get pods --as=jane',
  'auth can-i list nodes --context jane@kubestep',
  'get pods --context jane@kubestep',
  'api-resources',
  'api-resources --api-group=apps -o wide',
  'cluster-info',
  'get --raw /healthz',
  'get --raw /apis/apps/v1',
  'apply -f web.yaml --dry-run=server',
  'apply -f web.yaml --dry-run=client -o name',
  'create deployment x --image=nginx:1.27 --dry-run=client -o yaml',
  'run x --image=nginx:1.27 --dry-run=client -o yaml',
  'create configmap x --from-literal=a=b --dry-run=client -o yaml',
  'wait --for=condition=Available deployment/web',
  'delete pod nobody',
  'scale deployment/nobody --replicas=1',
];

/** Commands that change something, in order: the real kubectl in one namespace, the simulated one in another. */
const WRITES: readonly string[] = [
  'apply -f web.yaml',
  'apply -f web.yaml',
  'rollout status deployment/web',
  'scale deployment/web --replicas=2',
  'set image deployment/web nginx=nginx:1.28',
  'rollout status deployment/web --timeout=60s',
  'rollout history deployment/web',
  'rollout undo deployment/web',
  'rollout restart deployment/web',
  'annotate deployment web note=hello',
  'annotate deployment web note=again',
  'label deployment web tier=front',
  'label deployment web tier-',
  'create configmap extra --from-literal=a=b',
  'create configmap extra --from-literal=a=b',
  'create deployment other --image=nginx:1.27',
  'run one --image=nginx:1.27',
  'expose deployment web --port=8080 --name=web2',
  'patch deployment web -p {"spec":{"replicas":1}}',
  'patch cm settings --type=merge -p {"data":{"colour":"red"}}',
  'patch cm settings --type=json -p [{"op":"remove","path":"/data/colour"}]',
  'create serviceaccount robot',
  'create role reader --verb=get,list --resource=pods',
  'create rolebinding reads --role=reader --serviceaccount=default:robot',
  'auth can-i list pods --as=system:serviceaccount:default:robot',
  'create quota few --hard=pods=20',
  'get quota',
  'delete cm extra',
  'delete deployment other',
  'delete -f web.yaml',
];

const reason = unsupported();
if (reason !== undefined) console.warn(`real kubectl is not tested: ${reason}`);

describe.skipIf(reason !== undefined)('a served cluster', () => {
  let serving: Serving;
  let real: RealKubectl;
  const simulated = (args: readonly string[]) => serving.cluster.kubectl(args, FILES);
  const ok = async (line: string): Promise<string> => {
    const { code, stdout, stderr } = await real.run(line.split(' '));
    expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: '' });
    return stdout;
  };

  beforeAll(async () => {
    // Begins in the past and catches up below: ages are whole minutes then, which stand still while commands are compared.
    serving = await serveForTest({ age: 58 * 60 + 15, proxy: 'iptables' });
    real = await realKubectl(serving);
    real.write(FILES);
    await ok('apply -f web.yaml');
    await ok('apply -f others.yaml');
    await ok('rollout status deployment/web');
    await serving.cluster.catchUpWith(Date.now() * 1000);
  }, 120_000);

  afterAll(async () => {
    real?.close();
    await serving?.close();
  });

  describe('answers the real kubectl as the simulated one', () => {
    it.each(READS)('%s', async (line) => {
      const args = line.split(' ');
      // When a minute begins between the two, an age differs; not so the next time.
      for (const last of [false, true]) {
        const theirs = await real.run(args);
        const ours = await simulated(args);
        const wanted = { ...theirs, stdout: hereAs(theirs.stdout, serving.url) };
        if (last || ours.stdout === wanted.stdout) return expect(ours).toEqual(wanted);
      }
    });
  });

  it('SV10: lets both kubectls change things with the same words', async () => {
    await ok('create ns theirs');
    await ok('create ns ours');
    for (const line of WRITES) {
      const args = line.split(' ');
      const theirs = await real.run(['-n', 'theirs', ...args]);
      const ours = await simulated([...args, '-n', 'ours']);
      const renamed = { code: theirs.code, stdout: inOurs(theirs.stdout), stderr: inOurs(theirs.stderr) };
      expect({ line, ...withoutProgress(ours) }).toEqual({ line, ...withoutProgress(renamed) });
    }
  }, 60_000);

  it('streams watches, and ends them when they are over', async () => {
    await ok('create deployment seen --image=nginx:1.27');
    await ok('rollout status deployment/seen');
    let scaled = false;
    const { stdout } = await real.run(['get', 'pods', '-w', '-l', 'app=seen', '--no-headers'], {
      until(text) {
        if (!scaled) {
          scaled = true;
          void ok('scale deployment/seen --replicas=2');
        }
        // What follows the last end of a line may be a part of one.
        const lines = text.split('\n').slice(0, -1);
        return lines.filter((line) => / Running /.test(line)).length >= 2;
      },
    });
    const states = stdout.split('\n').map((line) => line.split(/ +/)[2]);
    expect(states.slice(0, -1)).toEqual([
      'Running',
      'Pending',
      'Pending',
      'ContainerCreating',
      'ContainerCreating',
      'Running',
    ]);
    const brief = await real.run(['get', '--raw', '/api/v1/namespaces/default/pods?watch=1&timeoutSeconds=1']);
    expect(brief.code).toBe(0);
    expect(
      brief.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).type),
    ).toContain('ADDED');
  }, 30_000);

  it('SV12: what asks the network in a Pod is started there as any other program', async () => {
    expect(await ok('exec deploy/web -- curl -sS -o /dev/null -w %{http_code} http://web')).toBe('200');
    expect(await ok('exec deploy/web -- curl -s http://web.default:80/')).toMatch(/^web-\w+-\w+\n$/);
    const version = await real.run('exec deploy/web -- nginx -v'.split(' '), { longestMillis: 20_000 });
    expect(version).toMatchObject({ code: 0, stderr: 'nginx version: nginx/1.27\n' });
    const missing = await real.run('exec deploy/web -- nslooked web'.split(' '));
    expect(missing.stderr).toContain('exec: "nslooked": executable file not found in $PATH: unknown');
  });

  it('explains fields, tells versions and gives tokens', async () => {
    expect(await ok('explain deployment.spec.strategy.type')).toContain('FIELD: type <string>');
    expect(JSON.parse(await ok('version -o json')).serverVersion.gitVersion).toBe('v1.36.2');
    expect(await ok('auth whoami')).toContain('kubernetes-admin');
    const token = (await ok('create token default')).trim();
    const asRobot = await real.run(['--token', token, '--user', 'kubernetes-admin-token', 'auth', 'whoami']);
    expect(asRobot.stdout).toContain('system:serviceaccount:default:default');
    expect(await ok('--context kubernetes-admin-token@kubestep get pods')).toContain('web-');
  });
});

/** The simulated kubectl knows the server by another address. */
function hereAs(text: string, url: string): string {
  return text.replaceAll(url, 'https://10.123.0.1:6443');
}

function inOurs(text: string): string {
  return text.replaceAll('theirs', 'ours');
}

/** How often a rollout's progress is told depends on when one looks, and so do ages. */
function withoutProgress(result: { readonly code: number; readonly stdout: string; readonly stderr: string }) {
  return { ...result, stdout: result.stdout.replace(/^Waiting for .*\n/gm, '').replace(/ +\d+s$/gm, ' AGE') };
}
