import type { Process } from '../../engine/index.ts';
import { controllersSteps } from '../../steps/controllers/controllers.ts';
import {
  EventRecorder,
  LeaderElector,
  RestClient,
  SharedInformerFactory,
  withoutManagedFields,
} from '../clientgo/index.ts';
import type { Credentials } from '../ports/credentials.ts';
import type { Environment } from '../ports/environment.ts';
import type { Transport } from '../ports/transport.ts';
import { declaredControllers } from './declared.ts';
import { CustomResources } from './shared/custom-resources.ts';
import type { ControllerManagerOptions } from './shared/declaration.ts';
import type { Controller, ControllerRuntime } from './shared/runtime.ts';

export interface ControllerManager {
  readonly controllers: readonly Controller[];
  readonly informers: SharedInformerFactory;
  start(): void;
}

const COMPONENT = 'kube-controller-manager';
const VERSION = 'v1.36.2 (linux/amd64) kubernetes/8e16b12';
const DEFAULT_QPS = 20;
const DEFAULT_BURST = 30;
/** The manager's own, besides those of its controllers. */
export const OWN: Credentials = {
  clientCertificate: {
    commonName: 'system:kube-controller-manager',
    organizations: [],
    fingerprint: 'X509SHA256=6b7563656e74726f6c6c65722d6d616e616765720000000000000000000000aa',
  },
};

/**
 * All controllers in one process, with one set of informers and an identity each.
 * Models cmd/kube-controller-manager/app/controllermanager.go (v1.36)
 */
export function createControllerManager(
  env: Environment,
  transport: Transport,
  options: ControllerManagerOptions,
): ControllerManager {
  const { version = VERSION, qps = DEFAULT_QPS, burst = DEFAULT_BURST, own = OWN } = options;
  const client = (suffix: string, credentials: Credentials, times = { qps: 1, burst: 1 }): RestClient => {
    const limits = { qps: qps * times.qps, burst: burst * times.burst };
    return new RestClient(env, transport, { userAgent: `${COMPONENT}/${version}/${suffix}`, credentials, ...limits });
  };
  const informers = new SharedInformerFactory(env, COMPONENT, client('shared-informers', own), withoutManagedFields);
  const runtime: ControllerRuntime = {
    env,
    informers,
    custom: new CustomResources(informers),
    driverAsked: options.driverAsked,
    client: (name, times) => client(`system:serviceaccount:kube-system:${name}`, options.credentials(name), times),
  };
  const asProcess = (name: string): ControllerRuntime => ({ ...runtime, client: () => client(name, own) });
  const controllers = declaredControllers().flatMap(({ make, actsAsProcess }) => {
    const made = make(actsAsProcess === undefined ? runtime : asProcess(actsAsProcess), options);
    return made === undefined ? [] : [made];
  });
  function* run(): Process<void> {
    if (options.identity !== undefined) yield* lead(options.identity);
    informers.start();
    yield* informers.waitForSync();
    env.engine.background(COMPONENT).step(controllersSteps.started, COMPONENT, { controllers: controllers.length });
    for (const controller of controllers) controller.start();
  }
  function* lead(identity: string): Process<void> {
    const election = client('leader-election', own);
    const recorder = new EventRecorder(env, election, { component: COMPONENT }, 'core/v1');
    const lease = { component: COMPONENT, namespace: 'kube-system', name: COMPONENT, identity };
    const elector = new LeaderElector(env, election, recorder, lease);
    env.engine.spawn(elector.run());
    yield* elector.waitForLeadership();
  }
  return { controllers, informers, start: () => void env.engine.spawn(run()) };
}
