/**
 * The kinds of the v1 group as they look in JSON.
 * Models staging/src/k8s.io/api/core/v1/types.go (v1.36)
 */
import type { Seconds } from '../../base/time/units.ts';
import type { PodTemplateSpec } from './core-pods.ts';
import type { LocalObjectReference, ObjectReference, ResourceList } from './core-volumes.ts';
import type { Condition, IntOrString, KObject, MicroTime, StringMap, Time } from './meta.ts';

export type * from './core-pods.ts';
export type * from './core-volumes.ts';

export interface Binding extends KObject {
  readonly apiVersion: 'v1';
  readonly kind: 'Binding';
  readonly target: ObjectReference;
}

export interface ReplicationController extends KObject {
  readonly apiVersion: 'v1';
  readonly kind: 'ReplicationController';
  readonly spec: ReplicationControllerSpec;
  readonly status: ReplicationControllerStatus;
}

export interface ReplicationControllerSpec {
  readonly replicas?: number;
  readonly minReadySeconds?: Seconds;
  readonly selector?: StringMap;
  readonly template?: PodTemplateSpec;
}

export interface ReplicationControllerStatus {
  readonly replicas: number;
  readonly fullyLabeledReplicas?: number;
  readonly readyReplicas?: number;
  readonly availableReplicas?: number;
  readonly observedGeneration?: number;
  readonly conditions?: readonly ReplicationControllerCondition[];
}

export interface ReplicationControllerCondition {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime?: Time;
  readonly reason?: string;
  readonly message?: string;
}

export interface Service extends KObject {
  readonly apiVersion: 'v1';
  readonly kind: 'Service';
  readonly spec: ServiceSpec;
  readonly status: ServiceStatus;
}

export interface ServiceSpec {
  readonly ports?: readonly ServicePort[];
  readonly selector?: StringMap;
  readonly clusterIP?: string;
  readonly clusterIPs?: readonly string[];
  readonly type?: string;
  readonly externalIPs?: readonly string[];
  readonly sessionAffinity?: string;
  readonly loadBalancerIP?: string;
  readonly loadBalancerSourceRanges?: readonly string[];
  readonly externalName?: string;
  readonly externalTrafficPolicy?: string;
  readonly healthCheckNodePort?: number;
  readonly publishNotReadyAddresses?: boolean;
  readonly sessionAffinityConfig?: SessionAffinityConfig;
  readonly ipFamilies?: readonly string[];
  readonly ipFamilyPolicy?: string;
  readonly allocateLoadBalancerNodePorts?: boolean;
  readonly loadBalancerClass?: string;
  readonly internalTrafficPolicy?: string;
  readonly trafficDistribution?: string;
}

export interface ServicePort {
  readonly name?: string;
  readonly protocol?: string;
  readonly appProtocol?: string;
  readonly port: number;
  readonly targetPort?: IntOrString;
  readonly nodePort?: number;
}

export interface SessionAffinityConfig {
  readonly clientIP?: ClientIPConfig;
}

export interface ClientIPConfig {
  readonly timeoutSeconds?: Seconds;
}

export interface ServiceStatus {
  readonly loadBalancer?: LoadBalancerStatus;
  readonly conditions?: readonly Condition[];
}

export interface LoadBalancerStatus {
  readonly ingress?: readonly LoadBalancerIngress[];
}

export interface LoadBalancerIngress {
  readonly ip?: string;
  readonly hostname?: string;
  readonly ipMode?: string;
  readonly ports?: readonly PortStatus[];
}

export interface PortStatus {
  readonly port: number;
  readonly protocol: string;
  readonly error?: string;
}

export interface ConfigMap extends KObject {
  readonly apiVersion: 'v1';
  readonly kind: 'ConfigMap';
  readonly immutable?: boolean;
  readonly data?: StringMap;
  readonly binaryData?: Readonly<Record<string, string>>;
}

export interface Secret extends KObject {
  readonly apiVersion: 'v1';
  readonly kind: 'Secret';
  readonly immutable?: boolean;
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: StringMap;
  readonly type?: string;
}

export interface Namespace extends KObject {
  readonly apiVersion: 'v1';
  readonly kind: 'Namespace';
  readonly spec: NamespaceSpec;
  readonly status: NamespaceStatus;
}

export interface NamespaceSpec {
  readonly finalizers?: readonly string[];
}

export interface NamespaceStatus {
  readonly phase?: string;
  readonly conditions?: readonly NamespaceCondition[];
}

export interface NamespaceCondition {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime?: Time;
  readonly reason?: string;
  readonly message?: string;
}

export interface Node extends KObject {
  readonly apiVersion: 'v1';
  readonly kind: 'Node';
  readonly spec: NodeSpec;
  readonly status: NodeStatus;
}

export interface NodeSpec {
  readonly podCIDR?: string;
  readonly podCIDRs?: readonly string[];
  readonly providerID?: string;
  readonly unschedulable?: boolean;
  readonly taints?: readonly Taint[];
  readonly configSource?: NodeConfigSource;
  readonly externalID?: string;
}

export interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
  readonly timeAdded?: Time;
}

export interface NodeConfigSource {
  readonly configMap?: ConfigMapNodeConfigSource;
}

export interface ConfigMapNodeConfigSource {
  readonly namespace: string;
  readonly name: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly kubeletConfigKey: string;
}

export interface NodeStatus {
  readonly capacity?: ResourceList;
  readonly allocatable?: ResourceList;
  readonly phase?: string;
  readonly conditions?: readonly NodeCondition[];
  readonly addresses?: readonly NodeAddress[];
  readonly daemonEndpoints?: NodeDaemonEndpoints;
  readonly nodeInfo?: NodeSystemInfo;
  readonly images?: readonly ContainerImage[];
  readonly volumesInUse?: readonly string[];
  readonly volumesAttached?: readonly AttachedVolume[];
  readonly config?: NodeConfigStatus;
  readonly runtimeHandlers?: readonly NodeRuntimeHandler[];
  readonly features?: NodeFeatures;
  readonly declaredFeatures?: readonly string[];
}

export interface NodeCondition {
  readonly type: string;
  readonly status: string;
  readonly lastHeartbeatTime?: Time;
  readonly lastTransitionTime?: Time;
  readonly reason?: string;
  readonly message?: string;
}

export interface NodeAddress {
  readonly type: string;
  readonly address: string;
}

export interface NodeDaemonEndpoints {
  readonly kubeletEndpoint?: DaemonEndpoint;
}

export interface DaemonEndpoint {
  readonly Port: number;
}

export interface NodeSystemInfo {
  readonly machineID: string;
  readonly systemUUID: string;
  readonly bootID: string;
  readonly kernelVersion: string;
  readonly osImage: string;
  readonly containerRuntimeVersion: string;
  readonly kubeletVersion: string;
  readonly kubeProxyVersion: string;
  readonly operatingSystem: string;
  readonly architecture: string;
  readonly swap?: NodeSwapStatus;
}

export interface NodeSwapStatus {
  readonly capacity?: number;
}

export interface ContainerImage {
  readonly names?: readonly string[];
  readonly sizeBytes?: number;
}

export interface AttachedVolume {
  readonly name: string;
  readonly devicePath: string;
}

export interface NodeConfigStatus {
  readonly assigned?: NodeConfigSource;
  readonly active?: NodeConfigSource;
  readonly lastKnownGood?: NodeConfigSource;
  readonly error?: string;
}

export interface NodeRuntimeHandler {
  readonly name: string;
  readonly features?: NodeRuntimeHandlerFeatures;
}

export interface NodeRuntimeHandlerFeatures {
  readonly recursiveReadOnlyMounts?: boolean;
  readonly userNamespaces?: boolean;
}

export interface NodeFeatures {
  readonly supplementalGroupsPolicy?: boolean;
}

export interface ServiceAccount extends KObject {
  readonly apiVersion: 'v1';
  readonly kind: 'ServiceAccount';
  readonly secrets?: readonly ObjectReference[];
  readonly imagePullSecrets?: readonly LocalObjectReference[];
  readonly automountServiceAccountToken?: boolean;
}

export interface Event extends KObject {
  readonly apiVersion: 'v1';
  readonly kind: 'Event';
  readonly involvedObject: ObjectReference;
  readonly reason?: string;
  readonly message?: string;
  readonly source?: EventSource;
  readonly firstTimestamp?: Time;
  readonly lastTimestamp?: Time;
  readonly count?: number;
  readonly type?: string;
  readonly eventTime?: MicroTime | null;
  readonly series?: EventSeries;
  readonly action?: string;
  readonly related?: ObjectReference;
  readonly reportingComponent: string;
  readonly reportingInstance: string;
}

export interface EventSource {
  readonly component?: string;
  readonly host?: string;
}

export interface EventSeries {
  readonly count?: number;
  readonly lastObservedTime?: MicroTime;
}

export interface Endpoints extends KObject {
  readonly apiVersion: 'v1';
  readonly kind: 'Endpoints';
  readonly subsets?: readonly EndpointSubset[];
}

export interface EndpointSubset {
  readonly addresses?: readonly EndpointAddress[];
  readonly notReadyAddresses?: readonly EndpointAddress[];
  readonly ports?: readonly EndpointPort[];
}

export interface EndpointAddress {
  readonly ip: string;
  readonly hostname?: string;
  readonly nodeName?: string;
  readonly targetRef?: ObjectReference;
}

export interface EndpointPort {
  readonly name?: string;
  readonly port: number;
  readonly protocol?: string;
  readonly appProtocol?: string;
}

export interface ResourceQuota extends KObject {
  readonly apiVersion: 'v1';
  readonly kind: 'ResourceQuota';
  readonly spec: ResourceQuotaSpec;
  readonly status: ResourceQuotaStatus;
}

export interface ResourceQuotaSpec {
  readonly hard?: ResourceList;
  readonly scopes?: readonly string[];
  readonly scopeSelector?: ScopeSelector;
}

export interface ScopeSelector {
  readonly matchExpressions?: readonly ScopedResourceSelectorRequirement[];
}

export interface ScopedResourceSelectorRequirement {
  readonly scopeName: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

export interface ResourceQuotaStatus {
  readonly hard?: ResourceList;
  readonly used?: ResourceList;
}

export interface LimitRange extends KObject {
  readonly apiVersion: 'v1';
  readonly kind: 'LimitRange';
  readonly spec: LimitRangeSpec;
}

export interface LimitRangeSpec {
  readonly limits: readonly LimitRangeItem[];
}

export interface LimitRangeItem {
  readonly type: string;
  readonly max?: ResourceList;
  readonly min?: ResourceList;
  readonly default?: ResourceList;
  readonly defaultRequest?: ResourceList;
  readonly maxLimitRequestRatio?: ResourceList;
}
