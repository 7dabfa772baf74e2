import { beforeAll, describe, expect, it } from 'vitest';
import { parseFile } from '../../src/api/yaml/index.ts';
import { startedRun, typeLine, wait } from '../../src/cluster/testing/started-run.ts';
import { answer } from '../../src/inspect/answer.ts';
import { Snapshot } from '../../src/inspect/snapshot.ts';
import { checkText } from '../../src/ui/editor/check.ts';
import { complete, kindsOf } from '../../src/ui/editor/language/complete.ts';
import { formatted } from '../../src/ui/editor/language/format.ts';
import { hover } from '../../src/ui/editor/language/hover.ts';
import { nearest } from '../../src/ui/editor/language/near.ts';
import { outline } from '../../src/ui/editor/language/outline.ts';
import { draftAt, surroundings } from '../../src/ui/editor/language/reading.ts';
import { book, learn } from '../../src/ui/editor/language/service.ts';
import { kindSnippet } from '../../src/ui/editor/language/skeleton.ts';

const CLUSTER = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget}
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
            required: [size]
            properties:
              size: {type: integer, description: How large it is.}
              colour: {type: string, enum: [red, green]}
---
apiVersion: v1
kind: Namespace
metadata:
  name: shop
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: there
`;

/** What the editor learns of a cluster: as the page asks for it. */
beforeAll(() => {
  const run = startedRun({ nodes: 1, latencies: 'zero' });
  typeLine(run, 'apply -f a.yaml', { 'a.yaml': CLUSTER });
  wait(run, 2);
  const snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'everything' });
  snapshot.refresh();
  snapshot.cursor.seek(run.engine.journal.end - 1);
  const ask = (wanted: readonly string[]) => {
    const told = answer(snapshot, { type: 'schemas', wanted, known: {} });
    if (told.type !== 'schemas') throw new Error('another answer');
    learn(told.found, told.defined, told.names);
  };
  ask([]);
  ask([...new Set(kindsOf(book).map(({ apiVersion }) => apiVersion))]);
});

/** The caret is at the bar. */
function at(marked: string): { readonly text: string; readonly line: number; readonly column: number } {
  const lines = marked.split('\n');
  const line = lines.findIndex((each) => each.includes('|'));
  return { text: marked.replace('|', ''), line, column: lines[line]?.indexOf('|') ?? 0 };
}
const labels = (marked: string) => {
  const { text, line, column } = at(marked);
  return complete(book, text, line, column).proposals.map(({ label }) => label);
};
const proposal = (marked: string, label: string) => {
  const { text, line, column } = at(marked);
  return complete(book, text, line, column).proposals.find((each) => each.label === label);
};
const POD = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n';

describe('where a place is in a text that is being typed', () => {
  const pathAt = (marked: string) => {
    const { text, line, column } = at(marked);
    return surroundings(draftAt(text, line), line, column);
  };
  it('goes out by indentation, through lists that are no further in than their key', () => {
    expect(pathAt('spec:\n  containers:\n  - name: a\n    |').path).toEqual(['spec', 'containers', 0]);
    expect(pathAt('spec:\n  containers:\n    - name: a\n    - name: b\n      env:\n      - |').path).toEqual([
      'spec',
      'containers',
      1,
      'env',
      0,
    ]);
    expect(pathAt('a:\n  b: 1\n|').path).toEqual([]);
  });
  it('tells what stands beside, above and below', () => {
    expect(pathAt('spec:\n  a: 1\n  |\n  b:\n    c: 2\nd: 3').beside).toEqual(['a', 'b']);
    expect(pathAt('l:\n- a: 1\n  |\n  b: 2\n- c: 3').beside).toEqual(['a', 'b']);
  });
});

describe('completion', () => {
  it('offers the fields of a place, the demanded ones first, without those that are there', () => {
    const found = labels(`${POD}  containers:\n  - image: a\n    |`);
    expect(found[0]).toBe('name');
    expect(found).toContain('livenessProbe');
    expect(found).not.toContain('image');
    expect(labels(`${POD}  |`)[0]).toBe('containers');
    expect(labels(`${POD}  containers:\n  - na|\n    image: a`)[0]).toBe('name');
  });
  it('writes a field with what is demanded in it, in its column and with dashes', () => {
    expect(proposal(`${POD}  con|`, 'containers')?.text).toBe(
      'containers:\n    - name: ${1:web}\n      image: ${2:nginx:1.27}',
    );
    expect(proposal(`${POD}  containers:\n    - name: a\n      ports:\n        |`, '- containerPort')?.text).toBe(
      '- containerPort: ${1:80}',
    );
    expect(proposal(`${POD}  containers:\n    |`, '- name')).toBeDefined();
  });
  it('offers values: of a few, true and false, kinds and versions', () => {
    expect(labels(`${POD}  restartPolicy: |`)).toEqual(['Always', 'Never', 'OnFailure']);
    expect(labels(`${POD}  hostNetwork: t|`)).toEqual(['true', 'false']);
    expect(labels('apiVersion: apps/v1\nkind: |')).toContain('StatefulSet');
    expect(labels('apiVersion: apps/v1\nkind: |')).not.toContain('Pod');
    expect(labels('apiVersion: |\nkind: Ingress')).toEqual(['networking.k8s.io/v1']);
    expect(labels(`${POD}  accessModes: |`)).toEqual([]);
    const claim = 'apiVersion: v1\nkind: PersistentVolumeClaim\nspec:\n  accessModes:\n  - |';
    expect(labels(claim)).toContain('ReadWriteOnce');
  });
  it('offers names of what is there, and of what the text itself makes', () => {
    const env =
      '  containers:\n  - name: a\n    env:\n    - name: X\n      valueFrom:\n        configMapKeyRef:\n          name: |';
    expect(labels(`apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: own\n---\n${POD}${env}`)).toEqual([
      'own',
      'kube-root-ca.crt',
      'there',
    ]);
    expect(labels('apiVersion: v1\nkind: Pod\nmetadata:\n  namespace: |')).toEqual(
      expect.arrayContaining(['default', 'shop']),
    );
    expect(labels(`${POD}  serviceAccountName: |`)).toEqual(['default']);
    const binding =
      'apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nroleRef:\n  kind: ClusterRole\n  name: |';
    expect(labels(binding)).toContain('view');
  });
  it('offers what a definition has made', () => {
    expect(labels('kind: |')).toContain('Widget');
    const widget = 'apiVersion: example.com/v1\nkind: Widget\nspec:\n  |';
    expect(labels(widget)).toEqual(['size', 'colour']);
    expect(labels(`${widget.replace('|', 'colour: |')}`)).toEqual(['red', 'green']);
  });
  it('offers nothing inside of texts and comments', () => {
    expect(labels('apiVersion: v1\nkind: ConfigMap\ndata:\n  a: >\n    b: x\n    # |')).toEqual([]);
  });
});

describe('what the editor says of a field', () => {
  const said = (marked: string) => {
    const { text, line, column } = at(marked);
    return hover(book, text, line, column, 'en')?.text ?? '';
  };
  it('has its type, whether it is demanded, what it is when left out, its values and its description', () => {
    const deployment =
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec:\n  re|plicas: 3\n  template:\n    spec:\n      containers:\n      - name: a\n        imagePullPolicy: Always\n';
    expect(said(deployment)).toMatch(/^\*\*replicas\*\* `integer`\n\nLeft out: `1`\n\nNumber of desired pods\./);
    expect(said(deployment.replace('|', '').replace('name: a\n        im', 'na|me: a\n        im'))).toContain(
      'required',
    );
    expect(said(deployment.replace('|', '').replace('imagePull', 'image|Pull'))).toContain(
      'One of `Always`, `IfNotPresent`, `Never`',
    );
    expect(said('apiVersion: apps/v1\nkind: Depl|oyment')).toContain('Deployment enables declarative updates');
    expect(said('apiVersion: example.com/v1\nkind: Widget\nspec:\n  si|ze: 1')).toContain('How large it is.');
  });
});

describe('what is wrong with fields', () => {
  const found = (text: string, language: 'en' | 'zh' = 'en') => checkText(text, 'a.yaml', new Set(), language);
  const messages = (text: string) => found(text).map(({ line, severity, message }) => `${line} ${severity} ${message}`);

  it('a wrong name, with the one that was meant and a fix', () => {
    const [marker] = found(`${POD}  containers:\n  - nme: a\n    image: b\n    name: c`);
    expect(marker?.message).toBe('unknown field "spec.containers[0].nme"');
    const [near] = found(`${POD}  contaners: []\n  containers:\n  - {name: a, image: b}\n  hostNetwrk: true`);
    expect(near).toMatchObject({ line: 6, column: 3, endColumn: 12, message: 'unknown field "spec.contaners"' });
    const [, replicas] = found(`${POD}  contaners: []\n  containers:\n  - {name: a, image: b}\n  hostNetwrk: true`);
    expect(replicas?.message).toBe('unknown field "spec.hostNetwrk": did you mean "hostNetwork"?');
    expect(replicas?.fixes).toEqual([
      { title: 'Change to "hostNetwork"', line: 9, column: 3, endColumn: 13, text: 'hostNetwork' },
    ]);
  });
  it('a wrong type, with the value written so that it fits', () => {
    const text =
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec:\n  replicas: "3"\n  paused: yes please\n';
    expect(found(text)[0]).toMatchObject({
      line: 5,
      message: 'spec.replicas must be a whole number, not "3"',
      fixes: [{ line: 5, column: 13, endColumn: 16, text: '3' }],
    });
    expect(messages(text)[1]).toBe('6 error spec.paused must be true or false, not "yes please"');
    const env = `${POD}  containers:\n  - name: a\n    image: b\n    env:\n    - name: A\n      value: 5 # five\n`;
    expect(found(env)[0]).toMatchObject({ line: 11, fixes: [{ column: 14, endColumn: 15, text: '"5"' }] });
  });
  it('what is missing, with the field to add', () => {
    const text = 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: a\nspec:\n  replicas: 1\n';
    expect(messages(text)).toEqual(['5 error spec.selector is required', '5 error spec.template is required']);
    expect(found(text)[0]?.fixes?.[0]).toMatchObject({
      line: 6,
      column: 3,
      text: 'selector:\n    matchLabels:\n      app: web\n  ',
    });
  });
  it('a value that is none of the few, a deprecated field, a version of another time, a key that comes twice', () => {
    const text = `${POD}  restartPolicy: Alway\n  serviceAccount: a\n  containers:\n  - {name: a, image: b}\n`;
    expect(messages(text)).toEqual([
      '6 error spec.restartPolicy must be one of "Always", "Never", "OnFailure": did you mean "Always"?',
      expect.stringMatching(
        /^7 hint spec\.serviceAccount is deprecated: DeprecatedServiceAccount is a deprecated alias/,
      ),
    ]);
    const old = found('apiVersion: extensions/v1beta1\nkind: Ingress\nmetadata: {name: a}\n');
    expect(old[0]?.fixes).toEqual([
      { title: 'Use networking.k8s.io/v1', line: 1, column: 13, endColumn: 31, text: 'networking.k8s.io/v1' },
    ]);
    const twice = found('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  name: b\n');
    expect(twice[0]?.fixes).toEqual([
      { title: 'Remove this line', line: 5, column: 1, endColumn: undefined, text: '' },
    ]);
  });
  it('custom resources by their own schema', () => {
    expect(messages('apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nspec:\n  sise: 3\n')).toEqual([
      '5 error unknown field "spec.sise": did you mean "size"?',
      '4 error spec.size is required',
    ]);
  });
  it('in both languages', () => {
    const text = 'apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec:\n  tpye: NodePort\n';
    expect(found(text, 'zh')[0]?.message).toBe('未知字段 "spec.tpye"：是否想写 "type"？');
  });
  it('and nothing of what the server takes', () => {
    const text = `${POD}  containers:\n  - name: a\n    image: b\n    resources: {limits: {cpu: 1, memory: 1Gi}}\n    ports: [{containerPort: 80}]\n    readinessProbe: {httpGet: {port: http}}\n`;
    expect(messages(text)).toEqual([]);
  });
});

describe('a manifest of every kind', () => {
  it('is written whole, and nothing is wrong with it', () => {
    const wrong = kindsOf(book).flatMap(({ apiVersion, kind }) => {
      const known = book.root(apiVersion, kind);
      if (known === undefined) return [`${apiVersion} ${kind} is not described`];
      const text = kindSnippet(known, apiVersion, kind).replace(/\$\{\d+:([^}]*)\}/g, '$1');
      return [...parseFile(text).errors, ...checkText(text, 'a.yaml')].map(({ message }) => `${text}${message}`);
    });
    expect(wrong).toEqual([]);
  });
});

it('the nearest word is one with few letters exchanged, added, left out or swapped', () => {
  expect(nearest('replcas', ['paused', 'replicas', 'template'])).toBe('replicas');
  expect(nearest('contianers', ['containers', 'initContainers'])).toBe('containers');
  expect(nearest('REPLICAS', ['replicas'])).toBe('replicas');
  expect(nearest('foo', ['replicas'])).toBeUndefined();
});

describe('formatting', () => {
  it('brings lines in, keeps comments and says the same as before', () => {
    const before =
      '# first\napiVersion:   v1\nkind: Pod  # a pod\nmetadata:\n    name: a\nspec:\n    containers:\n    # the one\n    -   name: a\n        image: b\n        command:\n              - sh\n              - -c\n              - |\n                  echo a\n                    b\n    volumes:   []   \n\n';
    expect(formatted(before)).toBe(
      '# first\napiVersion: v1\nkind: Pod  # a pod\nmetadata:\n  name: a\nspec:\n  containers:\n  # the one\n  - name: a\n    image: b\n    command:\n      - sh\n      - -c\n      - |\n          echo a\n            b\n  volumes: []\n',
    );
  });
  it('takes maps in braces as they are written, and leaves alone what cannot be read', () => {
    expect(formatted('a: {b: 1,\n c: 2}\n')).toBe('a: {b: 1,\n  c: 2}\n');
    expect(formatted('a: [\n')).toBe('a: [\n');
    expect(formatted('a: 1\n---\nb:\n   c: 2\n')).toBe('a: 1\n---\nb:\n  c: 2\n');
  });
});

it('the outline names documents by kind and name, and what is in them', () => {
  const text = `${POD}  containers:\n  - name: web\n    ports:\n    - containerPort: 80\n---\nkind: Service\nmetadata: {name: b}\n`;
  const found = outline(text);
  expect(found.map(({ name, from, to }) => [name, from, to])).toEqual([
    ['Pod a', 0, 8],
    ['Service', 10, 11],
  ]);
  const spec = found[0]?.children.find(({ name }) => name === 'spec');
  expect(spec?.children[0]).toMatchObject({
    name: 'containers',
    from: 5,
    to: 8,
    children: [{ name: 'web', from: 6, to: 8 }],
  });
});
