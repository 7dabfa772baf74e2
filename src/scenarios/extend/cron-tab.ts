import type { Scenario } from '../scenario.ts';
import { asked, part, typed } from '../typed.ts';

const FILE = 'crontab-definition.yaml';
const OBJECT = 'my-crontab.yaml';

const DEFINITION = `# A definition makes a resource out of data. Apply, wait until it is established, then type in the shell:
#   kubectl api-resources --api-group=stable.example.com
#   kubectl apply -f ${OBJECT}      (the second file)
#   kubectl get ct
#   kubectl scale crontab my-new-cron-object --replicas=3
#   kubectl delete crd crontabs.stable.example.com
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: crontabs.stable.example.com
spec:
  group: stable.example.com
  scope: Namespaced
  names:
    plural: crontabs
    singular: crontab
    kind: CronTab
    shortNames:
    - ct
  versions:
  - name: v1
    served: true
    storage: true
    subresources:
      status: {}
      scale:
        specReplicasPath: .spec.replicas
        statusReplicasPath: .status.replicas
        labelSelectorPath: .status.labelSelector
    additionalPrinterColumns:
    - {name: Spec, type: string, jsonPath: .spec.cronSpec}
    - {name: Replicas, type: integer, jsonPath: .spec.replicas}
    - {name: Age, type: date, jsonPath: .metadata.creationTimestamp}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            x-kubernetes-validations:
            - rule: self.replicas <= self.maxReplicas
              message: there are more replicas than are allowed
            properties:
              cronSpec: {type: string, pattern: '^(\\d+|\\*)(/\\d+)?(\\s+(\\d+|\\*)(/\\d+)?){4}$'}
              image: {type: string}
              replicas: {type: integer, minimum: 1, default: 1}
              maxReplicas: {type: integer, maximum: 10, default: 10}
          status:
            type: object
            properties:
              replicas: {type: integer}
              labelSelector: {type: string}
`;

const CRON_TAB = `apiVersion: stable.example.com/v1
kind: CronTab
metadata:
  name: my-new-cron-object
spec:
  cronSpec: '* * * * */5'
  image: my-awesome-cron-image
`;

/** A custom resource from its definition to its end, with the paths that appear and disappear. */
export const cronTab: Scenario = {
  id: 'cron-tab',
  place: 1,
  topics: ['0.8', '0.9', '3.3'],
  title: { en: 'A resource of one’s own: CronTab', zh: '自己的资源：CronTab' },
  goal: {
    en: 'A CustomResourceDefinition makes a new resource out of data: paths appear in the discovery documents, kubectl knows the kind and its short name, the server checks, defaults and stores objects of it, /scale works. When the definition goes, the objects and the paths go with it.',
    zh: 'CustomResourceDefinition 用数据创造新的资源：路径列入发现文档，kubectl 认识其 kind 和短名，服务器会校验、填充默认值并存储其对象，/scale 也可用。删除定义后，对象和路径随之消失。',
  },
  cluster: { nodes: 1, latencies: 'realistic' },
  files: [
    { name: FILE, text: DEFINITION },
    { name: OBJECT, text: CRON_TAB },
  ],
  parts: [
    part(asked('GET', '/apis/stable.example.com'), 'api', 'There is no such group yet: 404.', '还没有这个组：404。'),
    part(
      typed(`kubectl apply -f ${FILE}`, { [FILE]: DEFINITION }),
      'object',
      'The definition is an object like any other. Watch its conditions: NamesAccepted, then Established.',
      '定义本身也是普通对象。观察它的状况：先 NamesAccepted，再 Established。',
      { subject: 'customresourcedefinitions.apiextensions.k8s.io/crontabs.stable.example.com' },
    ),
    part(
      typed('kubectl wait --for=condition=Established crd/crontabs.stable.example.com'),
      'step',
      'From now on the paths are served.',
      '从现在起这些路径可以访问。',
    ),
    part(
      asked('GET', '/apis/stable.example.com/v1'),
      'api',
      'The new group: crontabs, crontabs/status, crontabs/scale with their verbs.',
      '新的组：crontabs、crontabs/status、crontabs/scale 及其动词。',
    ),
    part(
      typed(`kubectl apply -f ${OBJECT}`, { [OBJECT]: CRON_TAB }),
      'object',
      'An instance. replicas: 1 and maxReplicas: 10 came from the schema’s defaults.',
      '一个实例。replicas: 1 和 maxReplicas: 10 来自模式的默认值。',
      { subject: 'crontabs.stable.example.com/default/my-new-cron-object' },
    ),
    part(
      typed('kubectl get ct'),
      'step',
      'By its short name, with the columns of the definition.',
      '使用短名，列由定义给出。',
    ),
    part(
      typed('kubectl scale crontab my-new-cron-object --replicas=3'),
      'object',
      'The scale subresource: specReplicasPath says which field it writes.',
      'scale 子资源：由 specReplicasPath 指明写入哪个字段。',
      { subject: 'crontabs.stable.example.com/default/my-new-cron-object' },
    ),
    part(
      typed('kubectl scale crontab my-new-cron-object --replicas=20'),
      'access',
      'A rule in CEL forbids more than maxReplicas: refused with the rule’s own message.',
      'CEL 规则不允许超过 maxReplicas：以规则自己的消息拒绝。',
    ),
    part(
      asked('GET', '/apis/stable.example.com/v1/namespaces/default/crontabs/my-new-cron-object/scale'),
      'api',
      'Anything that can be scaled looks like this, whatever its kind.',
      '任何可伸缩的对象都是这个样子，不论 kind。',
    ),
    part(
      typed('kubectl proxy --port=8080'),
      'step',
      'A way in for programs without credentials: requests to this port go on with those of the kubeconfig. It runs until Ctrl+C.',
      '给没有凭证的程序开一个入口：发到这个端口的请求会带上 kubeconfig 的凭证继续前行。它一直运行到 Ctrl+C。',
    ),
    part(
      typed('curl http://localhost:8080/apis/stable.example.com/v1/namespaces/default/crontabs'),
      'access',
      'Plain HTTP to this machine; the API server sees kubernetes-admin, as with any kubectl command.',
      '对本机的普通 HTTP 请求；API 服务器看到的是 kubernetes-admin，与任何 kubectl 命令相同。',
    ),
    part(
      typed('kubectl delete crd crontabs.stable.example.com'),
      'object',
      'A finalizer holds the definition until its instances are gone.',
      'finalizer 会保留定义，直到其实例全部删除。',
      { subject: 'customresourcedefinitions.apiextensions.k8s.io/crontabs.stable.example.com' },
    ),
    part(asked('GET', '/apis/stable.example.com/v1'), 'api', '404 again.', '再次 404。'),
  ],
};
