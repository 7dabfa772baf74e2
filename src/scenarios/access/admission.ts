import type { Scenario } from '../scenario.ts';
import { part, typed } from '../typed.ts';

const POD = 'plain.yaml';
const PLAIN = `apiVersion: v1
kind: Pod
metadata:
  name: plain
spec:
  containers:
  - name: main
    image: nginx
`;
const LIMITS = 'limits.yaml';
const LIMIT_RANGE = `apiVersion: v1
kind: LimitRange
metadata:
  name: defaults
spec:
  limits:
  - type: Container
    default: {cpu: 500m, memory: 256Mi}
    defaultRequest: {cpu: 100m, memory: 64Mi}
    max: {memory: 1Gi}
`;
const POLICY = 'no-latest.yaml';
const NO_LATEST = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: no-latest
spec:
  failurePolicy: Fail
  matchConstraints:
    resourceRules:
    - apiGroups: [""]
      apiVersions: [v1]
      operations: [CREATE]
      resources: [pods]
  validations:
  - expression: "object.spec.containers.all(c, c.image.contains(':') && !c.image.endsWith(':latest'))"
    message: every image needs a tag, and latest is none
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata:
  name: no-latest
spec:
  policyName: no-latest
  validationActions: [Deny]
`;
const WEBHOOK = 'team-label.yaml';
// The program behind a webhook is an annotation of its Service here.
const TEAM_LABEL = `apiVersion: v1
kind: Service
metadata:
  name: labeller
  annotations:
    webhook.kubestep.dev/patch: "[JSONPatch{op: 'add', path: '/metadata/labels/team', value: 'red'}]"
spec:
  selector:
    app: labeller
  ports:
  - port: 443
    targetPort: 80
---
apiVersion: v1
kind: Pod
metadata:
  name: labeller
  labels:
    app: labeller
spec:
  containers:
  - name: main
    image: nginx:1.27
    ports:
    - containerPort: 80
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata:
  name: team-label
webhooks:
- name: team-label.kubestep.dev
  admissionReviewVersions: [v1]
  sideEffects: None
  failurePolicy: Fail
  clientConfig:
    service: {name: labeller, namespace: default, port: 443}
  rules:
  - apiGroups: [""]
    apiVersions: [v1]
    operations: [CREATE]
    resources: [pods]
  matchConditions:
  - name: not-the-labeller
    expression: "object.metadata.name != 'labeller'"
`;

/** Everybody who may change or refuse what is written. */
export const admission: Scenario = {
  id: 'admission',
  place: 4,
  topics: ['1.7', '1.6', '2.2'],
  title: { en: 'The last gate: admission', zh: '最后一道关：准入' },
  goal: {
    en: 'Authentication and authorization look at who asks; admission looks at what is written. All plugins are asked, first those that may change the object, then those that may only refuse: one refusal is enough. Reads pass none of them. See each plugin’s change as a diff; then add a rule in CEL and a webhook of your own.',
    zh: '认证和鉴权看请求者是谁；准入看写入的内容。所有插件都会被询问，先是可以修改对象的，再是只能拒绝的：一个拒绝就足够。读取不经过准入。查看每个插件所做修改的差异，然后添加自己的 CEL 规则和 webhook。',
  },
  cluster: { nodes: 1, latencies: 'realistic' },
  files: [
    { name: POD, text: PLAIN },
    { name: LIMITS, text: LIMIT_RANGE },
    { name: POLICY, text: NO_LATEST },
    { name: WEBHOOK, text: TEAM_LABEL },
  ],
  parts: [
    part(
      typed(`kubectl apply -f ${POD}`, { [POD]: PLAIN }),
      'access',
      'A small Pod goes in and a larger one comes out: ServiceAccount adds account and volume, DefaultTolerationSeconds two tolerations, Priority a number. Each diff stands under its plugin.',
      '进去一个小 Pod，出来一个更大的：ServiceAccount 加入账号和卷，DefaultTolerationSeconds 加入两个容忍度，Priority 加入一个数值。每个插件下方是它的差异。',
    ),
    part(typed('kubectl get pod plain'), 'access', 'A read: no admission at all.', '读取：完全没有准入。'),
    part(
      typed('kubectl delete pod plain --now'),
      'access',
      'A delete is admitted too, by who minds about deletes.',
      '删除也要经过准入，由关心删除的插件处理。',
    ),
    part(
      typed(`kubectl apply -f ${LIMITS}`, { [LIMITS]: LIMIT_RANGE }),
      'object',
      'Data for the plugin LimitRanger.',
      '供 LimitRanger 插件使用的数据。',
      { subject: 'limitranges/default/defaults' },
    ),
    part(
      typed(`kubectl apply -f ${POD}`, { [POD]: PLAIN }),
      'access',
      'LimitRanger now fills in requests and limits.',
      'LimitRanger 现在会填入 requests 和 limits。',
    ),
    part(
      typed(`kubectl apply -f ${POLICY}`, { [POLICY]: NO_LATEST }),
      'object',
      'A policy in CEL, and its binding: no program is needed.',
      '用 CEL 编写的策略及其绑定：不需要任何程序。',
      { subject: 'validatingadmissionpolicies.admissionregistration.k8s.io/no-latest' },
    ),
    part(
      typed('kubectl run latest --image=nginx'),
      'access',
      'Refused: the policy’s message is the answer. What the mutating plugins did is thrown away.',
      '被拒绝：响应就是策略的消息。变更插件所做的修改全部丢弃。',
    ),
    part(
      typed(`kubectl apply -f ${WEBHOOK}`, { [WEBHOOK]: TEAM_LABEL }),
      'object',
      'A program outside of the server: a Service with a Pod behind it, and a configuration that says what it wants to be asked about.',
      '服务器之外的程序：一个 Service 及其后面的 Pod，以及说明要询问哪些内容的配置。',
      { subject: 'mutatingwebhookconfigurations.admissionregistration.k8s.io/team-label' },
    ),
    part(
      typed('kubectl run tagged --image=nginx:1.27'),
      'access',
      'The webhook is called and answers with a patch: the label team=red.',
      'webhook 被调用并以补丁回答：标签 team=red。',
    ),
    part(
      typed('kubectl get pod tagged --show-labels'),
      'step',
      'It is on the stored object.',
      '标签已在存储的对象上。',
    ),
    part(
      typed('kubectl delete pod labeller --now'),
      'step',
      'The program behind the webhook goes.',
      'webhook 背后的程序消失。',
    ),
    part(
      typed('kubectl run late --image=nginx:1.27'),
      'access',
      'failurePolicy: Fail. Nobody answers, so nothing is admitted.',
      'failurePolicy: Fail。无人应答，因此不予准入。',
    ),
  ],
};
