import { describe, expect, it } from 'vitest';
import type { Status } from '../../../api/errors/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { addPolicy, type TestCluster, testCluster } from '../testing.ts';

const POLICIES = '/apis/admissionregistration.k8s.io/v1';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

const quiet = (): TestCluster => testCluster({ config: { compaction: false, periodicBookmarks: false } });

function object(kind: string, name: string, rest: object, metadata: object = {}): object {
  return { apiVersion: 'admissionregistration.k8s.io/v1', kind, metadata: { name, ...metadata }, ...rest };
}

const rules = (resources: readonly string[], apiGroups: readonly string[] = ['']) => [
  { apiGroups, apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources },
];

const configMap = (name: string, data: object = {}, labels: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, labels },
  data,
});

function deployment(name: string, replicas: number): object {
  const labels = { app: name };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'nginx:1.27' }] } },
    },
  };
}

describe('policies written as expressions', () => {
  const limits = {
    matchConstraints: { resourceRules: rules(['deployments'], ['apps']) },
    variables: [{ name: 'most', expression: '5' }],
    validations: [
      {
        expression: 'object.spec.replicas <= variables.most',
        messageExpression: "'at most ' + string(variables.most) + ' replicas, not ' + string(object.spec.replicas)",
      },
    ],
  };

  it('AS33: refuse what they are about with 422, and leave the rest alone', () => {
    const cluster = quiet();
    addPolicy(cluster, limits, { validationActions: ['Deny'] });
    expect(cluster.request('POST', DEPLOYMENTS, deployment('few', 5)).code).toBe(201);
    const refused = cluster.request('POST', DEPLOYMENTS, deployment('many', 6));
    expect(refused.code).toBe(422);
    const text = "ValidatingAdmissionPolicy 'p' with binding 'b' denied request: at most 5 replicas, not 6";
    expect(refused.body).toMatchObject({
      reason: 'Invalid',
      message: `deployments.apps "many" is forbidden: ${text}`,
      details: { causes: [{ message: text }] },
    });
    expect(cluster.request('POST', CONFIG_MAPS, configMap('c')).code).toBe(201);
    const scaled = { kind: 'Scale', apiVersion: 'autoscaling/v1', metadata: { name: 'few' }, spec: { replicas: 9 } };
    expect(cluster.request('PUT', `${DEPLOYMENTS}/few/scale`, scaled).code).toBe(200);
  });

  it('AS84: cost what they may, and are cancelled beyond', () => {
    const expression = 'object.data.all(a, object.data.all(b, a == b || a != b))';
    const spec = { matchConstraints: { resourceRules: rules(['configmaps'], ['']) }, validations: [{ expression }] };
    const data = (keys: number) => Object.fromEntries(Array.from({ length: keys }, (_, at) => [`k${at}`, 'v']));
    const cluster = quiet();
    addPolicy(cluster, spec);
    expect(cluster.request('POST', CONFIG_MAPS, configMap('few', data(50))).code).toBe(201);
    const who = "ValidatingAdmissionPolicy 'p' with binding 'b' denied request:";
    expect(cluster.request('POST', CONFIG_MAPS, configMap('many', data(500))).body).toMatchObject({
      message: `configmaps "many" is forbidden: ${who} expression '${expression}' resulted in error: operation cancelled: actual cost limit exceeded`,
    });
    const ignoring = quiet();
    addPolicy(ignoring, { ...spec, failurePolicy: 'Ignore' });
    expect(ignoring.request('POST', CONFIG_MAPS, configMap('many', data(500))).code).toBe(201);
    const together = quiet();
    addPolicy(together, { ...spec, validations: Array.from({ length: 20 }, () => ({ expression })) });
    expect(together.request('POST', CONFIG_MAPS, configMap('many', data(250))).body).toMatchObject({
      message: `configmaps "many" is forbidden: ${who} validation failed due to running out of cost budget, no further validation rules will be run`,
    });
  });

  it('AS33: warn and note instead when their binding says so', () => {
    const cluster = quiet();
    addPolicy(cluster, limits, { validationActions: ['Warn', 'Audit'] });
    const made = cluster.request('POST', DEPLOYMENTS, deployment('many', 6));
    expect(made.code).toBe(201);
    expect(made.warnings).toEqual([
      "Validation failed for ValidatingAdmissionPolicy 'p' with binding 'b': at most 5 replicas, not 6",
    ]);
  });

  it('AS33: take parameters, conditions and the authorizers into account; an error refuses unless it is to be ignored', () => {
    const cluster = quiet();
    cluster.request('POST', CONFIG_MAPS, configMap('allowed', { words: 'yes,maybe' }));
    const spec = {
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      matchConstraints: { resourceRules: rules(['configmaps']) },
      matchConditions: [
        { name: 'labelled', expression: "has(object.metadata.labels) && 'judged' in object.metadata.labels" },
      ],
      validations: [
        { expression: "object.data.word in params.data.words.split(',')", reason: 'Forbidden' },
        { expression: "authorizer.group('').resource('pods').namespace('default').check('list').allowed()" },
      ],
    };
    addPolicy(cluster, spec, { paramRef: { name: 'allowed', namespace: 'default', parameterNotFoundAction: 'Deny' } });
    const post = (name: string, data: object, labels: object = { judged: 'yes' }) =>
      cluster.request('POST', CONFIG_MAPS, configMap(name, data, labels));
    expect(post('a', { word: 'no' }, {}).code).toBe(201);
    expect(post('b', { word: 'maybe' }).code).toBe(201);
    const refused = post('c', { word: 'no' });
    expect([refused.code, (refused.body as Status).message]).toEqual([
      403,
      "configmaps \"c\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: failed expression: object.data.word in params.data.words.split(',')",
    ]);
    expect((post('d', {}).body as Status).message).toContain('resulted in error: no such key: ');
  });

  it('AS33: change objects, by a configuration or by a patch', () => {
    const cluster = quiet();
    const mutations = [
      {
        patchType: 'ApplyConfiguration',
        applyConfiguration: {
          expression:
            "Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{containers: [Object.spec.template.spec.containers{name: 'main', imagePullPolicy: 'Always'}]}}}}",
        },
      },
      {
        patchType: 'JSONPatch',
        jsonPatch: { expression: "[JSONPatch{op: 'add', path: '/metadata/labels', value: {'by': 'policy'}}]" },
      },
    ];
    const matchConstraints = { resourceRules: rules(['deployments'], ['apps']) };
    const spec = { matchConstraints, reinvocationPolicy: 'Never', mutations };
    addPolicy(cluster, spec, {}, 'Mutating');
    const made = cluster.request('POST', DEPLOYMENTS, deployment('web', 1)).body as KObject;
    expect(made.metadata.labels).toEqual({ by: 'policy' });
    expect(made.spec).toMatchObject({
      template: { spec: { containers: [{ name: 'main', image: 'nginx:1.27', imagePullPolicy: 'Always' }] } },
    });
  });

  it('AS33: leave no empty fields in what they change', () => {
    const cluster = quiet();
    const template = (fields: string) =>
      `Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{${fields}}}}}`;
    const path = '/spec/template/spec/subdomain';
    const mutations = [
      { patchType: 'ApplyConfiguration', applyConfiguration: { expression: template("hostname: ''") } },
      { patchType: 'JSONPatch', jsonPatch: { expression: `[JSONPatch{op: 'add', path: '${path}', value: ''}]` } },
    ];
    const matchConstraints = { resourceRules: rules(['deployments'], ['apps']) };
    addPolicy(cluster, { matchConstraints, reinvocationPolicy: 'Never', mutations }, {}, 'Mutating');
    const made = cluster.request('POST', DEPLOYMENTS, deployment('web', 1)).body as KObject;
    const { spec } = (made.spec as { readonly template: { readonly spec: object } }).template;
    expect(Object.keys(spec)).not.toContain('hostname');
    expect(Object.keys(spec)).not.toContain('subdomain');
    const { managedFields } = (cluster.request('GET', `${DEPLOYMENTS}/web`).body as KObject).metadata;
    expect(JSON.stringify(managedFields)).not.toContain('f:hostname');
  });

  it('AS33: change what the one before has made, and nothing that can only be replaced as one', () => {
    const cluster = quiet();
    const constraints = { matchConstraints: { resourceRules: rules(['deployments'], ['apps']) } };
    const label = (value: string) => ({
      patchType: 'ApplyConfiguration',
      applyConfiguration: { expression: `Object{metadata: Object.metadata{labels: {'seen': ${value}}}}` },
    });
    const bind = (name: string, mutation: object): void => {
      const spec = { ...constraints, reinvocationPolicy: 'Never', mutations: [mutation] };
      cluster.request(
        'POST',
        `${POLICIES}/mutatingadmissionpolicies`,
        object('MutatingAdmissionPolicy', name, { spec }),
      );
      const binding = { spec: { policyName: name } };
      cluster.request(
        'POST',
        `${POLICIES}/mutatingadmissionpolicybindings`,
        object('MutatingAdmissionPolicyBinding', name, binding),
      );
    };
    bind('a', label("'one'"));
    bind('b', label("object.metadata.labels.seen + '-two'"));
    expect((cluster.request('POST', DEPLOYMENTS, deployment('web', 1)).body as KObject).metadata.labels).toEqual({
      seen: 'one-two',
    });
    const command =
      "Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{containers: [Object.spec.template.spec.containers{name: 'main', command: ['x']}]}}}}";
    bind('c', { patchType: 'ApplyConfiguration', applyConfiguration: { expression: command } });
    expect((cluster.request('POST', DEPLOYMENTS, deployment('no', 1)).body as Status).message).toContain(
      'invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: .spec.template.spec.containers[name="main"].command',
    );
  });

  it('AS33: are refused themselves when they cannot be read', () => {
    const cluster = quiet();
    const spec = { matchConstraints: {}, validations: [{ expression: 'object.spec.replicas <= limit' }] };
    const answer = cluster.request(
      'POST',
      `${POLICIES}/validatingadmissionpolicies`,
      object('ValidatingAdmissionPolicy', 'bad', { spec }),
    );
    expect(answer.code).toBe(422);
    expect((answer.body as Status).message).toContain(
      "compilation failed: ERROR: <input>:1:25: undeclared reference to 'limit' (in container '')",
    );
  });
});

describe('what a policy says is judged when it is written', () => {
  const problems = (spec: object, kind = 'Validating'): readonly string[] => {
    const path = `${POLICIES}/${kind.toLowerCase()}admissionpolicies`;
    const again = kind === 'Mutating' ? { reinvocationPolicy: 'Never' } : undefined;
    const whole = { matchConstraints: { resourceRules: rules(['configmaps']) }, ...again, ...spec };
    const answer = quiet().request('POST', path, object(`${kind}AdmissionPolicy`, 'p', { spec: whole }));
    const causes = (answer.body as Status).details?.causes ?? [];
    return causes.map(({ field, message }) => `${field}: ${message}`);
  };

  it('AS60: types must fit, and names must be declared', () => {
    expect(problems({ validations: [{ expression: '1 + 1' }] })).toEqual([
      'spec.validations[0].expression: Invalid value: "1 + 1": must evaluate to bool but got int',
    ]);
    expect(problems({ validations: [{ expression: 'object.spec.paused' }] })).toEqual([
      'spec.validations[0].expression: Invalid value: "object.spec.paused": must evaluate to bool but got dyn',
    ]);
    expect(problems({ validations: [{ expression: 'params.x == 1' }] })[0]).toContain(
      "undeclared reference to 'params'",
    );
    expect(problems({ validations: [{ expression: 'request.verb == ""' }] })[0]).toContain("undefined field 'verb'");
    const variables = [
      { name: 'n', expression: 'size(object.data)' },
      { name: '1', expression: 'variables.later' },
    ];
    expect(problems({ variables, validations: [{ expression: 'variables.n == "x"' }] })).toEqual([
      'spec.variables[1].name: Invalid value: "1": name is not a valid CEL identifier',
      expect.stringContaining("undefined field 'later'"),
      expect.stringContaining("found no matching overload for '_==_' applied to '(int, string)'"),
    ]);
    const told = {
      expression: 'true',
      messageExpression: "authorizer.path('/x').check('get').reason()",
      reason: 'Teapot',
    };
    expect(problems({ validations: [told], auditAnnotations: [{ key: 'a b', valueExpression: '1' }] })).toEqual([
      expect.stringContaining("undeclared reference to 'authorizer'"),
      expect.stringContaining('spec.validations[0].reason: Unsupported value: "Teapot"'),
      expect.stringContaining('spec.auditAnnotations[0].key: Invalid value: "p/a b"'),
      'spec.auditAnnotations[0].valueExpression: Invalid value: "1": must evaluate to one of [string null_type] but got int',
    ]);
  });

  it('AS60: whether it fails, what its parameters are and what it is about have the forms that they must have', () => {
    const conditions = Array.from({ length: 65 }, (_, i) => ({ name: `c${i}`, expression: 'true' }));
    expect(
      problems({
        failurePolicy: 'Sing',
        paramKind: { apiVersion: 'a_b/', kind: 'Foo_' },
        matchConstraints: { matchPolicy: 'Some' },
        matchConditions: [...conditions.slice(1), { name: 'c1', expression: ' 1 ' }],
        variables: [{ name: 'if', expression: 'true' }],
        validations: [{ expression: 'true', message: 'a\rb', reason: 'Unauthorized' }],
      }),
    ).toEqual([
      'spec.failurePolicy: Unsupported value: "Sing": supported values: "Fail", "Ignore"',
      expect.stringContaining('spec.paramKind.apiVersion: Invalid value: "a_b": a lowercase RFC 1123 subdomain'),
      'spec.paramKind.apiVersion: Invalid value: "a_b/": version must be specified',
      expect.stringContaining('"Foo_": may have mixed case, but should otherwise match: a DNS-1035 label'),
      'spec.matchConstraints.matchPolicy: Unsupported value: "Some": supported values: "Equivalent", "Exact"',
      'spec.matchConstraints.resourceRules: Required value',
      'spec.matchConditions: Too many: 65: must have at most 64 items',
      'spec.matchConditions[64].expression: Invalid value: "1": must evaluate to bool but got int',
      'spec.matchConditions[64].name: Duplicate value: "c1"',
      'spec.variables[0].name: Invalid value: "if": name is not a valid CEL identifier',
      'spec.validations[0].message: Invalid value: "a\\rb": message must not contain line breaks',
      'spec.validations[0].reason: Unsupported value: "Unauthorized": supported values: "Forbidden", "Invalid", "RequestEntityTooLarge"',
    ]);
  });

  it('AS60: it is judged with everything else that is wrong, under the name that the server made', () => {
    const webhooks = [{ name: 'a', matchConditions: [{ name: 'x', expression: 'y' }] }, { name: 'a' }];
    const answer = quiet().request(
      'POST',
      `${POLICIES}/validatingwebhookconfigurations`,
      object('ValidatingWebhookConfiguration', '', { webhooks }, { name: undefined, generateName: 'w-' }),
    );
    const { message, details } = answer.body as Status;
    expect(message).toMatch(/^ValidatingWebhookConfiguration\.admissionregistration\.k8s\.io "w-\w{5}" is invalid/);
    expect(details?.causes?.map(({ field }) => field)).toEqual([
      'webhooks[0].name',
      'webhooks[0].sideEffects',
      'webhooks[0].clientConfig',
      'webhooks[0].matchConditions[0].expression',
      'webhooks[0].admissionReviewVersions',
      'webhooks[1].name',
      'webhooks[1].sideEffects',
      'webhooks[1].clientConfig',
      'webhooks[1].admissionReviewVersions',
      'webhooks[1].name',
    ]);
  });

  it('AS60: a mutation has the one form that it names, and changes nothing that goes', () => {
    const resourceRules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['DELETE'], resources: ['pods'] }];
    const mutations = [
      { patchType: 'JSONPatch', applyConfiguration: { expression: 'Object{}' } },
      { patchType: 'ApplyConfiguration', applyConfiguration: { expression: ' ' } },
      {},
    ];
    expect(problems({ matchConstraints: { resourceRules }, reinvocationPolicy: '', mutations }, 'Mutating')).toEqual([
      'spec.matchConstraints.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
      'spec.mutations[0].jsonPatch: Required value: must be specified when patchType is JSONPatch',
      'spec.mutations[0].applyConfiguration: Invalid value: "{applyConfiguration}": must not be specified when patchType is JSONPatch',
      'spec.mutations[1].applyConfiguration.expression: Required value',
      'spec.mutations[2].patchType: Required value',
      'spec.reinvocationPolicy: Required value',
    ]);
  });

  it('AS60: mutations make an object or a list of patches', () => {
    const apply = (expression: string) =>
      problems({ mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression } }] }, 'Mutating');
    expect(apply("Object{metadata: Object.metadata{labels: {'a': 'b'}}}")).toEqual([]);
    expect(apply('object')[0]).toContain('must evaluate to Object but got dyn');
    const patch = (expression: string) =>
      problems({ mutations: [{ patchType: 'JSONPatch', jsonPatch: { expression } }] }, 'Mutating');
    expect(patch("[JSONPatch{op: 'remove', path: '/data'}]")).toEqual([]);
    expect(patch("[JSONPatch{op: 1, path: '/data'}]")[0]).toContain(
      "expected type of field 'op' is 'string' but provided type is 'int'",
    );
    expect(problems({ mutations: [{ patchType: 'Magic' }] }, 'Mutating')).toEqual([
      'spec.mutations[0].patchType: Unsupported value: "Magic": supported values: "ApplyConfiguration", "JSONPatch"',
    ]);
  });
});

it('AS60: conditions of webhooks are judged as those of policies are', () => {
  const cluster = quiet();
  const webhook = {
    name: 'hook.example.com',
    clientConfig: { url: 'https://example.com' },
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    matchConditions: [
      { name: 'a', expression: '1 + 1' },
      { name: 'a', expression: 'params.x' },
      { name: '', expression: ' ' },
    ],
  };
  const made = cluster.request(
    'POST',
    `${POLICIES}/validatingwebhookconfigurations`,
    object('ValidatingWebhookConfiguration', 'w', { webhooks: [webhook] }),
  );
  const at = 'webhooks[0].matchConditions';
  const { details } = made.body as Status;
  expect(details?.causes?.map(({ field, message }) => `${field}: ${message}`)).toEqual([
    `${at}[0].expression: Invalid value: "1 + 1": must evaluate to bool but got int`,
    expect.stringContaining("undeclared reference to 'params'"),
    `${at}[1].name: Duplicate value: "a"`,
    `${at}[2].expression: Required value`,
    `${at}[2].name: Required value`,
  ]);
});

describe('webhooks', () => {
  const service = (annotations: object) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'hook', annotations },
    spec: { ports: [{ port: 443 }] },
  });

  function addWebhook(cluster: TestCluster, kind: string, rest: object = {}): void {
    const webhook = {
      name: 'hook.example.com',
      clientConfig: { service: { namespace: 'default', name: 'hook', path: '/check' } },
      rules: rules(['configmaps']),
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      ...rest,
    };
    const path = `${POLICIES}/${kind.toLowerCase()}webhookconfigurations`;
    const made = cluster.request('POST', path, object(`${kind}WebhookConfiguration`, 'w', { webhooks: [webhook] }));
    expect((made.body as Status).message).toBeUndefined();
  }

  const post = (cluster: TestCluster, data: object) => cluster.request('POST', CONFIG_MAPS, configMap('c', data));

  it('AS34: refuse or change what they are asked about', () => {
    const cluster = quiet();
    const annotations = {
      'webhook.kubestep.dev/allow': "object.data.word != 'no'",
      'webhook.kubestep.dev/message': 'that word again',
    };
    cluster.request('POST', '/api/v1/namespaces/default/services', service(annotations));
    addWebhook(cluster, 'Validating');
    const refused = post(cluster, { word: 'no' });
    expect([refused.code, (refused.body as Status).message]).toEqual([
      400,
      'admission webhook "hook.example.com" denied the request: that word again',
    ]);
    expect(post(cluster, { word: 'yes' }).code).toBe(201);

    const other = quiet();
    const patch = "[{'op': 'add', 'path': '/data/seen', 'value': request.userInfo.username}]";
    other.request('POST', '/api/v1/namespaces/default/services', service({ 'webhook.kubestep.dev/patch': patch }));
    addWebhook(other, 'Mutating');
    expect(post(other, { word: 'yes' }).body).toMatchObject({ data: { word: 'yes', seen: 'kubernetes-admin' } });
  });

  it('AS34: that cannot be reached or are too slow refuse everything, or nothing, as their failurePolicy says', () => {
    const absent = quiet();
    addWebhook(absent, 'Validating');
    const refused = post(absent, {});
    expect([refused.code, (refused.body as Status).message]).toEqual([
      500,
      'Internal error occurred: failed calling webhook "hook.example.com": failed to call webhook: Post "https://hook.default.svc:443/check?timeout=10s": service "hook" not found',
    ]);
    const ignored = quiet();
    addWebhook(ignored, 'Validating', { failurePolicy: 'Ignore' });
    expect(post(ignored, {}).code).toBe(201);
    const slow = quiet();
    slow.request('POST', '/api/v1/namespaces/default/services', service({ 'webhook.kubestep.dev/delay-ms': '3000' }));
    addWebhook(slow, 'Validating', { timeoutSeconds: 2 });
    const before = slow.engine.now;
    expect((post(slow, {}).body as Status).message).toContain('context deadline exceeded');
    expect(slow.engine.now - before).toBeGreaterThan(2_000_000);
  });
});
