import type { Scenario } from '../scenario.ts';
import { asked, part, typed } from '../typed.ts';

const FILE = 'backups.yaml';
const DEFINITION = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: backups.stable.example.com
spec:
  group: stable.example.com
  scope: Namespaced
  names:
    plural: backups
    singular: backup
    kind: Backup
  conversion:
    strategy: None
  versions:
  - name: v1beta1
    served: true
    storage: false
    deprecated: true
    deprecationWarning: backups v1beta1 is old; write v1
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              schedule: {type: string}
              keep: {type: integer, default: 3}
  - name: v1
    served: true
    storage: true
    subresources:
      status: {}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            required: [schedule]
            properties:
              schedule: {type: string}
              keep: {type: integer, default: 3, minimum: 1}
            x-kubernetes-validations:
            - rule: self.keep >= oldSelf.keep
              message: keep may only grow
          status:
            type: object
            properties:
              last: {type: string}
`;
const OLD = 'old-backup.yaml';
const OLD_BACKUP = `apiVersion: stable.example.com/v1beta1
kind: Backup
metadata:
  name: nightly
spec:
  schedule: 0 2 * * *
  colour: blue
`;
const PATH = '/apis/stable.example.com/v1/namespaces/default/backups/nightly';

/** Schema, pruning, versions, status. */
export const versions: Scenario = {
  id: 'versions',
  place: 2,
  topics: ['0.9', '0.8'],
  title: { en: 'Definitions in depth: schema, pruning, versions, status', zh: '深入 CRD：模式、裁剪、版本、状态' },
  goal: {
    en: 'A definition may serve several versions and stores one. An object written in the old version is read in the new one. What the schema does not know is pruned, or refused when the client asks for strictness; defaults are filled in, rules in CEL look at the old object too, and status is written by its own path alone.',
    zh: '一个定义可以同时提供多个版本，但只存储一个。用旧版本写入的对象可以用新版本读取。模式不认识的字段会被裁剪，若客户端要求严格则拒绝；默认值会被填入，CEL 规则还可以查看旧对象，而 status 只能通过它自己的路径写入。',
  },
  cluster: { nodes: 1, latencies: 'realistic' },
  files: [
    { name: FILE, text: DEFINITION },
    { name: OLD, text: OLD_BACKUP },
  ],
  parts: [
    part(
      typed(`kubectl apply -f ${FILE}`, { [FILE]: DEFINITION }),
      'object',
      'Two versions; v1 is the one that is stored.',
      '两个版本；存储的是 v1。',
      {
        subject: 'customresourcedefinitions.apiextensions.k8s.io/backups.stable.example.com',
      },
    ),
    part(
      typed('kubectl wait --for=condition=Established crd/backups.stable.example.com'),
      'step',
      'Both versions stand in the discovery documents now.',
      '两个版本现在都列在发现文档中。',
    ),
    part(
      typed(`kubectl apply -f ${OLD}`, { [OLD]: OLD_BACKUP }),
      'step',
      'Strict: the field colour is unknown, so kubectl’s request is refused.',
      '严格模式：字段 colour 未知，kubectl 的请求被拒绝。',
    ),
    part(
      typed(`kubectl apply -f ${OLD} --validate=false`, { [OLD]: OLD_BACKUP }),
      'object',
      'Not strict: colour is pruned in silence, keep gets its default, and the old version warns.',
      '非严格模式：colour 被静默裁剪，keep 得到默认值，旧版本给出警告。',
      { subject: 'backups.stable.example.com/default/nightly' },
    ),
    part(
      asked('GET', PATH),
      'api',
      'Written as v1beta1, read as v1: with the strategy None only apiVersion changes. A webhook would be called where fields moved.',
      '以 v1beta1 写入，以 v1 读取：策略 None 只改变 apiVersion。如果字段有变动，则需要调用 webhook。',
    ),
    part(
      typed('kubectl patch backup nightly --type=merge -p \'{"spec":{"keep":2}}\''),
      'step',
      'A rule over before and after: keep may only grow.',
      '比较修改前后的规则：keep 只能增大。',
    ),
    part(
      typed('kubectl patch backup nightly --type=merge -p \'{"status":{"last":"today"}}\''),
      'object',
      'The main path ignores status.',
      '主路径忽略 status。',
      { subject: 'backups.stable.example.com/default/nightly' },
    ),
    part(
      typed('kubectl patch backup nightly --subresource=status --type=merge -p \'{"status":{"last":"today"}}\''),
      'object',
      'The status path writes status, and ignores the rest.',
      'status 路径只写 status，忽略其余内容。',
      { subject: 'backups.stable.example.com/default/nightly' },
    ),
  ],
};
