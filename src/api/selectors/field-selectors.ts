import { asKey } from '../../base/as-key.ts';
import { pureOfText } from '../../base/pure.ts';
import { isFields } from '../go/json.ts';
import { quote } from '../go/quote.ts';
import type { ResourceInfo } from '../scheme/scheme.ts';

export interface FieldRequirement {
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

export type ParsedFieldSelector = { readonly requirements: readonly FieldRequirement[] } | { readonly error: string };

type Getter = (object: unknown) => string;

function path(text: string): Getter {
  const keys = text.split('.').map(asKey);
  return (object) => {
    let value = object;
    for (let at = 0; at < keys.length; at += 1) value = isFields(value) ? value[keys[at] as string] : undefined;
    return value === undefined || value === null ? '' : String(value);
  };
}

/** A field that reads as `false` or `0` when it is absent. */
function orElse(text: string, absent: string): Getter {
  const read = path(text);
  return (object) => {
    const found = read(object);
    return found === '' ? absent : found;
  };
}

function either(first: Getter, second: Getter): Getter {
  return (object) => first(object) || second(object);
}

const COMMON: readonly (readonly [string, Getter])[] = [
  ['metadata.name', path('metadata.name')],
  ['metadata.namespace', path('metadata.namespace')],
];

const paths = (text: string): (readonly [string, Getter])[] => text.split(' ').map((each) => [each, path(each)]);

const podIP = path('status.podIP');

/** Beside name and namespace. Models pkg/apis/core/v1/conversion.go and pkg/registry/<group>/<kind>/strategy.go (v1.36) */
const FIELDS: ReadonlyMap<string, readonly (readonly [string, Getter])[]> = new Map([
  [
    'pods',
    [
      ...paths(
        'spec.nodeName spec.restartPolicy spec.schedulerName spec.serviceAccountName status.phase status.nominatedNodeName',
      ),
      ['spec.hostNetwork', orElse('spec.hostNetwork', 'false')],
      ['status.podIP', podIP],
      ['status.podIPs', podIP],
    ],
  ],
  ['nodes', [['spec.unschedulable', orElse('spec.unschedulable', 'false')]]],
  ['namespaces', paths('status.phase')],
  ['secrets', paths('type')],
  ['services', paths('spec.clusterIP spec.type')],
  ['replicationcontrollers', [['status.replicas', orElse('status.replicas', '0')]]],
  ['replicasets.apps', [['status.replicas', orElse('status.replicas', '0')]]],
  ['jobs.batch', [['status.successful', orElse('status.succeeded', '0')]]],
  ['certificatesigningrequests.certificates.k8s.io', paths('spec.signerName')],
  ['resourceslices.resource.k8s.io', paths('spec.nodeName spec.driver')],
  [
    'events',
    [
      ...paths(
        'involvedObject.kind involvedObject.namespace involvedObject.name involvedObject.uid involvedObject.apiVersion involvedObject.resourceVersion involvedObject.fieldPath reason type',
      ),
      ['reportingComponent', path('reportingComponent')],
      ['source', either(path('source.component'), path('reportingComponent'))],
    ],
  ],
  [
    'events.events.k8s.io',
    [
      ...paths(
        'regarding.kind regarding.namespace regarding.name regarding.uid regarding.apiVersion regarding.resourceVersion regarding.fieldPath reason type reportingController',
      ),
      ['source', either(path('deprecatedSource.component'), path('reportingController'))],
    ],
  ],
] as [string, (readonly [string, Getter])[]][]);

function gettersOf(info: ResourceInfo): ReadonlyMap<string, Getter> {
  if (info.definition !== undefined) return new Map([...COMMON, ...info.definition.selectable]);
  const key = info.group === '' ? info.resource : `${info.resource}.${info.group}`;
  return gettersOfBuiltIn(key);
}

const gettersOfBuiltIn = pureOfText(
  512,
  (key: string): ReadonlyMap<string, Getter> => new Map([...COMMON, ...(FIELDS.get(key) ?? [])]),
);

/** What `info` can be selected by. */
export function selectableFields(info: ResourceInfo): readonly string[] {
  return [...gettersOf(info).keys()];
}

/** Of one object: the text that a requirement compares, undefined for a field that cannot be selected by. */
export function fieldValue(info: ResourceInfo, object: unknown, field: string): string | undefined {
  return gettersOf(info).get(field)?.(object);
}

const NOTHING: readonly FieldRequirement[] = [];

/** Reads the text form, sorted, and refuses fields that the resource has not. Models apimachinery/pkg/fields/selector.go (v1.36) */
export function parseFieldSelector(info: ResourceInfo, text: string | undefined): ParsedFieldSelector {
  if (text === undefined || text === '') return { requirements: NOTHING };
  const known = gettersOf(info);
  const requirements: FieldRequirement[] = [];
  for (const term of splitTerms(text).toSorted()) {
    if (term === '') continue;
    const requirement = parseTerm(term);
    if (requirement === undefined) {
      return { error: `invalid selector: '${text}'; can't understand '${term}'` };
    }
    if (typeof requirement === 'string') return { error: `invalid field selector: ${requirement}` };
    if (!known.has(requirement.field)) return { error: unsupported(info, requirement.field) };
    requirements.push(requirement);
  }
  return { requirements };
}

function unsupported(info: ResourceInfo, field: string): string {
  const own = FIELDS.has(info.group === '' ? info.resource : `${info.resource}.${info.group}`);
  if (own || info.definition !== undefined) return `field label not supported: ${field}`;
  return `${quote(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`;
}

/** At commas that no backslash precedes. */
function splitTerms(text: string): readonly string[] {
  const terms: string[] = [];
  let term = '';
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charAt(i);
    if (char === '\\') {
      term += char + text.charAt(i + 1);
      i += 1;
    } else if (char === ',') {
      terms.push(term);
      term = '';
    } else term += char;
  }
  return [...terms, term];
}

/** Undefined: there is no operator. A text: what is wrong with the value. */
function parseTerm(term: string): FieldRequirement | string | undefined {
  const match = /^(.*?)(!=|==|=)(.*)$/s.exec(term);
  if (match === null) return undefined;
  const [, field = '', operator, value = ''] = match;
  const [odd] = /\\(?![,=\\])[\s\S]?|=/u.exec(value.replace(/\\[,=\\]/g, '')) ?? [];
  if (odd === '=') return `unescaped character in value: ${odd.codePointAt(0)}`;
  if (odd !== undefined) return `invalid escape sequence: ${odd}`;
  return { field, operator: operator === '!=' ? '!=' : '=', value: value.replace(/\\([,=\\])/g, '$1') };
}

/** Whether an object meets the requirements: a test for many objects, which knows where the fields are. */
export function fieldTest(info: ResourceInfo, requirements: readonly FieldRequirement[]): (object: unknown) => boolean {
  const known = gettersOf(info);
  const tests = requirements.map(({ field, operator, value }) => {
    return { get: known.get(field), isWanted: operator === '=', value };
  });
  return (object) => {
    for (const { get, isWanted, value } of tests) if (((get?.(object) ?? '') === value) !== isWanted) return false;
    return true;
  };
}
