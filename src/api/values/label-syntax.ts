/** What names, labels and values may look like, and what is said when they do not. Models apimachinery/pkg/util/validation/validation.go (v1.36) */
const NONE: readonly string[] = [];

const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const LABEL_1035 = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const QUALIFIED = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const LABEL_VALUE = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;
const CONFIG_KEY = /^[-._a-zA-Z0-9]+$/;

const LABEL_TEXT =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const LABEL_1035_TEXT =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const SUBDOMAIN_TEXT =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const QUALIFIED_TEXT =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const LABEL_VALUE_TEXT =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const CONFIG_KEY_TEXT =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";

const tooLong = (max: number): string => `must be no more than ${max} characters`;

function problems(value: string, max: number, shape: RegExp, text: string): readonly string[] {
  if (value.length <= max && shape.test(value)) return NONE;
  const found: string[] = [];
  if (value.length > max) found.push(tooLong(max));
  if (!shape.test(value)) found.push(text);
  return found;
}

export function dnsLabelProblems(value: string): readonly string[] {
  return problems(value, 63, LABEL, LABEL_TEXT);
}

export function dns1035LabelProblems(value: string): readonly string[] {
  return problems(value, 63, LABEL_1035, LABEL_1035_TEXT);
}

export function dnsSubdomainProblems(value: string): readonly string[] {
  return isPlainSubdomain(value) ? NONE : problems(value, 253, SUBDOMAIN, SUBDOMAIN_TEXT);
}

/** Labels of small letters, digits and dashes, as names are: told without a pattern, as every name is looked at. */
function isPlainSubdomain(value: string): boolean {
  const { length } = value;
  if (length === 0 || length > 253) return false;
  let before = DOT;
  for (let at = 0; at < length; at += 1) {
    const code = value.charCodeAt(at);
    if (code === DASH ? before === DOT : code === DOT ? before === DOT || before === DASH : !isSmallOrDigit(code))
      return false;
    before = code;
  }
  return before !== DOT && before !== DASH;
}

function isSmallOrDigit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

const DASH = 45;
const DOT = 46;

export function labelValueProblems(value: string): readonly string[] {
  return problems(value, 63, LABEL_VALUE, LABEL_VALUE_TEXT);
}

export function configKeyProblems(value: string): readonly string[] {
  const found = problems(value, 253, CONFIG_KEY, CONFIG_KEY_TEXT);
  if (value === '.') return [...found, "must not be '.'"];
  if (value === '..') return [...found, "must not be '..'"];
  return value.startsWith('..') ? [...found, "must not start with '..'"] : found;
}

/** Of a label key, an annotation key or a finalizer: `prefix/name`. */
export function qualifiedNameProblems(value: string): readonly string[] {
  const slash = value.indexOf('/');
  if (slash < 0 && value.length <= 63 && QUALIFIED.test(value)) return NONE;
  const found: string[] = [];
  const parts = value.split('/');
  let name = value;
  if (parts.length === 2) {
    const prefix = parts[0] ?? '';
    name = parts[1] ?? '';
    if (prefix === '') found.push('prefix part must be non-empty');
    else found.push(...dnsSubdomainProblems(prefix).map((each) => `prefix part ${each}`));
  } else if (parts.length > 2) {
    return [
      `a qualified name ${QUALIFIED_TEXT} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  if (name === '') found.push('name part must be non-empty');
  else if (name.length > 63) found.push(`name part ${tooLong(63)}`);
  if (!QUALIFIED.test(name)) found.push(`name part ${QUALIFIED_TEXT}`);
  return found;
}

const PORT_NAME = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;

/** Of a named container port. */
export function portNameProblems(value: string): readonly string[] {
  const found: string[] = [];
  if (value.length > 15) found.push('must be no more than 15 characters');
  if (!/^[-a-z0-9]+$/.test(value)) found.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  if (!/[a-z]/.test(value)) found.push('must contain at least one letter (a-z)');
  if (value.includes('--')) found.push('must not contain consecutive hyphens');
  if (value !== '' && (value.startsWith('-') || value.endsWith('-'))) found.push('must not begin or end with a hyphen');
  return found.length === 0 && !PORT_NAME.test(value) ? [LABEL_TEXT] : found;
}

const ENV_NAME = /^[ -<>-~]+$/;

export function envNameProblems(value: string): readonly string[] {
  if (!ENV_NAME.test(value)) {
    return ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
  }
  return NONE;
}
