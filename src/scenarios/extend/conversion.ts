import type { Scenario } from '../scenario.ts';
import { asked, part, typed } from '../typed.ts';

const FILE = 'tunnels.yaml';
const DEFINITION = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: tunnels.stable.example.com
spec:
  group: stable.example.com
  scope: Namespaced
  names:
    plural: tunnels
    singular: tunnel
    kind: Tunnel
  conversion:
    strategy: Webhook
    webhook:
      conversionReviewVersions: [v1]
      clientConfig:
        service: {namespace: default, name: tunnel-converter, path: /convert}
  versions:
  - name: v1beta1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              hostPort: {type: string}
  - name: v1
    served: true
    storage: false
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              host: {type: string}
              port: {type: string}
`;
const OLD = 'tunnel.yaml';
const TUNNEL = `apiVersion: stable.example.com/v1beta1
kind: Tunnel
metadata:
  name: home
spec:
  hostPort: home.example.com:8443
`;
const SERVICE = 'converter.yaml';
const CONVERTER = `apiVersion: v1
kind: Service
metadata:
  name: tunnel-converter
  annotations:
    webhook.kubestep.dev/delay-ms: "20"
    webhook.kubestep.dev/convert: |
      desiredAPIVersion.endsWith('/v1') ? [
        {'op': 'add', 'path': '/spec/host', 'value': object.spec.hostPort.split(':')[0]},
        {'op': 'add', 'path': '/spec/port', 'value': object.spec.hostPort.split(':')[1]},
        {'op': 'remove', 'path': '/spec/hostPort'}
      ] : [
        {'op': 'add', 'path': '/spec/hostPort', 'value': object.spec.host + ':' + object.spec.port},
        {'op': 'remove', 'path': '/spec/host'},
        {'op': 'remove', 'path': '/spec/port'}
      ]
spec:
  ports: [{port: 443}]
`;
const BETA = '/apis/stable.example.com/v1beta1/namespaces/default/tunnels';
const STABLE = '/apis/stable.example.com/v1/namespaces/default/tunnels';

/** Fields that moved between versions, and the webhook that moves them. */
export const conversion: Scenario = {
  id: 'conversion',
  place: 3,
  topics: ['0.9'],
  title: { en: 'Two versions and a webhook that converts between them', zh: '两个版本，以及在它们之间转换的 webhook' },
  goal: {
    en: 'One version has hostPort, the other has host and port. The server stores one form only; whoever asks for the other gets it from a webhook. Without the webhook the other form can neither be read nor written, and the form that is stored works on.',
    zh: '一个版本有 hostPort，另一个版本有 host 和 port。服务器只存储一种形式；请求另一种形式时由 webhook 转换得到。没有 webhook，另一种形式既不能读也不能写，而被存储的那种形式照常可用。',
  },
  cluster: { nodes: 1, latencies: 'realistic' },
  files: [
    { name: FILE, text: DEFINITION },
    { name: OLD, text: TUNNEL },
    { name: SERVICE, text: CONVERTER },
  ],
  parts: [
    part(
      typed(`kubectl apply -f ${FILE}`, { [FILE]: DEFINITION }),
      'object',
      'v1beta1 is stored; a Service that is not there yet is to convert.',
      '存储的是 v1beta1；负责转换的 Service 还不存在。',
      { subject: 'customresourcedefinitions.apiextensions.k8s.io/tunnels.stable.example.com' },
    ),
    part(
      typed('kubectl wait --for=condition=Established crd/tunnels.stable.example.com'),
      'step',
      'Both versions are served from now on.',
      '从现在起两个版本都可用。',
    ),
    part(
      typed(`kubectl create -f ${OLD}`, { [OLD]: TUNNEL }),
      'object',
      'Written in the version that is stored: nobody needs to convert anything. (For two seconds after a definition is established, the server lets such a write wait.)',
      '用被存储的版本写入：不需要任何转换。（定义 Established 之后的两秒内，服务器会让这样的写入等待。）',
      { subject: 'tunnels.stable.example.com/default/home' },
    ),
    part(
      asked('GET', `${STABLE}/home`),
      'api',
      'Asked for as v1: 500, because nobody answers behind the webhook’s Service.',
      '以 v1 读取：500，因为 webhook 的 Service 背后无人应答。',
    ),
    part(
      asked('GET', `${BETA}/home`),
      'api',
      'Asked for as it is stored, it is there.',
      '按存储的版本读取，对象就在那里。',
    ),
    part(
      typed(`kubectl apply -f ${SERVICE}`, { [SERVICE]: CONVERTER }),
      'step',
      'The converter: an annotation of the Service answers in the place of a program, with the changes to make.',
      '转换器：Service 的一个注解代替程序作答，给出要做的修改。',
    ),
    part(
      asked('GET', `${STABLE}/home`),
      'api',
      'Now v1 has host and port, made from hostPort while the request waits for the webhook.',
      '现在 v1 有了 host 和 port，它们由 hostPort 转换而来，请求在此期间等待 webhook。',
    ),
    part(
      asked('POST', STABLE, {
        apiVersion: 'stable.example.com/v1',
        kind: 'Tunnel',
        metadata: { name: 'office' },
        spec: { host: 'office.example.com', port: '22' },
      }),
      'etcd',
      'Written as v1, converted before it is stored: look at the value in etcd.',
      '以 v1 写入，存储之前被转换：请看 etcd 中的值。',
      { etcdKey: '/registry/stable.example.com/tunnels/default/office' },
    ),
    part(asked('GET', `${BETA}/office`), 'api', 'And read back in the old form.', '再以旧的形式读出来。'),
  ],
};
