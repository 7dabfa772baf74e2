import type { Scenario } from '../scenario.ts';
import { etcdctl, part, typed } from '../typed.ts';

const FILES = {
  'broken.yaml': `apiVersion: v1
kind: Pod
  metadata:
    name: broken
`,
  'no-kind.yaml': `apiVersion: v1
metadata:
  name: nameless
`,
  'no-such-version.yaml': `apiVersion: apps/v2
kind: Deployment
metadata:
  name: web
`,
  'unknown-field.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: typo
spec:
  containers:
  - name: main
    imag: nginx:1.27
`,
  'wrong-labels.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: -1
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: other
    spec:
      containers:
      - name: main
        image: nginx:1.27
`,
} as const;

const apply = (name: keyof typeof FILES) => typed(`kubectl apply -f ${name}`, { [name]: FILES[name] });

/** Who refuses what: kubectl before any request, discovery, the server's decoder, its validation. */
export const validation: Scenario = {
  id: 'validation',
  place: 4,
  topics: ['1.1', '1.8'],
  title: { en: 'Who refuses a bad manifest', zh: '错误的清单由谁拒绝' },
  goal: {
    en: 'A manifest can fail at five places, each later than the one before: while kubectl reads the text, while it looks for the kind, at its lookup of the version, in the server’s strict decoding, and in the server’s validation. The later it fails, the more requests have left.',
    zh: '清单可能在五个地方失败，一个比一个晚：kubectl 读取文本时、查看 kind 时、查找版本时、服务器严格解码时、服务器校验时。失败得越晚，发出的请求就越多。',
  },
  cluster: { nodes: 1, latencies: 'realistic' },
  files: Object.entries(FILES).map(([name, text]) => ({ name, text })),
  parts: [
    part(
      apply('broken.yaml'),
      'step',
      'The text is no YAML. No request leaves: the line on the map stays dark.',
      '文本不是合法的 YAML。没有发出任何请求：线路图保持暗色。',
    ),
    part(
      apply('no-kind.yaml'),
      'step',
      'It is YAML, but says no kind: kubectl cannot know where to send it, and sends nothing.',
      '是 YAML，但没有 kind：kubectl 不知道该发往哪里，因此什么也不发。',
    ),
    part(
      apply('no-such-version.yaml'),
      'api',
      'Now requests leave: kubectl asks the server what it serves. apps/v2 is not among it, so the object itself is never sent.',
      '现在有请求发出：kubectl 询问服务器提供什么。其中没有 apps/v2，因此对象本身并未发送。',
    ),
    part(
      apply('unknown-field.yaml'),
      'step',
      'A field that no Pod has. kubectl asks with fieldValidation=Strict; the server’s decoder refuses, nothing reaches admission.',
      'Pod 没有这样的字段。kubectl 以 fieldValidation=Strict 请求；服务器解码时拒绝，不会到达准入。',
    ),
    part(
      apply('wrong-labels.yaml'),
      'access',
      'Well formed, and wrong: it passes authentication, authorization and mutating admission before validation refuses it, with every mistake named at once.',
      '格式正确但内容有误：通过认证、鉴权和变更准入之后，才被校验拒绝，并一次列出所有错误。',
    ),
    part(
      etcdctl('get /registry/deployments --prefix --keys-only'),
      'etcd',
      'Nothing of all this was stored.',
      '以上内容都没有被存储。',
    ),
  ],
};
