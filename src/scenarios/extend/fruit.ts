import type { Scenario } from '../scenario.ts';
import { asked, part, typed } from '../typed.ts';

const FILE = 'fruit.yaml';
const APPLE = 'apple-cr.yaml';
const BANANA = 'banana-cr.yaml';
const BAD = 'too-heavy.yaml';

const DEFINITION = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: fruits.example.org
spec:
  conversion:
    strategy: None
  group: example.org
  names:
    kind: Fruit
    listKind: FruitList
    plural: fruits
    singular: fruit
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              comment:
                type: string
                description: Free text.
              sweet:
                type: boolean
                description: Whether it is sweet.
              weight:
                type: integer
                description: Weight in grams.
    additionalPrinterColumns:
    - {name: sweet, type: boolean, jsonPath: .spec.sweet}
    - {name: weight, type: integer, jsonPath: .spec.weight}
    - {name: comment, type: string, jsonPath: .spec.comment}
`;

const fruitOf = (name: string, sweet: boolean, weight: string, comment: string): string => `apiVersion: example.org/v1
kind: Fruit
metadata:
  name: ${name}
spec:
  sweet: ${sweet}
  weight: ${weight}
  comment: ${comment}
`;
const FILES: { readonly [name: string]: string } = {
  [FILE]: DEFINITION,
  [APPLE]: fruitOf('apple', false, '100', 'little bit rotten'),
  [BANANA]: fruitOf('banana', true, '80', 'just bought'),
  [BAD]: fruitOf('melon', true, 'heavy', 'does not fit'),
};
const withFile = (line: string, name: string) => typed(line, { [name]: FILES[name] ?? '' });

/** A definition as a table: columns, rows, a search, a row that does not fit. */
export const fruit: Scenario = {
  id: 'fruit',
  place: 4,
  topics: ['2.9', '2.8', '1.1'],
  title: { en: 'A definition as a table: Fruit', zh: '把定义当作表：Fruit' },
  goal: {
    en: 'If the cluster is a database, a definition is a CREATE TABLE, an object is a row, and requests are the SQL. Each command here is one statement; the API panel shows the request that it becomes.',
    zh: '如果把集群看作数据库，那么定义就是 CREATE TABLE，对象就是一行，请求就是 SQL。这里的每条命令都是一条语句；API 面板显示它变成的请求。',
  },
  cluster: { nodes: 1, latencies: 'realistic' },
  files: Object.entries(FILES).map(([name, text]) => ({ name, text })),
  parts: [
    part(
      withFile(`kubectl apply -f ${FILE}`, FILE),
      'object',
      'CREATE TABLE fruits: three columns with their types, and how to print them.',
      'CREATE TABLE fruits：三列及其类型，以及打印方式。',
      { subject: 'customresourcedefinitions.apiextensions.k8s.io/fruits.example.org' },
    ),
    part(
      typed('kubectl wait --for=condition=Established crd/fruits.example.org'),
      'step',
      'The table is there once it is established.',
      'Established 之后这张表才可用。',
    ),
    part(
      withFile(`kubectl create -f ${APPLE}`, APPLE),
      'etcd',
      'INSERT INTO fruits: the key in etcd names group, resource, namespace and name.',
      'INSERT INTO fruits：etcd 中的键由组、资源、命名空间和名称组成。',
      { etcdKey: '/registry/example.org/fruits/default/apple' },
    ),
    part(withFile(`kubectl create -f ${BANANA}`, BANANA), 'object', 'A second row.', '第二行。', {
      subject: 'fruits.example.org/default/banana',
    }),
    part(
      withFile(`kubectl create -f ${BAD}`, BAD),
      'step',
      'A row of the wrong type is refused by the schema.',
      '类型不符的行会被模式拒绝。',
    ),
    part(typed('kubectl get fruits'), 'api', 'SELECT * FROM fruits.', 'SELECT * FROM fruits，读取整张表。'),
    part(
      typed('kubectl get fruits apple'),
      'api',
      "SELECT * FROM fruits WHERE name = 'apple': a path of its own.",
      "SELECT * FROM fruits WHERE name = 'apple'：一个单独的路径。",
    ),
    part(
      asked('GET', '/apis/example.org/v1/namespaces/default/fruits/apple'),
      'api',
      'The same row without kubectl, as JSON.',
      '不用 kubectl 取得同一行，格式为 JSON。',
    ),
    part(
      typed('kubectl describe fruit apple'),
      'step',
      'Every field of a row, by name.',
      '一行的每个字段，按名称列出。',
    ),
    part(
      typed('kubectl explain fruits.spec'),
      'step',
      'The columns with their descriptions: from the definition’s schema, through OpenAPI.',
      '各列及说明：来自定义的模式，经由 OpenAPI。',
    ),
    part(
      typed('kubectl label fruits banana tastes-good=true'),
      'object',
      'Labels are there for every kind.',
      '任何 kind 都可以打标签。',
      { subject: 'fruits.example.org/default/banana' },
    ),
    part(
      typed('kubectl get fruits -l tastes-good=true'),
      'api',
      'The selector is part of the query; the server filters.',
      '选择算符是查询的一部分；由服务器过滤。',
    ),
    part(typed('kubectl label fruits banana tastes-good-'), 'object', 'And it is taken away again.', '再把它去掉。', {
      subject: 'fruits.example.org/default/banana',
    }),
    part(
      typed('kubectl delete fruit apple'),
      'etcd',
      "DELETE FROM fruits WHERE name = 'apple'.",
      "DELETE FROM fruits WHERE name = 'apple'：删除一行。",
      { etcdKey: '/registry/example.org/fruits/default/apple' },
    ),
  ],
};
