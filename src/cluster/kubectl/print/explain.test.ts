import { expect, it } from 'vitest';
import { fieldText, kindText } from '../../../api/schema/field-texts.ts';
import { terminal } from '../testing/terminal.ts';
import { wrapWords } from './word-wrap.ts';

const CORE = 'io.k8s.api.core.v1';
const indented = (text: string) => `    ${text.replaceAll('\n', '\n    ')}`;

it('KC73: the older form of explain tells types by what they are made of, and goes on by words', () => {
  const { type } = terminal();
  const older = (words: string) => type(`kubectl explain ${words} --output=plaintext-openapiv2`);
  expect(older('deploy.spec.strategy').stdout).toEqual(
    expect.stringMatching(
      /^KIND: {5}Deployment\nVERSION: {2}apps\/v1\n\nRESOURCE: strategy <Object>\n\nDESCRIPTION:\n {5}The deployment strategy .*\n\n {5}DeploymentStrategy describes .*\n\nFIELDS:\n {3}rollingUpdate\t<Object>\n {5}Rolling update /,
    ),
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

it('KC233: a field is explained in Kubernetes’ own words, with its values and with what is said of its kind', () => {
  const { type } = terminal();
  const policy = fieldText(`${CORE}.Container`, 'imagePullPolicy');
  expect(type('kubectl explain pod.spec.containers.imagePullPolicy').stdout).toBe(
    `KIND:       Pod\nVERSION:    v1\n\nFIELD: imagePullPolicy <string>\nENUM:\n    Always\n    IfNotPresent\n    Never\n\nDESCRIPTION:\n${indented(wrapWords(`${policy.description}\n`, 76))}\n\n`,
  );
  const containers = `${fieldText(`${CORE}.PodSpec`, 'containers').description}\n${kindText(`${CORE}.Container`)}\n`;
  const { stdout } = type('kubectl explain pod.spec.containers');
  expect(stdout).toContain(
    `FIELD: containers <[]Container>\n\n\nDESCRIPTION:\n${indented(wrapWords(containers, 76))}\nFIELDS:\n`,
  );
  expect(stdout).toContain(
    `  imagePullPolicy\t<string>\n  enum: Always, IfNotPresent, Never\n${indented(wrapWords(policy.description, 76))}\n\n`,
  );
  expect(stdout).toContain('  name\t<string> -required-\n');
  const recursive = type('kubectl explain pod.spec.volumes.hostPath --recursive').stdout;
  expect(recursive).toContain('  type\t<string>\n  enum: "", BlockDevice, CharDevice, Directory, ....\n');
});

it('KC234: lines break between words, and before a word that would pass the edge; blank lines and longer words stay', () => {
  expect(wrapWords('one two three', 7)).toBe('one two\nthree');
  expect(wrapWords('one  two', 4)).toBe('one\ntwo');
  expect(wrapWords('a\n\n - b c', 4)).toBe('a\n\n - b\nc');
  expect(wrapWords('see https://kubernetes.io/docs now', 10)).toBe('see\nhttps://kubernetes.io/docs\nnow');
  expect(wrapWords('one two\n', 3)).toBe('one\ntwo\n');
  expect(wrapWords('ends   ', 5)).toBe('ends');
});
