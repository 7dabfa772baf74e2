import { expect, it } from 'vitest';
import { isFailure } from '../session/errors.ts';
import { buildKustomization } from './build.ts';

const DEPLOYMENT = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: main, image: nginx:1.27, envFrom: [{configMapRef: {name: conf}}]}]}
`;
const BASE = `
resources: [web.yaml]
configMapGenerator: [{name: conf, literals: [a=b, c=d e]}]
`;

function build(files: Readonly<Record<string, string>>, folder: string) {
  const hasFolder = (path: string): boolean =>
    path === '' || Object.keys(files).some((name) => name.startsWith(`${path}/`));
  const result = buildKustomization(folder, { read: (path) => files[path], hasFolder });
  return isFailure(result) ? result.text : result;
}

it('KC48: gives generated objects a hash of their content, and names them so where they are used', () => {
  const [map, deployment] = build({ 'base/kustomization.yaml': BASE, 'base/web.yaml': DEPLOYMENT }, 'base');
  expect(map).toMatchObject({ kind: 'ConfigMap', metadata: { name: 'conf-h6665gg887' }, data: { a: 'b', c: 'd e' } });
  expect(deployment).toMatchObject({
    spec: { template: { spec: { containers: [{ envFrom: [{ configMapRef: { name: 'conf-h6665gg887' } }] }] } } },
  });
});

it('KC48: changes what another folder makes, and finds it by its first name', () => {
  const over = `
resources: [../base]
namespace: team
namePrefix: pre-
labels: [{pairs: {env: prod}, includeSelectors: true}]
images: [{name: nginx, newTag: "1.28"}]
replicas: [{name: web, count: 3}]
patches:
- patch: |-
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: web}
    spec: {template: {spec: {containers: [{name: side, image: busybox}]}}}
- target: {kind: Deployment}
  patch: '[{"op": "add", "path": "/spec/paused", "value": true}]'
`;
  const files = { 'base/kustomization.yaml': BASE, 'base/web.yaml': DEPLOYMENT, 'over/kustomization.yaml': over };
  const [map, deployment] = build(files, 'over/');
  expect(map).toMatchObject({ metadata: { name: 'pre-conf-h6665gg887', namespace: 'team', labels: { env: 'prod' } } });
  expect(deployment).toMatchObject({
    metadata: { name: 'pre-web', namespace: 'team' },
    spec: {
      paused: true,
      replicas: 3,
      selector: { matchLabels: { app: 'web', env: 'prod' } },
      template: {
        spec: {
          containers: [
            { name: 'side', image: 'busybox' },
            { name: 'main', image: 'nginx:1.28', envFrom: [{ configMapRef: { name: 'pre-conf-h6665gg887' } }] },
          ],
        },
      },
    },
  });
});

const COMPONENT = 'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n';

it('KC48: a generator finds what another folder made, though that has a namespace and a prefix now', () => {
  const files = {
    'base/kustomization.yaml':
      'namespace: team\nnamePrefix: p-\nconfigMapGenerator: [{name: conf, literals: [a=b, c=d]}]',
    'over/kustomization.yaml':
      'resources: [../base]\nconfigMapGenerator: [{name: conf, behavior: merge, literals: [a=z]}]',
  };
  expect(build(files, 'over')).toMatchObject([{ metadata: { namespace: 'team' }, data: { a: 'z', c: 'd' } }]);
});

it('KC80: a component changes what is there, and belongs to no resources', () => {
  const files = {
    'base/kustomization.yaml': 'resources: [web.yaml]',
    'base/web.yaml': DEPLOYMENT,
    'over/kustomization.yaml': 'resources: [../base]\ncomponents: [../part]\nnameSuffix: -x',
    'part/kustomization.yaml': `${COMPONENT}namePrefix: p-\nreplicas: [{name: web, count: 4}]`,
    'wrong/kustomization.yaml': 'resources: [../part]',
    'other/kustomization.yaml': 'resources: [../base]\ncomponents: [../base]',
  };
  expect(build(files, 'over')).toMatchObject([{ metadata: { name: 'p-web-x' }, spec: { replicas: 4 } }]);
  expect(build(files, 'wrong')).toContain("expected kind != 'Component' for path '/home/user/part'");
  expect(build(files, 'other')).toBe(
    `error: accumulating components: accumulateDirectory: "expected kind 'Component' for path '/home/user/base' but got 'Kustomization'"\n`,
  );
});

const replacing = (source: string, target: string): Readonly<Record<string, string>> => ({
  'a/kustomization.yaml': `resources: [web.yaml]\nreplacements:\n- source: ${source}\n  targets: [${target}]`,
  'a/web.yaml': DEPLOYMENT,
});

it('KC81: replacements put the value of one field, or a part of it, into others', () => {
  const source =
    '{kind: Deployment, fieldPath: "spec.template.spec.containers.0.image", options: {delimiter: ":", index: 1}}';
  const into = (path: string, options = ''): string =>
    `{select: {kind: Deployment}, fieldPaths: ["${path}"]${options === '' ? '' : `, options: {${options}}`}}`;
  expect(build(replacing(source, into('metadata.annotations.tag', 'create: true')), 'a')).toMatchObject([
    { metadata: { annotations: { tag: '1.27' } } },
  ]);
  const name = into('spec.template.spec.containers.[name=main].image', 'delimiter: ":", index: 0');
  expect(build(replacing('{kind: Deployment}', name), 'a')).toMatchObject([
    { spec: { template: { spec: { containers: [{ image: 'web:1.27' }] } } } },
  ]);
  expect(build(replacing('{kind: Nope, name: x}', name), 'a')).toBe(
    'error: nothing selected by Nope.[noVer].[noGrp]/x.[noNs]\n',
  );
  expect(build(replacing('{kind: Deployment}', into('spec.nope')), 'a')).toBe(
    'error: unable to find field "spec.nope" in replacement target\n',
  );
});

it('KC82: a patch puts what it names at the front of a list, in its order', () => {
  const patch = 'spec: {template: {spec: {containers: [{name: new, image: n}, {name: main, args: [a]}]}}}';
  const files = {
    'a/web.yaml': DEPLOYMENT,
    'a/kustomization.yaml': `resources: [web.yaml]\npatches:\n- patch: |-\n    apiVersion: apps/v1\n    kind: Deployment\n    metadata: {name: web}\n    ${patch}`,
  };
  expect(build(files, 'a')).toMatchObject([
    {
      spec: {
        template: {
          spec: {
            containers: [
              { name: 'new', image: 'n' },
              { name: 'main', image: 'nginx:1.27' },
            ],
          },
        },
      },
    },
  ]);
});

it('KC83: says where in which folder what could not be read, and of which type a field must be', () => {
  const of = (text: string): unknown => build({ 'x/kustomization.yaml': text, 'y.yaml': DEPLOYMENT }, 'x');
  expect(of('vars: [{name: a}]')).toBe('error: vars of a kustomization is not modelled\n');
  expect(of('nope: 1\nb: 2')).toBe('error: invalid Kustomization: json: unknown field "b"\n');
  expect(of('images: [{name: a, newTag: 1.2}]')).toBe(
    'error: invalid Kustomization: json: cannot unmarshal number into Go struct field Image.images.newTag of type string\n',
  );
  expect(of('resources: [../y.yaml]')).toBe(
    "error: accumulating resources: accumulation err='accumulating resources from '../y.yaml': security; file '/home/user/y.yaml' is not in or below '/home/user/x'': must build at directory: '/home/user/y.yaml': file is not directory\n",
  );
  expect(of('resources: [../x]')).toContain(
    "cycle detected: candidate root '/home/user/x' contains visited root '/home/user/x'",
  );
  expect(of('replicas: [{name: web, count: 2}]')).toContain('resource with name web does not match a config');
  expect(of('kind: Pod\nnamePrefix: a')).toBe(
    'error: Failed to read kustomization file under /home/user/x:\nkind should be Kustomization or Component\n',
  );
  expect(of('')).toBe('error: kustomization.yaml is empty\n');
  expect(build({}, 'x')).toContain("unable to find one of 'kustomization.yaml'");
});

it('KC84: yes and on are texts in what a kustomization reads, and booleans in the kustomization', () => {
  const map = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {n: y}\n';
  expect(build({ 'a/kustomization.yaml': 'resources: [m.yaml]', 'a/m.yaml': map }, 'a')).toMatchObject([
    { data: { n: 'y' } },
  ]);
  expect(build({ 'a/kustomization.yaml': 'namePrefix: y', 'a/m.yaml': map }, 'a')).toContain('cannot unmarshal bool');
});

it('KC85: objects come in the order that is asked for, and say how they came about', () => {
  const files = (more: string): Readonly<Record<string, string>> => ({
    'a/web.yaml': DEPLOYMENT,
    'a/kustomization.yaml': `resources: [web.yaml]\nconfigMapGenerator: [{name: c, literals: [a=b]}]\n${more}`,
  });
  expect(build(files('sortOptions: {order: fifo}'), 'a')).toMatchObject([
    { kind: 'Deployment' },
    { kind: 'ConfigMap' },
  ]);
  expect(build(files('sortOptions: {order: x}'), 'a')).toBe(
    "error: the field 'sortOptions.order' must be one of [fifo, legacy]\n",
  );
  expect(build(files('buildMetadata: [managedByLabel, originAnnotations]'), 'a')).toMatchObject([
    { metadata: { annotations: { 'config.kubernetes.io/origin': expect.stringContaining('ConfigMapGenerator') } } },
    {
      metadata: {
        labels: { 'app.kubernetes.io/managed-by': 'kustomize-v5.8.1' },
        annotations: { 'config.kubernetes.io/origin': 'path: web.yaml\n' },
      },
    },
  ]);
});

it('KC86: a generator refuses a key that comes twice, a name that is missing, and to make what is there', () => {
  const of = (...args: readonly string[]): unknown =>
    build({ 'x/kustomization.yaml': `configMapGenerator: [${args.join(', ')}]` }, 'x');
  expect(of('{name: a, literals: [a=1, a=2]}')).toBe('error: configmap a illegally repeats the key `a`\n');
  expect(of('{literals: [a=1]}')).toBe('error: a configmap must have a name\n');
  expect(of('{name: a, literals: [a]}')).toBe(
    'error: loading KV pairs: literal sources [a]: invalid literal source a, expected key=value\n',
  );
  expect(of('{name: a}', '{name: a}')).toContain(
    "can not use behavior: 'unspecified', behavior must be merge or replace",
  );
  expect(of('{name: a}')).toMatchObject([{ metadata: { name: 'a-6ct58987ht' } }]);
});
