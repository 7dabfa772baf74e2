import { isStatus } from '../../api/errors/status.ts';
import { updateManagedFields, withManagedFields } from '../../api/fields/managed-fields.ts';
import { resourceOf } from '../../api/scheme/scheme.ts';
import type { KObject } from '../../api/types/meta.ts';
import { rfc3339, rfc3339Micro } from '../../api/values/time.ts';
import { SECOND } from '../../base/time/units.ts';
import type { Process } from '../../engine/index.ts';
import { RestClient } from '../clientgo/client.ts';
import { LeaderElector } from '../clientgo/leader-election.ts';
import { schedulerCredentials, serverCredentials } from '../clients/identities.ts';
import { OWN } from '../controllers/manager.ts';
import type { Credentials } from '../ports/credentials.ts';
import type { Environment } from '../ports/environment.ts';
import type { Transport } from '../ports/transport.ts';
import type { ClientLimits } from './machines.ts';

const HOST = 'control-plane';
/** The server's name is a hash of its host's. */
const SERVER = 'apiserver-s2bgmziuyb2qrwpoihfaumwpf4';
const SERVER_RENEWS = 10 * SECOND;
const SERVER_SECONDS = 3600;
const LEADER_SECONDS = 15;
const KIND = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' };
const NAMESPACE = 'kube-system';
const UNIQUE = '5ac61fad-e004-4040-b431-a1ce83e2e577';

const LEADERS: readonly { readonly name: string; readonly credentials: Credentials }[] = [
  { name: 'kube-controller-manager', credentials: OWN },
  { name: 'kube-scheduler', credentials: schedulerCredentials() },
];

const identityOf = (host: string): string => `${host}_${UNIQUE}`;

/** What the control plane's parts have held since it came up. */
export function leaseObjects(since: number, now: number, server: string): readonly KObject[] {
  const renewTime = rfc3339Micro(now);
  const leading = { acquireTime: rfc3339Micro(since), leaseDurationSeconds: LEADER_SECONDS, leaseTransitions: 0 };
  const time = rfc3339(since);
  const leases: readonly KObject[] = [
    {
      ...leaseNamed(SERVER),
      metadata: {
        name: SERVER,
        namespace: NAMESPACE,
        labels: { 'apiserver.kubernetes.io/identity': 'kube-apiserver', 'kubernetes.io/hostname': HOST },
        annotations: { 'kubernetes.io/peer-advertise-address': server },
      },
      spec: { holderIdentity: identityOf(SERVER), leaseDurationSeconds: SERVER_SECONDS, renewTime },
    },
    ...LEADERS.map(({ name }) => ({
      ...leaseNamed(name),
      spec: { holderIdentity: identityOf(HOST), ...leading, renewTime },
    })),
  ];
  return leases.map((lease) => {
    const manager = lease.metadata.name === SERVER ? 'kube-apiserver' : (lease.metadata.name ?? '');
    return withManagedFields(
      lease,
      updateManagedFields({ kind: KIND, before: undefined, after: lease, manager, time }),
    );
  });
}

function leaseNamed(name: string): KObject {
  return { ...KIND, metadata: { name, namespace: NAMESPACE } };
}

/** Renews the leases of the control plane, in the background: there is one of each part, so that nobody stands against it. */
// Models pkg/controlplane/instance.go, start-kube-apiserver-identity-lease-controller, and cmd/kube-{controller-manager,scheduler} (v1.36)
export function keepLeases(env: Environment, transport: Transport, limits: ClientLimits): void {
  const client = (component: string, suffix: string, credentials: Credentials): RestClient => {
    const userAgent = `${component}/v1.36.2 (linux/amd64) kubernetes/8e16b12${suffix}`;
    return new RestClient(env, transport, { userAgent, credentials, qps: 50, burst: 100, ...limits });
  };
  for (const { name, credentials } of LEADERS) {
    const identity = identityOf(HOST);
    const options = { component: name, namespace: NAMESPACE, name, identity };
    const elector = new LeaderElector(env, client(name, '/leader-election', credentials), undefined, options);
    env.engine.spawn(elector.run());
  }
  env.engine.spawn(keepOwn(env, client('kube-apiserver', '', serverCredentials())));
}

function* keepOwn(env: Environment, client: RestClient): Process {
  const leases = resourceOf('leases', 'coordination.k8s.io');
  const ctx = env.engine.background('kube-apiserver');
  if (leases === undefined) return;
  for (;;) {
    yield ctx.sleep(SERVER_RENEWS);
    const held = yield* client.get(ctx, leases, NAMESPACE, SERVER);
    if (isStatus(held)) continue;
    const spec = { ...(held.spec as object), renewTime: rfc3339Micro(env.engine.now) };
    yield* client.update(ctx, leases, { ...held, spec } as KObject);
  }
}
