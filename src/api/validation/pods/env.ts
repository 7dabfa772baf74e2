import { invalidValue } from '../../errors/field-error.ts';
import { type Fields, isFields } from '../../go/json.ts';
import { configKeyProblems, dnsSubdomainProblems, envNameProblems } from '../../values/label-syntax.ts';
import { type Errors, fieldsAt, named, problemsOf, textAt } from '../common/check.ts';
import { descendingPath, validateFieldRef, validateResourceRef } from '../volumes/volumes.ts';

/** Models pkg/apis/core/validation/validation.go ValidateEnv (v1.36) */

const SOURCES = ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef', 'fileKeyRef'];
const FIELD_PATHS = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];

export function validateEnv(errors: Errors, env: readonly Fields[], path: string): void {
  env.forEach((each, i) => {
    const at = `${path}[${i}]`;
    named(errors, `${at}.name`, textAt(each, 'name'), envNameProblems);
    if (!isFields(each.valueFrom)) return;
    const from = `${at}.valueFrom`;
    const sources = SOURCES.filter((source) => isFields(fieldsAt(each, 'valueFrom')[source]));
    for (const source of sources) validateSource(errors, source, fieldsAt(each.valueFrom, source), `${from}.${source}`);
    if (sources.length === 0) {
      const why =
        'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`';
      errors.push(invalidValue(from, '', why));
    } else if (textAt(each, 'value') !== '') {
      errors.push(invalidValue(from, '', 'may not be specified when `value` is not empty'));
    } else if (sources.length > 1) {
      errors.push(invalidValue(from, '', 'may not have more than one field specified at a time'));
    }
  });
}

function validateSource(errors: Errors, source: string, ref: Fields, at: string): void {
  if (source === 'fieldRef') validateFieldRef(errors, ref, FIELD_PATHS, at);
  else if (source === 'resourceFieldRef') validateResourceRef(errors, ref, at, false);
  else if (source === 'fileKeyRef') {
    named(errors, `${at}.key`, textAt(ref, 'key'), envNameProblems);
    named(errors, `${at}.volumeName`, textAt(ref, 'volumeName'), () => []);
    named(errors, `${at}.path`, textAt(ref, 'path'), () => []);
    descendingPath(errors, textAt(ref, 'path'), `${at}.path`);
  } else {
    problemsOf(errors, `${at}.name`, textAt(ref, 'name'), dnsSubdomainProblems);
    named(errors, `${at}.key`, textAt(ref, 'key'), configKeyProblems);
  }
}
