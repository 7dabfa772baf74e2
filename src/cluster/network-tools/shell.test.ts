import { describe, expect, it } from 'vitest';
import type { Given } from '../inputs/inputs.ts';
import { COMMANDS_TABLE, type CommandRow } from '../kubectl/session/rows.ts';
import { startedRun } from '../testing/started-run.ts';

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: nginx:1.27}]}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: NodePort
  clusterIP: 10.96.10.10
  selector: {app: web}
  ports: [{name: http, port: 80, targetPort: 80, nodePort: 30080}]
---
apiVersion: v1
kind: Pod
metadata: {name: asker}
spec:
  hostAliases: [{ip: 10.96.10.10, hostnames: [old]}]
  containers: [{name: main, image: "busybox:1.36", command: [sleep, "3600"]}]
---
apiVersion: v1
kind: Pod
metadata: {name: dnsutils}
spec: {containers: [{name: main, image: "registry.k8s.io/e2e-test-images/agnhost:2.53", command: [sleep, "3600"]}]}
---
apiVersion: v1
kind: Service
metadata: {name: near}
spec: {type: ExternalName, externalName: web.default.svc.cluster.local}
`;

/** A cluster of two nodes at whose shell somebody types. */
function shell() {
  const run = startedRun({ nodes: 2, latencies: 'zero' }, { seed: 3, freeze: true });
  const settle = () => {
    // kube-proxy writes at most once a second, by a timer that nobody waits for.
    run.advance({ quiescent: true });
    run.advance({ time: run.engine.now + 3_000_000 });
    run.advance({ quiescent: true });
  };
  settle();
  const rows = () => [...run.engine.table<CommandRow>(COMMANDS_TABLE).values()];
  const give = (input: Given): CommandRow => {
    run.give(input);
    settle();
    return rows().at(-1) as CommandRow;
  };
  const type = (line: string, files: { readonly [name: string]: string } = {}) =>
    give({ type: 'kubectl', argv: line.split(' '), files });
  return { run, give, type };
}

describe('the shell asks the network', () => {
  const { run, give, type } = shell();
  type('kubectl apply -f web.yaml', { 'web.yaml': WEB });

  it('NW5: curl from outside reaches a Pod by the node port of any node', () => {
    for (const node of ['10.123.0.11', '10.123.0.12', 'node-2']) {
      const { stdout, exitCode } = type(`curl -s http://${node}:30080/`);
      expect(stdout).toMatch(/^web-\w+-\w+\n$/);
      expect(exitCode).toBe(0);
    }
  });

  it('NW5: from a Pod by the name of the Service, from a node by its address', () => {
    expect(type('kubectl exec deploy/web -- curl http://web/').stdout).toMatch(/^web-/);
    expect(type('ssh node-1 curl http://10.96.10.10/').stdout).toMatch(/^web-/);
  });

  it('DN6: names of a Pod are looked up over the network, suffix by suffix', () => {
    const found = 'Name:\tweb.default.svc.cluster.local\nAddress: 10.96.10.10\n';
    expect(type('kubectl exec dnsutils -- nslookup web')).toMatchObject({
      stdout: expect.stringContaining(`Server:\t\t10.96.0.10\nAddress:\t10.96.0.10#53\n\n${found}`),
      exitCode: 0,
    });
    expect(type('kubectl exec dnsutils -- nslookup nope')).toMatchObject({
      stdout: expect.stringMatching(/\n\n\*\* server can't find nope: NXDOMAIN\n\n$/),
      exitCode: 1,
    });
    expect(type('kubectl exec dnsutils -- nslookup 10.96.10.10').stdout).toMatch(/name = web\.default\.svc/);
    expect(type('kubectl exec dnsutils -- dig +short +search web').stdout).toBe('10.96.10.10\n');
    expect(type('kubectl exec deploy/web -- cat /etc/resolv.conf').stdout).toContain('options ndots:5\n');
    expect(type('kubectl exec deploy/web -- cat /etc/hosts').stdout).toMatch(/\n10\.244\.\d\.\d+\tweb-/);
  });

  it('NW5: from a Pod by way of API server and kubelet, with what its image has', () => {
    const { journal } = run.engine;
    const from = journal.end;
    const row = give({ type: 'packet', from: 'default/asker', to: '10.96.10.10', port: 80, protocol: 'tcp' });
    expect(row.argv.join(' ')).toBe('kubectl exec -n default asker -- wget -qO- http://10.96.10.10:80/');
    expect(row.stdout).toMatch(/^web-/);
    const kinds: string[] = [];
    for (let seq = from; seq < journal.end; seq += 1) kinds.push(journal.kindOf(seq).name);
    const places = ['cri.exec', 'network.rule', 'cri.execEnded'].map((kind) => kinds.indexOf(kind));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(kinds.findIndex((kind) => kind.startsWith('apiserver.')));
    expect(type('kubectl exec asker -- curl http://web/').stderr).toContain(
      'exec: "curl": executable file not found in $PATH: unknown',
    );
  });

  it('NW5: a tool that prints nothing is not said to print', () => {
    const { journal } = run.engine;
    const told = (line: string) => {
      const from = journal.end;
      type(line);
      const steps = Array.from({ length: journal.end - from }, (_, at) => journal.kindOf(from + at).name);
      return ['kubectl.printed', 'kubectl.exit'].map((kind) => steps.filter((name) => name === kind).length);
    };
    expect(told('sleep 1')).toEqual([0, 1]);
    expect(told('ssh node-1 ip route')).toEqual([1, 1]);
  });

  it('NW5: ip addr lists the cable of each Pod of the node, and of no other', () => {
    const pods = (type('kubectl get pods -o wide').stdout.match(/ node-1 /g) ?? []).length;
    expect(pods).toBeGreaterThan(0);
    const { stdout } = type('ssh node-1 ip addr');
    expect(
      stdout.match(/^\d+: veth[0-9a-f]{8}@if2: <BROADCAST,MULTICAST,UP> mtu \d+ master cni0 state UP$/gm),
    ).toHaveLength(pods);
  });

  it('NW5: a token that a variable gets may be bound to a Pod and end early', () => {
    const ask = (flags: string) => type(`TOKEN=$(kubectl create token default${flags})`);
    const code = () =>
      /"code": (\d+)/.exec(
        type('curl -k -H "Authorization: Bearer $TOKEN" https://10.123.0.1:6443/api/v1/nodes').stdout,
      )?.[1];
    expect(ask(' --bound-object-kind=Pod --bound-object-name asker --duration=10m').exitCode).toBe(0);
    expect(code()).toBe('403');
    expect(ask(' --bound-object-kind=Pod --bound-object-name=nobody').stderr).toContain('pods "nobody" not found');
    expect(ask(' --audiences=x').stderr).toBe('error: unknown flag: --audiences\n');
    expect(ask(' --duration=x').stderr).toContain('time: invalid duration');
  });

  it('NW5: what is sent as a packet is the line of a shell', () => {
    const row = give({ type: 'packet', from: 'client', to: 'node-1', port: 30080, protocol: 'tcp' });
    expect(row.argv).toEqual(['curl', 'http://node-1:30080/']);
    expect(row.stdout).toMatch(/^web-/);
  });

  it('NW5: the counters of the node have risen, and it remembers the connections', () => {
    const { stdout } = type('ssh node-1 iptables -t nat -L KUBE-NODEPORTS -v -n --line-numbers');
    expect(stdout).toMatch(/^Chain KUBE-NODEPORTS \(1 references\)\nnum {3}pkts bytes target/);
    expect(stdout).toMatch(/\n2 +2 +120 KUBE-EXT-\w+ +tcp/);
    expect(type('ssh node-1 conntrack -L').stdout).toMatch(/tcp +6 \d+ TIME_WAIT src=203.0.113.9 dst=10.123.0.11/);
    expect(type('ssh node-1 iptables-save -t nat').stdout).toMatch(/^\*nat\n/);
  });

  it('RS2: busybox asks for every suffix, and fails though one has answered', () => {
    const { stdout, exitCode } = type('kubectl exec asker -- nslookup web');
    expect(exitCode).toBe(1);
    expect(stdout).toContain(
      'Address:\t10.96.0.10:53\n\nName:\tweb.default.svc.cluster.local\nAddress: 10.96.10.10\n\n',
    );
    expect(stdout).toContain("** server can't find web.cluster.local: NXDOMAIN\n");
    expect(type('kubectl exec asker -- nslookup web.default.svc.cluster.local').exitCode).toBe(0);
  });

  it('DN1, DN7: programs follow aliases of Services, and the hosts file before any server', () => {
    expect(type('kubectl exec asker -- wget -qO- http://near/').stdout).toMatch(/^web-/);
    expect(type('kubectl exec asker -- wget -qO- http://old/').stdout).toMatch(/^web-/);
    expect(type('kubectl exec asker -- getent hosts old').stdout).toBe('10.96.10.10     old\n');
    expect(type('kubectl exec asker -- getent hosts near').stdout).toContain('web.default.svc.cluster.local near.def');
  });

  it('SH12: an image of Debian has no tools of busybox', () => {
    expect(type('kubectl exec deploy/web -- nslookup web').stderr).toContain(
      'exec: "nslookup": executable file not found',
    );
    expect(type('kubectl exec deploy/web -- curl -s http://web/').stdout).toMatch(/^web-/);
  });

  it('NW5: of curl is printed what its flags ask for, of nc that somebody listens', () => {
    const url = 'http://node-1:30080/';
    expect(type(`curl -sS -o /dev/null -w %{http_code}\\n ${url}`).stdout).toBe('200\n');
    expect(type(`curl -s -w |%{response_code}|%{size_download}%% ${url}`).stdout).toMatch(/^web-\S+\n\|200\|\d+%$/);
    expect(type(`curl -sI ${url}`).stdout).toMatch(/^HTTP\/1\.1 200 OK\r\nContent-Length: \d+\r\n\r\n$/);
    expect(type('curl -s -m1 http://node-1:31999/')).toMatchObject({ stdout: '', stderr: '', exitCode: 7 });
    const refused = type('curl -sS -w %{http_code} http://node-1:31999/');
    expect(refused).toMatchObject({ stdout: '000', stderr: expect.stringMatching(/^curl: \(7\) /), exitCode: 7 });
    const looked = type('kubectl exec asker -- nc -zv web 80');
    expect(looked).toMatchObject({ stdout: '', stderr: 'web (10.96.10.10:80) open\n', exitCode: 0 });
  });

  it('NW5: what fails is told in the words of curl', () => {
    expect(type('curl http://10.123.0.11:31999/')).toMatchObject({
      stderr: "curl: (7) Failed to connect to 10.123.0.11 port 31999 after 0 ms: Couldn't connect to server\n",
      exitCode: 7,
    });
    expect(type('curl http://nope/').stderr).toBe('curl: (6) Could not resolve host: nope\n');
    expect(type('curl -m 5 http://10.96.10.10/')).toMatchObject({
      stderr: 'curl: (28) Connection timed out after 5000 milliseconds\n',
      exitCode: 28,
    });
    type('kubectl scale deployment web --replicas=0');
    expect(type('curl http://10.123.0.11:30080/').exitCode).toBe(7);
  });
});
