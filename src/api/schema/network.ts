/**
 * The Go structs of networking.k8s.io/v1 and discovery.k8s.io/v1 (v1.36). See language.ts for the notation.
 * Models staging/src/k8s.io/api/{networking,discovery}/v1/types.go (v1.36)
 */
export const NETWORKING = `
Ingress .kind .metadata spec:IngressSpec status:IngressStatus
IngressSpec ingressClassName:*s defaultBackend:*IngressBackend tls:[]IngressTLS=TLS rules:[]IngressRule
IngressBackend service:*IngressServiceBackend resource:*TypedLocalObjectReference
IngressServiceBackend name! port:ServiceBackendPort
ServiceBackendPort name number:i
IngressTLS hosts:[]s secretName
IngressRule host ^IngressRuleValue
IngressRuleValue http:*HTTPIngressRuleValue=HTTP
HTTPIngressRuleValue paths!:[]HTTPIngressPath
HTTPIngressPath path pathType!:*PathType backend!:IngressBackend
IngressStatus loadBalancer:IngressLoadBalancerStatus
IngressLoadBalancerStatus ingress:[]IngressLoadBalancerIngress
IngressLoadBalancerIngress ip=IP hostname ports:[]IngressPortStatus
IngressPortStatus port!:i protocol!:Protocol error:*s
IngressClass .kind .metadata spec:IngressClassSpec
IngressClassSpec controller parameters:*IngressClassParametersReference
IngressClassParametersReference apiGroup:*s=APIGroup kind! name! scope-:*s namespace:*s
NetworkPolicy .kind .metadata spec:NetworkPolicySpec
NetworkPolicySpec podSelector:LabelSelector ingress:[]NetworkPolicyIngressRule egress:[]NetworkPolicyEgressRule policyTypes:[]PolicyType
NetworkPolicyIngressRule ports:[]NetworkPolicyPort from:[]NetworkPolicyPeer
NetworkPolicyEgressRule ports:[]NetworkPolicyPort to:[]NetworkPolicyPeer
NetworkPolicyPort protocol:*Protocol port:*o endPort:*i
NetworkPolicyPeer podSelector:*LabelSelector namespaceSelector:*LabelSelector ipBlock:*IPBlock=IPBlock
IPBlock cidr!=CIDR except:[]s
IPAddress .kind .metadata spec+:IPAddressSpec
IPAddressSpec parentRef+:*ParentReference
ParentReference group resource+ namespace name+
ServiceCIDR .kind .metadata spec:ServiceCIDRSpec status:ServiceCIDRStatus
ServiceCIDRSpec cidrs:[]s=CIDRs
ServiceCIDRStatus conditions:[]Condition
`;

export const DISCOVERY = `
EndpointSlice .kind .metadata addressType!:AddressType endpoints-:[]Endpoint ports-:[]EndpointPort
Endpoint addresses!:[]s conditions:EndpointConditions hostname:*s targetRef:*ObjectReference deprecatedTopology:{} nodeName:*s zone:*s hints:*EndpointHints
EndpointConditions ready:*b serving:*b terminating:*b
EndpointHints forZones:[]ForZone forNodes:[]ForNode
ForZone name!
ForNode name!
EndpointPort name:*s protocol:*Protocol port:*i appProtocol:*s
`;
