import type { ResourceInfo } from '../../api/scheme/scheme.ts';
import type { Process } from '../../engine/index.ts';
import { controllersSteps } from '../../steps/controllers.ts';
import {
  EventRecorder,
  LeaderElector,
  RestClient,
  SharedInformerFactory,
  withoutManagedFields,
} from '../clientgo/index.ts';
import type { CertificateSigner } from '../ports/certificate-signer.ts';
import type { Credentials } from '../ports/credentials.ts';
import type { Environment } from '../ports/environment.ts';
import type { SecretTokenIssuer } from '../ports/secret-token.ts';
import type { Transport } from '../ports/transport.ts';
import { AdmissionPolicyStatusController } from './admissionpolicystatus/controller.ts';
import { TokenCleaner } from './bootstrap/cleaner.ts';
import { BootstrapSigner } from './bootstrap/signer.ts';
import { CertificateApprovingController } from './certificates/approver.ts';
import { CertificateCleaner } from './certificates/cleaner.ts';
import { CertificateSigningController } from './certificates/controller.ts';
import { ClusterRoleAggregationController } from './clusterroleaggregation/controller.ts';
import { CronJobController } from './cronjob/controller.ts';
import { DaemonSetController } from './daemonset/controller.ts';
import { DeploymentController } from './deployment/controller.ts';
import { DeviceTaintEvictionController } from './devicetainteviction/controller.ts';
import { DisruptionController } from './disruption/controller.ts';
import { EndpointsController } from './endpoints/controller.ts';
import { EndpointSliceController } from './endpointslice/controller.ts';
import { EndpointSliceMirroringController } from './endpointslicemirroring/controller.ts';
import { GarbageCollector } from './garbagecollector/controller.ts';
import { JobController } from './job/controller.ts';
import { TtlAfterFinishedController } from './job/ttl.ts';
import { NamespaceController } from './namespace/controller.ts';
import { NodeIpamController, type PodRange } from './nodeipam/controller.ts';
import { NodeLifecycleController } from './nodelifecycle/controller.ts';
import { HorizontalController } from './podautoscaler/controller.ts';
import { PodGcController } from './podgc/controller.ts';
import { ReplicaSetController } from './replicaset/controller.ts';
import { REPLICATION_CONTROLLERS } from './replicaset/kinds.ts';
import { ResourceClaimController } from './resourceclaim/controller.ts';
import { ResourceQuotaController } from './resourcequota/controller.ts';
import { RootCaCertPublisher } from './rootcacertpublisher/controller.ts';
import { ServiceAccountController } from './serviceaccount/controller.ts';
import { ServiceCidrController } from './servicecidrs/controller.ts';
import { CustomResources } from './shared/custom-resources.ts';
import type { Controller, ControllerRuntime } from './shared/runtime.ts';
import { StatefulSetController } from './statefulset/controller.ts';
import { TaintEvictionController } from './tainteviction/controller.ts';
import { TokensController } from './tokens/controller.ts';
import { TtlController } from './ttl/controller.ts';
import { ClassProtectionController } from './volume/class-protection.ts';
import { PersistentVolumeController, VolumeProtectionController } from './volume/controller.ts';
import { EphemeralVolumeController } from './volume/ephemeral.ts';
import { VolumeExpandController } from './volume/expand.ts';

export interface ControllerManagerOptions {
  /** How a controller proves who it is: the token of `system:serviceaccount:kube-system:<name>`. */
  readonly credentials: (controller: string) => Credentials;
  /** How the process itself does (lease, shared informers): a certificate of `system:kube-controller-manager` unless told. */
  readonly own?: Credentials;
  /** In Kubernetes' own form: `v1.36.2 (linux/amd64) kubernetes/8e16b12`. */
  readonly version?: string;
  /** What is published to every namespace; what kube-system has unless told. */
  readonly rootCertificate?: string;
  /** Signs what is asked for in CertificateSigningRequests; without it nobody does. */
  readonly certificateSigner?: CertificateSigner | undefined;
  /** Signs the tokens that Secrets ask for; without it nobody does. */
  readonly secretToken?: SecretTokenIssuer | undefined;
  /** Out of which nodes get the addresses of their Pods, one a family; without any nobody gives them. */
  readonly podRanges?: readonly PodRange[];
  /** Called when a claim waits for a driver. */
  readonly driverAsked?: () => void;
  readonly qps?: number;
  readonly burst?: number;
  /** `<host>_<uuid>`; without it the process works at once and holds no lease. */
  readonly identity?: string;
  /** What the garbage collector follows; everything that can be deleted unless told. */
  readonly collected?: readonly ResourceInfo[];
}

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
  const { version = VERSION, qps = DEFAULT_QPS, burst = DEFAULT_BURST, own = OWN, rootCertificate } = options;
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
  const controllers: readonly Controller[] = [
    new EndpointsController(runtime),
    new EndpointSliceController(runtime),
    new ServiceAccountController(runtime),
    new GarbageCollector(runtime, options.collected),
    new DeploymentController(runtime),
    new ReplicaSetController(runtime),
    new ReplicaSetController(runtime, REPLICATION_CONTROLLERS),
    new DaemonSetController(runtime),
    new StatefulSetController(runtime),
    new NodeLifecycleController(runtime),
    new TaintEvictionController(runtime),
    new RootCaCertPublisher(runtime, rootCertificate),
    new NamespaceController(runtime),
    new ResourceQuotaController(runtime),
    new ClusterRoleAggregationController(runtime),
    new JobController(runtime),
    new CronJobController(runtime),
    new TtlAfterFinishedController(runtime),
    ...signing(runtime, options.certificateSigner),
    new CertificateApprovingController(runtime),
    new CertificateCleaner(runtime),
    new DisruptionController(runtime),
    new HorizontalController(runtime),
    new AdmissionPolicyStatusController(runtime),
    new PodGcController(runtime),
    new PersistentVolumeController(runtime),
    new VolumeProtectionController(runtime),
    new ClassProtectionController(runtime),
    new EndpointSliceMirroringController(runtime),
    new TtlController(runtime),
    new ServiceCidrController(runtime),
    new VolumeExpandController(runtime),
    new EphemeralVolumeController(runtime),
    new ResourceClaimController(runtime),
    new DeviceTaintEvictionController(runtime),
    new BootstrapSigner(runtime),
    new TokenCleaner(runtime),
    ...nodeIpam(runtime, options.podRanges),
    ...tokens({ ...runtime, client: () => client('tokens-controller', own) }, options),
  ];
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

function signing(runtime: ControllerRuntime, signer: CertificateSigner | undefined): readonly Controller[] {
  return signer === undefined ? [] : [new CertificateSigningController(runtime, signer)];
}

function nodeIpam(runtime: ControllerRuntime, ranges: readonly PodRange[] = []): readonly Controller[] {
  return ranges.length === 0 ? [] : [new NodeIpamController(runtime, ranges)];
}

/** As upstream, in the name of the process itself. */
function tokens(
  runtime: ControllerRuntime,
  { secretToken, rootCertificate }: ControllerManagerOptions,
): readonly Controller[] {
  return secretToken === undefined ? [] : [new TokensController(runtime, secretToken, rootCertificate)];
}
