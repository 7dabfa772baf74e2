import { expect, it } from 'vitest';
import { replay } from './testing/session.ts';
import { terminal } from './testing/terminal.ts';

it('KC16: nobody at the address', () => {
  const exchanges = [{ method: 'GET', uri: '', code: 0 }];
  const { stderr, code } = replay({ argv: ['kubectl', 'get', 'pods'], files: {}, now: 0, exchanges });
  expect(stderr).toBe(
    'The connection to the server 10.0.0.1:6443 was refused - did you specify the right host or port?\n',
  );
  expect(code).toBe(1);
});

it('KC17: a resource that the server has forgotten', () => {
  const exchanges = [{ method: 'GET', uri: '', code: 404, response: '404 page not found\n' }];
  const { stderr } = replay({ argv: ['kubectl', 'get', 'deployments'], files: {}, now: 0, exchanges });
  expect(stderr).toBe(
    'Error from server (NotFound): Unable to list "apps/v1, Resource=deployments": the server could not find the requested resource (get deployments.apps)\n',
  );
});

it('KC18: of several names, those that exist are shown and the others complained about', () => {
  const found = { kind: 'Table', columnDefinitions: [{ name: 'Name' }], rows: [{ cells: ['a'] }] };
  const missing = { kind: 'Status', reason: 'NotFound', message: 'pods "b" not found' };
  const exchanges = [
    { method: 'GET', uri: '', code: 200, response: found },
    { method: 'GET', uri: '', code: 404, response: missing },
  ];
  const { stdout, stderr, code } = replay({ argv: ['kubectl', 'get', 'pods', 'a', 'b'], files: {}, now: 0, exchanges });
  expect([stdout, stderr, code]).toEqual(['NAME\na\n', 'Error from server (NotFound): pods "b" not found\n', 1]);
});

it('KC62: --help shows how a command is used, and its flags as they are when they are not given', () => {
  const { type } = terminal();
  const { stdout, stderr, exitCode } = type('kubectl scale --help');
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  expect(stdout).toContain('--current-replicas=-1\n');
  expect(stdout).toContain('  -l, --selector=');
  expect(type('kubectl create secret').stderr).toContain('Subcommands:\n  docker-registry\n');
});

it('KC62: what `certificate` and `rollout` do is told on standard output, also where it is no error', () => {
  const { type } = terminal();
  expect(type('kubectl certificate')).toMatchObject({ stderr: '', exitCode: 0 });
  expect(type('kubectl certificate nope')).toMatchObject({ stderr: '', exitCode: 0 });
  expect(type('kubectl rollout')).toMatchObject({ stderr: '', exitCode: 1 });
  expect(type('kubectl rollout nope').stdout).toBe('');
});

it('KC42: an empty name is refused by the commands that look at it, and shown as unknown by the others', () => {
  const { type } = terminal();
  const dry = '--dry-run=client';
  for (const what of ['namespace', 'configmap', 'serviceaccount', 'quota', 'secret generic']) {
    expect(type(`kubectl create ${what}  ${dry}`).stderr).toBe('error: name must be specified\n');
  }
  expect(type(`kubectl create role  --verb=get --resource=pods ${dry}`).stderr).toBe('error: name must be specified\n');
  expect(type('kubectl create token ').stderr).toBe('error: service account name is required\n');
  expect(type(`kubectl run  --image=a ${dry}`).stderr).toBe('error: Parameter: name is required\n');
  expect(type(`kubectl create deployment  --image=a ${dry}`).stdout).toBe(
    'deployment.apps/<unknown> created (dry run)\n',
  );
  expect(type(`kubectl create deployment  --image=a ${dry} -o name`).stdout).toBe('deployment.apps/<unknown>\n');
});

it('KC35: a role may be about everything of a group, and its verbs are as they were typed', () => {
  const { type } = terminal();
  const role = (flags: string) => type(`kubectl create role x --dry-run=client ${flags}`);
  const rules = '-o jsonpath={.rules}';
  expect(role(`--verb=get --resource=*.apps ${rules}`).stdout).toContain('"apiGroups":["apps"],"resources":["*"]');
  expect(role(`--verb=get --resource=*/scale ${rules}`).stdout).toContain('"resources":["*/scale"]');
  expect(role('--verb=GET --resource=pods').stderr).toBe("Warning: 'GET' is not a standard resource verb\n");
  expect(role('--verb=get --resource=deploy.v1.apps').stderr).toBe(
    'the server doesn\'t have a resource type "deploy" in group "v1.apps"\n',
  );
});

it('KC42: selectors that are stored have fewer operators than those of the command line', () => {
  const { type } = terminal();
  const budget = (selector: string) =>
    type(`kubectl create pdb x --min-available=1 --dry-run=client --selector=${selector}`).stderr;
  expect(budget('a!=b')).toBe('error: "!=" is not a valid label selector operator\n');
  expect(budget('a>1')).toBe('error: "gt" isn\'t supported in label selectors\n');
  expect(budget('a=b,!c')).toBe('');
});
