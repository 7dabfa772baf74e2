/**
 * The kinds of networking.k8s.io/v1 as they look in JSON.
 * Models staging/src/k8s.io/api/networking/v1/types.go (v1.36)
 */
import type { TypedLocalObjectReference } from './core.ts';
import type { Condition, IntOrString, KObject, LabelSelector } from './meta.ts';

export interface Ingress extends KObject {
  readonly apiVersion: 'networking.k8s.io/v1';
  readonly kind: 'Ingress';
  readonly spec: IngressSpec;
  readonly status: IngressStatus;
}

export interface IngressSpec {
  readonly ingressClassName?: string;
  readonly defaultBackend?: IngressBackend;
  readonly tls?: readonly IngressTLS[];
  readonly rules?: readonly IngressRule[];
}

export interface IngressBackend {
  readonly service?: IngressServiceBackend;
  readonly resource?: TypedLocalObjectReference;
}

export interface IngressServiceBackend {
  readonly name: string;
  readonly port?: ServiceBackendPort;
}

export interface ServiceBackendPort {
  readonly name?: string;
  readonly number?: number;
}

export interface IngressTLS {
  readonly hosts?: readonly string[];
  readonly secretName?: string;
}

export interface IngressRule extends IngressRuleValue {
  readonly host?: string;
}

export interface IngressRuleValue {
  readonly http?: HTTPIngressRuleValue;
}

export interface HTTPIngressRuleValue {
  readonly paths: readonly HTTPIngressPath[];
}

export interface HTTPIngressPath {
  readonly path?: string;
  readonly pathType?: string;
  readonly backend: IngressBackend;
}

export interface IngressStatus {
  readonly loadBalancer?: IngressLoadBalancerStatus;
}

export interface IngressLoadBalancerStatus {
  readonly ingress?: readonly IngressLoadBalancerIngress[];
}

export interface IngressLoadBalancerIngress {
  readonly ip?: string;
  readonly hostname?: string;
  readonly ports?: readonly IngressPortStatus[];
}

export interface IngressPortStatus {
  readonly port: number;
  readonly protocol: string;
  readonly error?: string;
}

export interface IngressClass extends KObject {
  readonly apiVersion: 'networking.k8s.io/v1';
  readonly kind: 'IngressClass';
  readonly spec: IngressClassSpec;
}

export interface IngressClassSpec {
  readonly controller?: string;
  readonly parameters?: IngressClassParametersReference;
}

export interface IngressClassParametersReference {
  readonly apiGroup?: string;
  readonly kind: string;
  readonly name: string;
  readonly scope?: string;
  readonly namespace?: string;
}

export interface NetworkPolicy extends KObject {
  readonly apiVersion: 'networking.k8s.io/v1';
  readonly kind: 'NetworkPolicy';
  readonly spec: NetworkPolicySpec;
}

export interface NetworkPolicySpec {
  readonly podSelector?: LabelSelector;
  readonly ingress?: readonly NetworkPolicyIngressRule[];
  readonly egress?: readonly NetworkPolicyEgressRule[];
  readonly policyTypes?: readonly string[];
}

export interface NetworkPolicyIngressRule {
  readonly ports?: readonly NetworkPolicyPort[];
  readonly from?: readonly NetworkPolicyPeer[];
}

export interface NetworkPolicyEgressRule {
  readonly ports?: readonly NetworkPolicyPort[];
  readonly to?: readonly NetworkPolicyPeer[];
}

export interface NetworkPolicyPort {
  readonly protocol?: string;
  readonly port?: IntOrString;
  readonly endPort?: number;
}

export interface NetworkPolicyPeer {
  readonly podSelector?: LabelSelector;
  readonly namespaceSelector?: LabelSelector;
  readonly ipBlock?: IPBlock;
}

export interface IPBlock {
  readonly cidr: string;
  readonly except?: readonly string[];
}

export interface IPAddress extends KObject {
  readonly apiVersion: 'networking.k8s.io/v1';
  readonly kind: 'IPAddress';
  readonly spec: IPAddressSpec;
}

export interface IPAddressSpec {
  readonly parentRef?: ParentReference;
}

export interface ParentReference {
  readonly group?: string;
  readonly resource?: string;
  readonly namespace?: string;
  readonly name?: string;
}

export interface ServiceCIDR extends KObject {
  readonly apiVersion: 'networking.k8s.io/v1';
  readonly kind: 'ServiceCIDR';
  readonly spec: ServiceCIDRSpec;
  readonly status: ServiceCIDRStatus;
}

export interface ServiceCIDRSpec {
  readonly cidrs?: readonly string[];
}

export interface ServiceCIDRStatus {
  readonly conditions?: readonly Condition[];
}
