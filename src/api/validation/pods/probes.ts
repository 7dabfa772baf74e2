import { forbiddenField, invalidValue, notSupported, required } from '../../errors/field-error.ts';
import { type Fields, isFields } from '../../go/json.ts';
import { portNameProblems } from '../../values/label-syntax.ts';
import { type Errors, itemsAt, notNegative, numberAt, portNumber, problemsOf, textAt } from '../common/check.ts';
import { headerProblems, validateSleep } from './pod-parts.ts';

/** Models pkg/apis/core/validation/validation.go validateProbe and validateLifecycle (v1.36) */

const HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'];
const COUNTS = ['initialDelaySeconds', 'timeoutSeconds', 'periodSeconds', 'successThreshold', 'failureThreshold'];
const SCHEMES = ['HTTP', 'HTTPS'];

export function validateProbes(errors: Errors, container: Fields, at: string, grace: number | undefined): void {
  for (const kind of ['livenessProbe', 'readinessProbe', 'startupProbe']) {
    const probe = container[kind];
    if (isFields(probe)) validateProbe(errors, kind, probe, `${at}.${kind}`, grace);
  }
}

function validateProbe(errors: Errors, kind: string, probe: Fields, path: string, grace: number | undefined): void {
  validateHandler(errors, probe, path, grace);
  for (const count of COUNTS) notNegative(errors, `${path}.${count}`, probe[count]);
  const own = numberAt(probe, 'terminationGracePeriodSeconds');
  const at = `${path}.terminationGracePeriodSeconds`;
  if (own !== undefined && own <= 0) errors.push(invalidValue(at, own, 'must be greater than 0'));
  if (kind === 'readinessProbe') {
    if (own !== undefined) errors.push(invalidValue(at, own, 'must not be set for readinessProbes'));
  } else if (numberAt(probe, 'successThreshold') !== 1) {
    errors.push(invalidValue(`${path}.successThreshold`, probe.successThreshold ?? 0, 'must be 1'));
  }
}

export function validateLifecycle(errors: Errors, lifecycle: Fields, path: string, grace: number | undefined): void {
  for (const hook of ['postStart', 'preStop']) {
    const handler = lifecycle[hook];
    if (isFields(handler)) validateHandler(errors, handler, `${path}.${hook}`, grace);
  }
}

function validateHandler(errors: Errors, handler: Fields, path: string, grace: number | undefined): void {
  let count = 0;
  for (const kind of HANDLERS) {
    const action = handler[kind];
    if (!isFields(action)) continue;
    count += 1;
    const at = `${path}.${kind}`;
    if (count > 1) errors.push(forbiddenField(at, 'may not specify more than 1 handler type'));
    else if (kind === 'exec') {
      if (itemsAt(action, 'command').length === 0) errors.push(required(`${at}.command`));
    } else if (kind === 'sleep') validateSleep(errors, action, grace, at);
    else {
      if (kind === 'httpGet' && textAt(action, 'path') === '') errors.push(required(`${at}.path`));
      validatePort(errors, action.port, `${at}.port`);
      if (kind === 'httpGet') validateHttp(errors, action, at);
    }
  }
  if (count === 0) errors.push(required(path, 'must specify a handler type'));
}

export function validatePort(errors: Errors, port: unknown, at: string): void {
  if (typeof port === 'string') problemsOf(errors, at, port, portNameProblems);
  else portNumber(errors, at, typeof port === 'number' ? port : 0);
}

function validateHttp(errors: Errors, action: Fields, at: string): void {
  const scheme = textAt(action, 'scheme');
  if (!SCHEMES.includes(scheme)) errors.push(notSupported(`${at}.scheme`, scheme, SCHEMES));
  for (const header of itemsAt(action, 'httpHeaders')) {
    problemsOf(errors, `${at}.httpHeaders`, textAt(header, 'name'), headerProblems);
  }
}
