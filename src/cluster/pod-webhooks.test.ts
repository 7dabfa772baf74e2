import { describe, expect, it } from 'vitest';
import { policyText } from './testing/policy.ts';
import { TypedCluster } from './testing/typed-cluster.ts';

const IMAGE = 'registry.k8s.io/e2e-test-images/agnhost:2.53';
/** A program that speaks TLS, and the Service before it. */
const program = (name: string, subcommand: string) => `apiVersion: v1
kind: Pod
metadata: {name: ${name}, labels: {app: ${name}}}
spec:
  containers:
  - name: c
    image: ${IMAGE}
    args: [${subcommand}, --tls-cert-file=/certs/tls.crt, "--port=8444"]
    readinessProbe: {httpGet: {scheme: HTTPS, port: 8444, path: /readyz}, periodSeconds: 1}
---
apiVersion: v1
kind: Service
metadata: {name: ${name}}
spec:
  selector: {app: ${name}}
  ports: [{port: 443, targetPort: 8444}]
---
`;
const hook = (path: string, more: string) => `
- name: ${path}.example.com
  admissionReviewVersions: [v1]
  sideEffects: None
  ${more}
  clientConfig: {caBundle: Zm9v, service: {name: hook, namespace: default, path: /${path}}}`;
const about = (resource: string, operation = 'CREATE') =>
  `rules: [{apiGroups: [""], apiVersions: [v1], resources: [${resource}], operations: [${operation}]}]`;
const configuration = (kind: string, hooks: string) => `apiVersion: admissionregistration.k8s.io/v1
kind: ${kind}WebhookConfiguration
metadata: {name: ${kind.toLowerCase()}}
webhooks:${hooks}
---
`;
const CONFIG_MAPS = about('configmaps');
const pod = (name: string) => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec: {containers: [{name: container1, image: "busybox:1.36", command: [sleep, "600"], stdin: true}]}
---
`;
const configMap = (name: string, data: string) => `apiVersion: v1
kind: ConfigMap
metadata: {name: ${name}}
data: {${data}}
`;

function started(...manifests: readonly string[]): TypedCluster {
  const cluster = new TypedCluster();
  cluster.apply(manifests.join(''));
  cluster.wait(6);
  return cluster;
}

describe('a webhook that a Pod runs', () => {
  it('AS92, AS34, IMG23: changes what is written: one after another, and the object has its defaults again', () => {
    const marked = 'matchConditions: [{name: marked, expression: "\'mutation-stage-1\' in object.data"}]';
    const hooks =
      hook('mutating-configmaps', CONFIG_MAPS) +
      hook('mutating-configmaps', `${CONFIG_MAPS}\n  ${marked}`).replace('name: mut', 'name: second-mut') +
      hook('mutating-pods', about('pods'));
    const cluster = started(program('hook', 'webhook'));
    expect(cluster.apply(configuration('Mutating', hooks)).stderr).toBe('');
    cluster.apply(configMap('c', 'mutation-start: "yes"'));
    expect(cluster.path('cm c', '{.data}')).toBe(
      '{"mutation-stage-1":"yes","mutation-stage-2":"yes","mutation-start":"yes"}',
    );
    expect(cluster.apply(pod('webhook-to-be-mutated')).stderr).toBe('');
    expect(cluster.path('pod webhook-to-be-mutated', '{.spec.initContainers[*].terminationMessagePolicy}')).toBe(
      'File',
    );
  });

  it('AS92, AS93, IMG23: refuses, also a stream; what it is asked about a stream is what the query says', () => {
    const hooks = hook('configmaps', CONFIG_MAPS) + hook('pods/attach', about('pods/attach', 'CONNECT'));
    const cluster = started(
      program('hook', 'webhook'),
      pod('to-be-attached-pod'),
      configuration('Validating', hooks.replace('name: pods/attach', 'name: attach')),
    );
    expect(cluster.apply(configMap('c', 'webhook-e2e-test: webhook-disallow')).stderr).toContain(
      'admission webhook "configmaps.example.com" denied the request: the configmap contains unwanted key and value',
    );
    expect(cluster.type('kubectl attach to-be-attached-pod -i -c=container1').stderr).toContain(
      `admission webhook "attach.example.com" denied the request: attaching to pod 'to-be-attached-pod' is not allowed`,
    );
  });

  it('AS92: is not asked by whoever does not trust it, and may take too long', () => {
    const hooks = hook('always-deny', CONFIG_MAPS).replace('caBundle: Zm9v, ', '');
    const cluster = started(program('hook', 'webhook'), configuration('Validating', hooks));
    const refused = (why: string) =>
      expect(cluster.apply(configMap('c', 'a: b')).stderr).toContain(`failed to call webhook: Post ${why}`);
    const at = '"https://hook.default.svc:443';
    refused(`${at}/always-deny?timeout=10s": tls: failed to verify certificate: x509: certificate signed by unknown`);
    cluster.apply(configuration('Validating', hook('always-allow-delay-5s', `${CONFIG_MAPS}\n  timeoutSeconds: 1`)));
    refused(`${at}/always-allow-delay-5s?timeout=1s": context deadline exceeded`);
    cluster.apply(configuration('Validating', hook('always-allow-delay-5s', CONFIG_MAPS)));
    expect(cluster.apply(configMap('c', 'a: b')).stdout).toBe('configmap/c created\n');
  });

  it('AS34: a condition that cannot be judged refuses, or passes its webhook over', () => {
    const unjudged = `${CONFIG_MAPS}\n  matchConditions: [{name: m, expression: "object.data.missing == 'x'"}]`;
    const cluster = started(program('hook', 'webhook'), configuration('Validating', hook('always-deny', unjudged)));
    expect(cluster.apply(configMap('c', 'a: b')).stderr).toContain(
      `configmaps "c" is forbidden: expression 'object.data.missing == 'x'' resulted in error: no such key: missing`,
    );
    cluster.apply(configuration('Validating', hook('always-deny', `${unjudged}\n  failurePolicy: Ignore`)));
    expect(cluster.apply(configMap('c', 'a: b')).stdout).toBe('configmap/c created\n');
  });

  it('AS95: sees objects in the version that its rule names, whichever was sent', () => {
    const version = (name: string, storage: boolean) =>
      `{name: ${name}, served: true, storage: ${storage}, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}`;
    const cluster = started(
      program('hook', 'webhook'),
      `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.a.example}
spec:
  group: a.example
  scope: Namespaced
  names: {plural: things, singular: thing, kind: Thing, listKind: ThingList}
  versions: [${version('v1', true)}, ${version('v2', false)}]
`,
    );
    const rule = (versions: string) =>
      `rules: [{apiGroups: [a.example], apiVersions: [${versions}], resources: [things], operations: [CREATE]}]`;
    const isV2 = `matchConditions: [{name: v, expression: "object.apiVersion == 'a.example/v2' && request.kind.version == 'v2' && request.requestKind.version == 'v1'"}]`;
    const asks = (versions: string, more: string) =>
      cluster.apply(configuration('Mutating', hook('mutating-custom-resource', `${rule(versions)}\n  ${more}`)));
    const made = (name: string): string => {
      cluster.apply(
        `{apiVersion: a.example/v1, kind: Thing, metadata: {name: ${name}}, data: {mutation-start: "yes"}}`,
      );
      return cluster.path(`things.v1.a.example ${name}`, '{.apiVersion} {.data}');
    };
    const plain = 'a.example/v1 {"mutation-start":"yes"}';
    asks('v2', isV2);
    expect(made('equivalent')).toBe('a.example/v1 {"mutation-stage-1":"yes","mutation-start":"yes"}');
    asks('v2', 'matchPolicy: Exact');
    expect(made('exact')).toBe(plain);
    asks('v9', 'matchPolicy: Equivalent');
    expect(made('unknown')).toBe(plain);
  });

  it('AS92, IMG23: translates custom resources between versions', () => {
    const version = (name: string, storage: boolean) =>
      `{name: ${name}, served: true, storage: ${storage}, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}`;
    const service = '{name: hook, namespace: default, path: /crdconvert}';
    const cluster = started(
      program('hook', 'crd-conversion-webhook'),
      `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: hosts.stable.example.com}
spec:
  group: stable.example.com
  scope: Namespaced
  names: {plural: hosts, singular: host, kind: Host, listKind: HostList}
  versions: [${version('v1', true)}, ${version('v2', false)}]
  conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: {caBundle: Zm9v, service: ${service}}}}
---
${policyText('judge', 'apiGroups: [stable.example.com], apiVersions: [v2], operations: ["*"], resources: [hosts]', 'has(object.port)')}`,
    );
    cluster.apply('{apiVersion: stable.example.com/v1, kind: Host, metadata: {name: h}, hostPort: "local:80"}');
    expect(cluster.path('hosts.v2.stable.example.com h', '{.host} {.port} {.hostPort}')).toBe('local 80 ');
    expect(cluster.path('hosts.v1.stable.example.com h', '{.hostPort}')).toBe('local:80');
    const revision = (version: string) =>
      cluster.path(`hosts.${version}.stable.example.com h`, '{.metadata.resourceVersion}');
    expect(revision('v1')).toMatch(/^\d+$/);
    expect(revision('v2')).toBe(revision('v1'));
  });
});
