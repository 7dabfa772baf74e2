import { invalidValue, required } from '../../errors/field-error.ts';
import { dnsSubdomainProblems } from '../../values/label-syntax.ts';
import { type Errors, problemsOf } from './check.ts';

const PATH = /^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/;
const PATH_TEXT = "Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')";

/** Who is meant, as `acme.io/foo`. Models staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go, IsDomainPrefixedPath (v1.36) */
export function validateDomainPath(errors: Errors, text: string, at: string): void {
  const slash = text.indexOf('/');
  if (text === '') errors.push(required(at));
  else if (slash <= 0 || slash === text.length - 1) {
    errors.push(invalidValue(at, text, 'must be a domain-prefixed path (such as "acme.io/foo")'));
  } else {
    const path = text.slice(slash + 1);
    problemsOf(errors, at, text.slice(0, slash), dnsSubdomainProblems);
    if (!PATH.test(path)) errors.push(invalidValue(at, path, PATH_TEXT));
  }
}
