import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sha512 } from '../base/bytes/sha512.ts';
import { COMMANDS_TABLE, type CommandRow } from './kubectl/session/rows.ts';
import { startedRun } from './testing/started-run.ts';

const EDGE = `apiVersion: v1
kind: Pod
metadata: {name: edge}
spec:
  nodeName: node-1
  containers:
  - name: web
    image: nginx:1.27
    ports:
    - {containerPort: 80, hostPort: 8080}
    - {containerPort: 80, hostPort: 9090, hostIP: 127.0.0.1}
    - {containerPort: 53, hostPort: 5353, protocol: UDP}
`;

function shell(proxy: 'iptables' | 'ipvs' | 'nftables') {
  const run = startedRun({ nodes: 2, latencies: 'zero', proxy }, { seed: 3, freeze: true });
  const settle = () => {
    run.advance({ quiescent: true });
    run.advance({ time: run.engine.now + 3_000_000 });
    run.advance({ quiescent: true });
  };
  settle();
  return (line: string, files: { readonly [name: string]: string } = {}): CommandRow => {
    run.give({ type: 'kubectl', argv: line.split(' '), files });
    settle();
    return [...run.engine.table<CommandRow>(COMMANDS_TABLE).values()].at(-1) as CommandRow;
  };
}

describe('ports of the node', () => {
  it.each(['iptables', 'ipvs', 'nftables'] as const)(
    'CNI8: lead to the Pod that asked for them beside kube-proxy (%s)',
    (proxy) => {
      const type = shell(proxy);
      type('kubectl apply -f edge.yaml', { 'edge.yaml': EDGE });
      for (const line of [
        'curl -s http://node-1:8080/',
        'ssh node-2 curl -s http://node-1:8080/',
        'ssh node-1 curl -s http://node-1:8080/',
        'ssh node-1 curl -s http://127.0.0.1:8080/',
        'ssh node-1 curl -s http://127.0.0.1:9090/',
        'kubectl exec edge -- curl -s http://10.123.0.11:8080/',
      ])
        expect([line, type(line).stdout]).toEqual([line, 'edge\n']);
      for (const line of ['curl -s http://node-2:8080/', 'curl -s http://node-1:9090/'])
        expect(type(line).exitCode).toBe(7);

      const rules = type('ssh node-1 iptables-save -t nat').stdout;
      const [, chain = '', id = ''] =
        /-A CNI-HOSTPORT-DNAT -p tcp -m comment --comment "dnat name: \\"cbr0\\" id: \\"\w+\\"" -m multiport --dports 8080,9090 -j (CNI-DN-\w+)/.exec(
          rules,
        ) ?? [];
      expect(id).toBe('');
      expect(rules.split('\n').filter((rule) => /CNI-/.test(rule))).toMatchInlineSnapshot(`
      [
        ":CNI-DN-0bbb8b245483bba42bc50 - [0:0]",
        ":CNI-HOSTPORT-DNAT - [0:0]",
        ":CNI-HOSTPORT-MASQ - [0:0]",
        ":CNI-HOSTPORT-SETMARK - [0:0]",
        "-A PREROUTING -m addrtype --dst-type LOCAL -j CNI-HOSTPORT-DNAT",
        "-A OUTPUT -m addrtype --dst-type LOCAL -j CNI-HOSTPORT-DNAT",
        "-A POSTROUTING -m comment --comment "CNI portfwd requiring masquerade" -j CNI-HOSTPORT-MASQ",
        "-A CNI-DN-0bbb8b245483bba42bc50 -s 10.244.1.0/24 -p tcp -m tcp --dport 8080 -j CNI-HOSTPORT-SETMARK",
        "-A CNI-DN-0bbb8b245483bba42bc50 -s 127.0.0.1/32 -p tcp -m tcp --dport 8080 -j CNI-HOSTPORT-SETMARK",
        "-A CNI-DN-0bbb8b245483bba42bc50 -p tcp -m tcp --dport 8080 -j DNAT --to-destination 10.244.1.2:80",
        "-A CNI-DN-0bbb8b245483bba42bc50 -s 10.244.1.0/24 -d 127.0.0.1/32 -p tcp -m tcp --dport 9090 -j CNI-HOSTPORT-SETMARK",
        "-A CNI-DN-0bbb8b245483bba42bc50 -s 127.0.0.1/32 -d 127.0.0.1/32 -p tcp -m tcp --dport 9090 -j CNI-HOSTPORT-SETMARK",
        "-A CNI-DN-0bbb8b245483bba42bc50 -d 127.0.0.1/32 -p tcp -m tcp --dport 9090 -j DNAT --to-destination 10.244.1.2:80",
        "-A CNI-DN-0bbb8b245483bba42bc50 -s 10.244.1.0/24 -p udp -m udp --dport 5353 -j CNI-HOSTPORT-SETMARK",
        "-A CNI-DN-0bbb8b245483bba42bc50 -s 127.0.0.1/32 -p udp -m udp --dport 5353 -j CNI-HOSTPORT-SETMARK",
        "-A CNI-DN-0bbb8b245483bba42bc50 -p udp -m udp --dport 5353 -j DNAT --to-destination 10.244.1.2:53",
        "-A CNI-HOSTPORT-DNAT -p tcp -m comment --comment "dnat name: \\"cbr0\\" id: \\"658954a6483145fc57cb726cc5fa0f81f21997c5ea3938750fbca7632cb218f7\\"" -m multiport --dports 8080,9090 -j CNI-DN-0bbb8b245483bba42bc50",
        "-A CNI-HOSTPORT-DNAT -p udp -m comment --comment "dnat name: \\"cbr0\\" id: \\"658954a6483145fc57cb726cc5fa0f81f21997c5ea3938750fbca7632cb218f7\\"" -m multiport --dports 5353 -j CNI-DN-0bbb8b245483bba42bc50",
        "-A CNI-HOSTPORT-MASQ -m mark --mark 0x2000/0x2000 -j MASQUERADE",
        "-A CNI-HOSTPORT-SETMARK -m comment --comment "CNI portfwd masquerade mark" -j MARK --set-xmark 0x2000/0x2000",
      ]
    `);
      type('kubectl delete pod edge --now');
      const left = type('ssh node-1 iptables-save -t nat').stdout;
      expect(left).not.toContain(chain);
      expect(left).toContain('-A PREROUTING -m addrtype --dst-type LOCAL -j CNI-HOSTPORT-DNAT');
      expect(type('curl -s http://node-1:8080/').exitCode).toBe(7);
    },
  );

  it('CNI8: chains are named as sha512 has it', () => {
    for (const length of [0, 3, 68, 111, 112, 128, 300]) {
      const text = 'abcdefghij'.repeat(30).slice(0, length);
      expect(sha512(text)).toBe(createHash('sha512').update(text).digest('hex'));
    }
  });
});
