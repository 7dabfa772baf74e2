import { expect, it } from 'vitest';
import type { Run } from '../../../../engine/index.ts';
import type { Given } from '../../../inputs/inputs.ts';
import { startedRun } from '../../../testing/started-run.ts';
import { COMMANDS_TABLE, type CommandRow } from '../../session/rows.ts';

const DEPLOY = 'create deployment web --image=nginx:1.27 --replicas=2';

/** A person who types commands, and has an editor. */
class Person {
  readonly run: Run<Given>;

  constructor(run: Run<Given> = startedRun({ nodes: 1, latencies: 'realistic', proxy: 'none' })) {
    this.run = run;
  }

  type(line: string, files: Record<string, string> = {}): CommandRow {
    this.run.give({ type: 'kubectl', argv: line.split(' '), files });
    return this.rest();
  }

  line(line: string): CommandRow {
    this.run.give({ type: 'line', line, files: {} });
    return this.rest();
  }

  /** What is in the editor. */
  get shown(): string {
    const { asks } = this.row;
    return asks?.for === 'file' ? asks.text : '';
  }

  save(text: string): CommandRow {
    this.run.give({ type: 'answer', command: this.row.id, text });
    return this.rest();
  }

  change(...[from, to]: readonly [RegExp | string, string]): CommandRow {
    expect(this.shown).toMatch(from);
    return this.save(this.shown.replace(from, to));
  }

  close(): CommandRow {
    this.run.give({ type: 'answer', command: this.row.id });
    return this.rest();
  }

  get row(): CommandRow {
    return [...this.run.engine.table<CommandRow>(COMMANDS_TABLE).values()].at(-1) as CommandRow;
  }

  private rest(): CommandRow {
    this.run.advance({ quiescent: true, steps: 50_000 });
    return this.row;
  }
}

function withDeployment(): Person {
  const person = new Person();
  person.type(DEPLOY);
  return person;
}

it('KC134: the command waits while the object is in the editor, and sends what was changed there', () => {
  const person = withDeployment();
  const row = person.type('edit deployment/web');
  expect(row).toMatchObject({ exitCode: undefined, stdout: '', stderr: '' });
  expect(row.asks).toMatchObject({ for: 'file', name: expect.stringMatching(/^\/tmp\/kubectl-edit-\d+\.yaml$/) });
  expect(person.shown).toMatch(/^# Please edit the object below\. Lines beginning with a '#' will be ignored,\n/);
  expect(person.shown).not.toContain('managedFields');
  const saved = person.change('replicas: 2', 'replicas: 3');
  expect(saved).toMatchObject({ exitCode: 0, stdout: 'deployment.apps/web edited\n', stderr: '' });
  expect(saved.asks).toBeUndefined();
  expect(person.type('get pods -o name').stdout.trim().split('\n')).toHaveLength(3);
});

it('KC134: closed without saving, and saved as it was', () => {
  const person = withDeployment();
  person.type('edit deployment/web');
  const none = { exitCode: 0, stdout: '', stderr: 'Edit cancelled, no changes made.\n' };
  expect(person.close()).toMatchObject(none);
  person.type('edit deployment/web');
  expect(person.save(`${person.shown}# a remark\n`)).toMatchObject(none);
});

it('KC135: what the server refuses comes back into the editor with the reasons, until it is right', () => {
  const person = withDeployment();
  person.type('edit deployment/web');
  const refused = person.change('replicas: 2', 'replicas: -1');
  expect(refused).toMatchObject({ exitCode: undefined, stderr: 'error: deployments.apps "web" is invalid\n' });
  expect(person.shown).toContain(
    '# deployments.apps "web" was not valid:\n# * spec.replicas: Invalid value: -1: must be greater than or equal to 0\n#\napiVersion:',
  );
  expect(person.shown).toContain('replicas: -1');
  expect(person.change('replicas: -1', 'replicas: 1')).toMatchObject({
    exitCode: 0,
    stdout: 'deployment.apps/web edited\n',
  });
});

it('KC135: a file that is no YAML comes back, and who gives up keeps a copy', () => {
  const person = withDeployment();
  person.type('edit deployment/web');
  person.change('spec:', 'spec: [');
  expect(person.row.stderr).toBe('error: deployments.apps "web" is invalid\n');
  expect(person.shown).toMatch(/# \* <nil>: Invalid value: "The edited file failed validation": yaml: line \d+: /);
  const given = person.close();
  expect(given).toMatchObject({ exitCode: 1 });
  const [, file = ''] =
    /A copy of your changes has been stored to "(.+)"\nerror: Edit cancelled, no valid changes were saved\.\n$/.exec(
      given.stderr,
    ) ?? [];
  expect(file).toMatch(/^\/tmp\/kubectl-edit-\d+\.yaml$/);
  expect(person.line(`grep -c 'spec: \\[' ${file}`).stdout).toBe('1\n');
});

it('KC135: nobody opens what cannot be mended there', () => {
  const person = withDeployment();
  person.type('edit deployment/web');
  expect(person.change('name: web\n', 'name: other\n').stderr).toMatch(
    /^A copy of your changes .*\nerror: At least one of apiVersion, kind and name was changed\n$/,
  );
  person.type('edit deployment/web');
  expect(person.change('namespace: default', 'namespace: kube-system').stderr).toContain(
    `error: the namespace from the provided object "kube-system" does not match the namespace "default". You must pass '--namespace=kube-system' to perform this operation.\n`,
  );
  person.type('edit deployment/web');
  const { shown } = person;
  const { id } = person.row;
  person.run.give({ type: 'kubectl', argv: ['delete', 'deployment', 'web'], files: {}, beside: true });
  person.run.advance({ quiescent: true, steps: 50_000 });
  person.run.give({ type: 'answer', command: id, text: shown.replace('replicas: 2', 'replicas: 3') });
  person.run.advance({ quiescent: true, steps: 50_000 });
  const row = person.run.engine.table<CommandRow>(COMMANDS_TABLE).get(String(id));
  expect(row).toMatchObject({ exitCode: 1 });
  expect(row?.stderr).toMatch(
    /^error: deployments\.apps "web" could not be found on the server\nThe edits you made on deleted resources have been saved to "\/tmp\/kubectl-edit-\d+\.yaml"\n$/,
  );
});

it('KC136: several objects are one list, JSON has no comments, and flags do what they say', () => {
  const person = withDeployment();
  person.type('create configmap one --from-literal=a=1');
  person.type('create configmap two --from-literal=a=1');
  person.type('edit configmap one two');
  expect(person.shown).toMatch(/\napiVersion: v1\nitems:\n- apiVersion: v1\n {2}data:\n {4}a: "1"\n/);
  expect(person.change('a: "1"', 'a: "2"').stdout).toBe('configmap/one edited\nconfigmap/two skipped\n');
  person.type('edit configmap one -o json');
  expect(JSON.parse(person.shown)).toMatchObject({ data: { a: '2' } });
  expect(JSON.parse(person.change('"2"', '"3"').stdout)).toMatchObject({ kind: 'ConfigMap', data: { a: '3' } });
  person.type('edit configmap one --output-patch --save-config');
  expect(person.change('a: "3"', 'a: "4"').stdout).toMatch(
    /^Patch: \{"data":\{"a":"4"\},"metadata":\{"annotations":\{.*\}\}\}\nconfigmap\/one edited\n$/,
  );
  expect(person.type('get configmap one -o jsonpath={.metadata.annotations}').stdout).toContain(
    'last-applied-configuration',
  );
  person.type('edit deployment/web --subresource=status');
  expect(person.change(/updatedReplicas: 2/, 'updatedReplicas: 1').stdout).toBe('deployment.apps/web edited\n');
  expect(person.type('edit deployment/web --subresource=scale').stderr).toBe(
    'error: invalid subresource value: "scale". Must be one of [status]\n',
  );
  person.type('edit -n kube-system configmap/kube-root-ca.crt');
  expect(person.shown).toContain('namespace: kube-system');
  person.close();
  person.type('edit -f m.yaml', { 'm.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: two\n' });
  expect(person.change('a: "1"', 'a: "9"').stdout).toBe('configmap/two edited\n');
});

it('KC137: what is to be created, or was applied last, is edited the same way', () => {
  const person = new Person();
  const files = { 'm.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: m\ndata:\n  a: "1"\n' };
  person.type('create -f m.yaml --edit', files);
  expect(person.change('a: "1"', 'a: "2"').stdout).toBe('configmap/m created\n');
  expect(person.type('get configmap m -o jsonpath={.data}').stdout).toBe('{"a":"2"}');
  person.type('create -f m.yaml --edit', files);
  expect(person.close().stderr).toBe('Edit cancelled, no changes made.\n');
  person.type('apply -f m.yaml', files);
  person.type('apply edit-last-applied configmap m');
  expect(person.shown).toMatch(/^# Please edit the 'last-applied-configuration' annotations below\.\n/);
  expect(person.change('a: "1"', 'a: "7"').stdout).toBe('configmap/m edited\n');
  expect(person.type('apply view-last-applied configmap m').stdout).toContain('a: "7"');
});

it('KC134: Ctrl+C ends a command whose file is open, also in a line; what is saved later goes nowhere', () => {
  const person = withDeployment();
  for (const typed of [
    () => person.type('edit deployment/web'),
    () => person.line('kubectl edit deployment/web && echo done'),
  ]) {
    const { id } = typed();
    expect(person.shown).not.toBe('');
    person.run.give({ type: 'interrupt', command: id });
    person.run.advance({ quiescent: true, steps: 50_000 });
    expect(person.row).toMatchObject({ exitCode: 130, stdout: '' });
    expect(person.row.asks).toBeUndefined();
    expect(person.save('x: 1\n')).toMatchObject({ id, exitCode: 130 });
  }
  person.line('kubectl edit deployment/web && echo done');
  expect(person.change('replicas: 2', 'replicas: 1').stdout).toBe('deployment.apps/web edited\ndone\n');
});

it('KC138: what was saved in the editor is an input: given again, and forked before it, the run is the same', () => {
  const person = withDeployment();
  person.type('edit deployment/web');
  const open = person.run.engine.stepCount;
  const { shown } = person;
  person.save(shown.replace('replicas: 2', 'replicas: 4'));
  const again = startedRun({ nodes: 1, latencies: 'realistic', proxy: 'none' });
  for (const given of person.run.inputs) again.replay(given);
  again.advance({ quiescent: true, steps: 50_000 });
  expect(again.engine.digest).toBe(person.run.engine.digest);
  const fork = new Person(person.run.fork(open - 1) as Run<Given>);
  expect(fork.shown).toBe(shown);
  fork.save(shown.replace('replicas: 2', 'replicas: 1'));
  expect(fork.type('get deployment web -o jsonpath={.spec.replicas}').stdout).toBe('1');
  expect(person.type('get deployment web -o jsonpath={.spec.replicas}').stdout).toBe('4');
});
