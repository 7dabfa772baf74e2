import { describe, expect, it } from 'vitest';
import type { Given } from './inputs/inputs.ts';
import { COMMANDS_TABLE, type CommandRow } from './kubectl/session/rows.ts';
import { startedRun } from './testing/started-run.ts';

const WEB = `apiVersion: v1
kind: Pod
metadata: {name: web, labels: {app: web}}
spec:
  containers:
  - {name: web, image: "nginx:1.27", ports: [{containerPort: 80, name: http}], readinessProbe: {tcpSocket: {port: 80}}}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  selector: {app: web}
  ports: [{name: http, port: 8080, targetPort: http}]
---
apiVersion: v1
kind: Service
metadata: {name: nobody}
spec:
  selector: {app: nobody}
  ports: [{port: 80}]
`;

function shell() {
  const run = startedRun({ nodes: 2, latencies: 'zero' }, { seed: 3, freeze: true });
  const settle = () => {
    run.advance({ quiescent: true });
    run.advance({ time: run.engine.now + 3_000_000 });
    run.advance({ quiescent: true });
  };
  settle();
  const rows = () => [...run.engine.table<CommandRow>(COMMANDS_TABLE).values()];
  const give = (input: Given) => {
    run.give(input);
    settle();
  };
  const type = (line: string, files = {}): CommandRow => {
    give({ type: 'kubectl', argv: line.split(' '), files });
    return rows().at(-1) as CommandRow;
  };
  const row = (id: number) => rows()[id - 1] as CommandRow;
  type('kubectl apply -f web.yaml', { 'web.yaml': WEB });
  const says = (line: string): string => {
    const { stdout, stderr } = type(line);
    return stdout + stderr;
  };
  const raw = (path: string): string => says(`kubectl get --raw /api/v1${path}`);
  return { run, type, row, give, raw, says };
}

describe('programs behind the API server', () => {
  const { type, row, give, raw, says } = shell();
  const PAGE = /<h1>Welcome to nginx!<\/h1>/;

  it('AS63: a request to the subresource proxy of a Service reaches the program behind it, by the name or number of its port', () => {
    expect(raw('/namespaces/default/services/web:8080/proxy/')).toMatch(PAGE);
    expect(raw('/namespaces/default/services/web:http/proxy/index.html')).toMatch(PAGE);
    expect(raw('/namespaces/default/services/http:web:8080/proxy/')).toMatch(PAGE);
    const [last] = says('kubectl logs web').trimEnd().split('\n').slice(-1);
    expect(last).toMatch(/^10\.123\.0\.1 - - \[.*\] "GET \/ HTTP\/1\.1" 200 \d+ "-" "kubectl\/v1\.36/);
  });

  it('AS63: also that of a Pod, whose first port counts when none is named; without the last slash it is sent there', () => {
    expect(raw('/namespaces/default/pods/web/proxy/')).toMatch(PAGE);
    expect(raw('/namespaces/default/pods/web:80/proxy')).toMatch(PAGE);
  });

  it('AS64: a kubelet is asked through its node', () => {
    const node = says('kubectl get pod web -o jsonpath={.spec.nodeName}');
    expect(raw(`/nodes/${node}/proxy/healthz`)).toBe('ok');
    expect(JSON.parse(raw(`/nodes/${node}/proxy/pods`)).items[0].metadata.name).toBe('web');
    expect(raw(`/nodes/${node}:10250/proxy/metrics`)).toContain('kubelet_running_pods 1\n');
    expect(raw('/nodes/nope/proxy/healthz')).toBe('Error from server (NotFound): nodes "nope" not found\n');
  });

  it('KL90: a kubelet tells how it is configured, what its Pods use and what they wrote', () => {
    const node = says('kubectl get pod web -o jsonpath={.spec.nodeName}');
    const ask = (path: string): string => raw(`/nodes/${node}/proxy/${path}`);
    expect(JSON.parse(ask('configz'))).toMatchObject({
      kubeletconfig: { maxPods: 110, clusterDomain: 'cluster.local' },
    });
    const { node: machine, pods } = JSON.parse(ask('stats/summary'));
    expect(machine).toMatchObject({ nodeName: node, cpu: { time: expect.any(String) }, fs: { inodes: 16_777_216 } });
    expect(pods).toMatchObject([{ podRef: { name: 'web', namespace: 'default' }, containers: [{ name: 'web' }] }]);
    expect(ask('metrics/resource')).toContain('pod_memory_working_set_bytes{namespace="default",pod="web"} ');
    expect(ask('metrics/cadvisor')).toContain('machine_cpu_cores 2\n');
    expect(ask('healthz/syncloop')).toBe('ok');
    expect(ask('healthz?verbose')).toBe('[+]ping ok\n[+]log ok\n[+]syncloop ok\nhealthz check passed\n');
    expect(ask('healthz/nope')).toContain('NotFound');
    expect(ask('metrics/slis')).toContain('kubernetes_healthcheck{name="syncloop",type="healthz"} 1\n');
    expect(ask('metrics/probes')).toMatch(
      /\nprober_probe_total\{container="web",namespace="default",pod="web",pod_uid="[0-9a-f-]+",probe_type="Readiness",result="successful"\} [1-9]\d*\n$/,
    );
    expect(ask('logs/')).toContain('<a href="pods/">pods/</a>');
    const [folder = ''] = /default_web_[0-9a-f-]+\//.exec(ask('logs/pods/')) ?? [];
    expect(ask(`logs/pods/${folder}web/0.log`)).toMatch(/^\S+Z stdout F /);
    expect(ask('logs/nope')).toContain('NotFound');
  });

  it.each([
    ['services/web:81', 'Error from server (ServiceUnavailable): no service port 81 found for service "web"'],
    ['services/web', 'Error from server (ServiceUnavailable): no endpoints available for service "web"'],
    ['services/nobody:80', 'Error from server (ServiceUnavailable): no endpoints available for service "nobody"'],
    ['services/nope', 'Error from server (NotFound): endpoints "nope" not found'],
    ['services/nope:80', 'Error from server (NotFound): services "nope" not found'],
    ['services/a:b:c:d', 'Error from server (BadRequest): invalid service request "a:b:c:d"'],
    ['services/ftp:web:80', 'Error from server (BadRequest): invalid service request "ftp:web:80"'],
    ['pods/nope', 'Error from server (NotFound): pods "nope" not found'],
  ])('AS63: %s is refused as a real server refuses it', (what, text) => {
    expect(raw(`/namespaces/default/${what}/proxy/`)).toBe(`${text}\n`);
  });

  it('AS63: who cannot be reached is 503 with the words of the dialer', () => {
    const ip = says('kubectl get pod web -o jsonpath={.status.podIP}');
    const reach = 'Error from server (ServiceUnavailable): error trying to reach service:';
    expect(raw('/namespaces/default/pods/web:81/proxy/')).toBe(
      `${reach} dial tcp ${ip}:81: connect: connection refused\n`,
    );
    expect(raw('/namespaces/default/pods/http:web:x/proxy/')).toBe(`${reach} dial tcp: lookup tcp/x: unknown port\n`);
    expect(raw('/namespaces/default/pods/https:web:80/proxy/')).toBe(
      `${reach} http: server gave HTTP response to HTTPS client\n`,
    );
  });

  it('kubectl proxy lets programs of this machine ask with its credentials, until it is interrupted', () => {
    expect(says('curl http://localhost:8001/version')).toBe(
      "curl: (7) Failed to connect to localhost port 8001 after 0 ms: Couldn't connect to server\n",
    );
    const { id } = type('kubectl proxy');
    expect(row(id)).toMatchObject({ stdout: 'Starting to serve on 127.0.0.1:8001\n', exitCode: undefined });
    expect(says('kubectl proxy --accept-paths=^/api,(')).toBe(
      'error: Error compiling re: error parsing regexp: missing closing ): `(`\n',
    );
    expect(says('kubectl proxy')).toBe('error: listen tcp 127.0.0.1:8001: bind: address already in use\n');
    expect(JSON.parse(says('curl http://localhost:8001/api/v1/namespaces/default/pods/web')).metadata.name).toBe('web');
    expect(says('curl -s localhost:8001/api/v1/namespaces/default/services/web:http/proxy/')).toMatch(PAGE);
    expect(says('curl 127.0.0.1:8001/api/v1/namespaces/default/pods/web/exec')).toBe('Forbidden\n');
    const created = says(
      `curl -X POST -d {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"by-curl"}} localhost:8001/api/v1/namespaces/default/configmaps`,
    );
    expect(JSON.parse(created)).toMatchObject({ kind: 'ConfigMap', metadata: { name: 'by-curl' } });
    give({ type: 'interrupt', command: id });
    expect(row(id).exitCode).toBe(1);
    expect(says('curl localhost:8001/version')).toMatch(/^curl: \(7\)/);
  });

  it('what listens at a forwarded port answers, and a connection that fails ends the command', () => {
    const { id } = type('kubectl port-forward pod/web 8080:80 9000:81');
    expect(says('curl http://localhost:8080/')).toMatch(PAGE);
    expect(row(id).stdout).toContain('Forwarding from 127.0.0.1:8080 -> 80\n');
    expect(row(id).stdout).toContain('Handling connection for 8080\n');
    expect(row(id).exitCode).toBeUndefined();
    expect(says('curl http://localhost:9000/')).toBe('curl: (52) Empty reply from server\n');
    expect(row(id)).toMatchObject({ stderr: 'error: lost connection to pod\n', exitCode: 1 });
  });
});
