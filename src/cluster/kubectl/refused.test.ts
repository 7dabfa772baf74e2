import { expect, it } from 'vitest';
import { terminal } from './testing/terminal.ts';
import { replay } from './testing.ts';

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
