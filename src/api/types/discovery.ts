/**
 * The kinds of discovery.k8s.io/v1 as they look in JSON.
 * Models staging/src/k8s.io/api/discovery/v1/types.go (v1.36)
 */
import type { ObjectReference } from './core.ts';
import type { KObject, StringMap } from './meta.ts';

export interface EndpointSlice extends KObject {
  readonly apiVersion: 'discovery.k8s.io/v1';
  readonly kind: 'EndpointSlice';
  readonly addressType: string;
  readonly endpoints: readonly Endpoint[];
  readonly ports: readonly EndpointPort[];
}

export interface Endpoint {
  readonly addresses: readonly string[];
  readonly conditions?: EndpointConditions;
  readonly hostname?: string;
  readonly targetRef?: ObjectReference;
  readonly deprecatedTopology?: StringMap;
  readonly nodeName?: string;
  readonly zone?: string;
  readonly hints?: EndpointHints;
}

export interface EndpointConditions {
  readonly ready?: boolean;
  readonly serving?: boolean;
  readonly terminating?: boolean;
}

export interface EndpointHints {
  readonly forZones?: readonly ForZone[];
  readonly forNodes?: readonly ForNode[];
}

export interface ForZone {
  readonly name: string;
}

export interface ForNode {
  readonly name: string;
}

export interface EndpointPort {
  readonly name?: string;
  readonly protocol?: string;
  readonly port?: number;
  readonly appProtocol?: string;
}
