import { expect, it } from 'vitest';
import { TypedCluster } from '../testing/typed-cluster.ts';

const pod = (name: string, command: string, container = '', spec = ''): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  restartPolicy: Never
  ${spec}
  containers: [{name: c, image: "busybox:1.36", command: ${command}${container}}]
---
`;
const PRIVILEGED = ', securityContext: {privileged: true}';

it('TL8: settings of the kernel are told, those of the Pod as it asks for them; who is privileged sets any', () => {
  const cluster = new TypedCluster();
  const own = 'securityContext: {sysctls: [{name: kernel.shm_rmid_forced, value: "1"}]}';
  cluster.apply(
    pod('own', '[/bin/sysctl, kernel.shm_rmid_forced]', '', own) +
      pod('usual', '[sh, -c, "cat /proc/sys/kernel/shm_rmid_forced; sysctl -n vm.max_map_count none.such"]') +
      pod('sets', '[sysctl, -w, vm.max_map_count=262144]', PRIVILEGED) +
      pod('may-not', '[sysctl, -w, vm.max_map_count=262144]'),
  );
  cluster.wait(6);
  const logs = (name: string): string => cluster.type(`kubectl logs ${name}`).stdout;
  expect(logs('own')).toBe('kernel.shm_rmid_forced = 1\n');
  expect(logs('usual')).toBe("0\nsysctl: error: 'none.such' is an unknown key\n65530\n");
  expect(logs('sets')).toBe('vm.max_map_count = 262144\n');
  expect(logs('may-not')).toBe("sysctl: error setting key 'vm.max_map_count': Read-only file system\n");
  expect(cluster.path('pods', '{.items[*].status.phase}')).toBe('Failed Succeeded Succeeded Failed');
});

it('TL8: links are changed by who may, and a container knows its profile', () => {
  const cluster = new TypedCluster();
  const add = '[sh, -c, "ip link add dummy0 type dummy || true; cat /proc/1/attr/current"]';
  cluster.apply(pod('plain', add) + pod('privileged', add, PRIVILEGED));
  cluster.wait(6);
  expect(cluster.type('kubectl logs plain').stdout).toBe(
    'ip: RTNETLINK answers: Operation not permitted\ncri-containerd.apparmor.d (enforce)\n',
  );
  expect(cluster.type('kubectl logs privileged').stdout).toBe('unconfined\n');
});
