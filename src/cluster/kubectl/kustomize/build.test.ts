import { expect, it } from 'vitest';
import { isFailure } from '../errors.ts';
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
  const result = buildKustomization(folder, (path) => files[path]);
  return isFailure(result) ? result.text : result.objects;
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
  patch: '[{op: add, path: /spec/paused, value: true}]'
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
            { name: 'main', image: 'nginx:1.28', envFrom: [{ configMapRef: { name: 'pre-conf-h6665gg887' } }] },
            { name: 'side', image: 'busybox' },
          ],
        },
      },
    },
  });
});

it('KC48: refuses what it does not follow, and folders without a kustomization', () => {
  expect(build({ 'x/kustomization.yaml': 'components: [a]' }, 'x')).toBe(
    'error: components of a kustomization is not modelled\n',
  );
  expect(build({ 'x/kustomization.yaml': 'nope: 1' }, 'x')).toContain('unknown field "nope"');
  expect(build({}, 'x')).toContain("unable to find one of 'kustomization.yaml'");
  expect(build({ 'x/kustomization.yaml': 'resources: [../x]' }, 'x')).toContain('cycle detected');
});
