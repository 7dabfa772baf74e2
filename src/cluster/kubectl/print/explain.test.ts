import { expect, it } from 'vitest';
import { terminal } from '../testing/terminal.ts';

it('KC73: the older form of explain tells types by what they are made of, and goes on by words', () => {
  const { type } = terminal();
  const older = (words: string) => type(`kubectl explain ${words} --output=plaintext-openapiv2`);
  expect(older('deploy.spec.strategy').stdout).toBe(
    'KIND:     Deployment\nVERSION:  apps/v1\n\nRESOURCE: strategy <Object>\n\nDESCRIPTION:\n     <empty>\n\nFIELDS:\n   rollingUpdate\t<Object>\n\n   type\t<string>\n\n',
  );
  expect(older('pods.metadata.labels.any').stdout).toBe(
    'KIND:     Pod\nVERSION:  v1\n\nFIELD:    any <string>\n\nDESCRIPTION:\n     <empty>\n',
  );
  expect(older('pods.metadata.managedFields.fieldsV1').stdout).not.toContain('FIELD:');
  expect(older('netpol.spec --recursive').stdout).toContain(
    '   egress\t<[]Object>\n      ports\t<[]Object>\n         endPort',
  );
  expect(older('pods.spec.nope')).toEqual({ stdout: '', stderr: 'error: field "nope" does not exist\n', exitCode: 1 });
  expect(older('pods --api-version=apps/v1').stderr).toBe('error: couldn\'t find resource for "apps/v1, Kind=Pod"\n');
});

it('KC66: explain finds what it is asked for before it finds that it cannot print it', () => {
  const { type } = terminal();
  expect(type('kubectl explain nopes -o json').stderr).toBe('the server doesn\'t have a resource type "nopes"\n');
  const { stdout, stderr } = type('kubectl explain pods -o json -v=8');
  expect(stderr).toContain('/openapi/v3/api/v1');
  expect([stdout, stderr.endsWith('error: unrecognized format: json\n')]).toEqual(['', true]);
});
