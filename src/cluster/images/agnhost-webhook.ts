// Models test/images/agnhost/{webhook,crd-conversion-webhook} (v1.36): what these programs answer to reviews. Not modelled: v1beta1 reviews, lines in the log

import { base64 } from '../../base/bytes/base64.ts';
import { SECOND } from '../../base/time/units.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Reply {
  readonly code: number;
  readonly body: string;
  readonly afterMicros?: number;
}

type Verdict = { readonly allowed: boolean; readonly status?: Fields; readonly patch?: readonly object[] };

/** These two serve over TLS alone. */
const SECURED: ReadonlySet<string> = new Set(['webhook', 'crd-conversion-webhook']);
export const isSecured = ([subcommand = '']: readonly string[]): boolean => SECURED.has(subcommand);

/** A Pod that asks for it waits for ever. */
const FOREVER = 3600 * SECOND;
const ALLOWED: Verdict = { allowed: true };

/** What they answer over TLS; the body is that of a POST. */
export function reviewerAnswer(words: readonly string[], path: string, body: string | undefined): Reply {
  const plain = path.split('?', 1)[0] ?? '';
  if (plain === '/readyz') return { code: 200, body: 'ok' };
  const review = parsed(body);
  if (words[0] === 'crd-conversion-webhook') return plain === '/crdconvert' ? converted(review) : NOT_FOUND;
  const answer = plain === '/mutating-pods-sidecar' ? sidecar(words) : ANSWERS.get(plain);
  if (answer === undefined) return NOT_FOUND;
  if (!isFields(review?.request)) return { code: 200, body: '' };
  const { request } = review;
  const { allowed, status, patch } = answer(request);
  const response = {
    uid: request.uid,
    allowed,
    ...(status === undefined ? undefined : { status: { metadata: {}, ...status } }),
    ...(patch === undefined ? undefined : { patch: base64(JSON.stringify(patch)), patchType: 'JSONPatch' }),
  };
  const { kind, apiVersion } = review;
  const text = JSON.stringify({ kind, apiVersion, response });
  const waits = plain === '/always-allow-delay-5s' ? 5 * SECOND : waitsForEver(request) ? FOREVER : undefined;
  return { code: 200, body: text, ...(waits === undefined ? undefined : { afterMicros: waits }) };
}

const NOT_FOUND: Reply = { code: 404, body: '404 page not found\n' };

function parsed(body = ''): Fields | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const refuses = (status: Fields): Verdict => ({ allowed: false, status });
const fieldsAt = (object: unknown, key: string): Fields =>
  isFields(object) && isFields(object[key]) ? object[key] : {};
const listAt = (object: unknown, key: string): readonly Fields[] =>
  isFields(object) && Array.isArray(object[key]) ? (object[key] as readonly Fields[]) : [];
const labelsOf = (object: unknown): Fields => fieldsAt(fieldsAt(object, 'metadata'), 'labels');

const MARK = 'webhook-e2e-test';
const UNWANTED = 'webhook-disallow';

const ANSWERS: ReadonlyMap<string, (request: Fields) => Verdict> = new Map<string, (request: Fields) => Verdict>([
  ['/always-deny', () => refuses({ message: 'this webhook denies all requests' })],
  ['/always-allow-delay-5s', () => ({ allowed: true, status: { message: 'this webhook allows all requests' } })],
  ['/add-label', addsLabel],
  ['/pods', ({ object }) => podVerdict(object)],
  ['/pods/attach', attachVerdict],
  ['/mutating-pods', addsInitContainer],
  ['/configmaps', (request) => dataVerdict(request, 'configmap', 'key and value')],
  ['/mutating-configmaps', marksData],
  ['/custom-resource', (request) => dataVerdict(request, 'custom resource', 'data')],
  ['/mutating-custom-resource', marksData],
  [
    '/crd',
    ({ object }) =>
      labelsOf(object)[MARK] === UNWANTED ? refuses({ message: 'the crd contains unwanted label' }) : ALLOWED,
  ],
]);

function addsLabel({ object }: Fields): Verdict {
  const labels = labelsOf(object);
  const [path, op] = ['/metadata/labels', 'add'];
  if (Object.keys(labels).length === 0)
    return { allowed: true, patch: [{ op, path, value: { 'added-label': 'yes' } }] };
  if (labels['added-label'] === 'yes') return ALLOWED;
  const has = 'added-label' in labels;
  return { allowed: true, patch: [{ op: has ? 'replace' : op, path: `${path}/added-label`, value: 'yes' }] };
}

const WAITS = 'wait-forever';
const waitsForEver = ({ object }: Fields): boolean => labelsOf(object)[MARK] === WAITS;

function podVerdict(object: unknown): Verdict {
  const why: string[] = [];
  if (labelsOf(object)[MARK] === UNWANTED) why.push('the pod contains unwanted label;');
  for (const { name } of listAt(fieldsAt(object, 'spec'), 'containers'))
    if (String(name).includes(UNWANTED)) why.push('the pod contains unwanted container name;');
  return why.length === 0 ? ALLOWED : refuses({ message: why.join(' ') });
}

function attachVerdict({ name, object }: Fields): Verdict {
  const { stdin, container } = isFields(object) ? object : {};
  if (name !== 'to-be-attached-pod' || stdin !== true || container !== 'container1') return ALLOWED;
  return refuses({ message: "attaching to pod 'to-be-attached-pod' is not allowed" });
}

function addsInitContainer({ object }: Fields): Verdict {
  const name = 'webhook-added-init-container';
  const there = listAt(fieldsAt(object, 'spec'), 'initContainers').some((each) => each.name === name);
  if (there || fieldsAt(object, 'metadata').name !== 'webhook-to-be-mutated') return ALLOWED;
  const value = [{ image: 'webhook-added-image', name, resources: {} }];
  return { allowed: true, patch: [{ op: 'add', path: '/spec/initContainers', value }] };
}

/** Which image it adds is said when it is started. */
function sidecar(words: readonly string[]): (request: Fields) => Verdict {
  const flag = '--sidecar-image=';
  const image = words.find((word) => word.startsWith(flag))?.slice(flag.length) ?? '';
  const name = 'webhook-added-sidecar';
  return ({ object }) => {
    if (image === '')
      return refuses({ status: 'Failure', message: 'No image specified by the sidecar-image parameter', code: 500 });
    if (listAt(fieldsAt(object, 'spec'), 'containers').some((each) => each.name === name)) return ALLOWED;
    return { allowed: true, patch: [{ op: 'add', path: '/spec/containers/-', value: { image, name, resources: {} } }] };
  };
}

function dataVerdict({ operation, object, oldObject }: Fields, what: string, unwanted: string): Verdict {
  const mark = fieldsAt(operation === 'DELETE' ? oldObject : object, 'data')[MARK];
  if (operation === 'DELETE')
    return mark === 'webhook-nondeletable'
      ? refuses({ reason: `the ${what} cannot be deleted because it contains unwanted key and value` })
      : ALLOWED;
  return mark === UNWANTED ? refuses({ reason: `the ${what} contains unwanted ${unwanted}` }) : ALLOWED;
}

function marksData({ object }: Fields): Verdict {
  const data = fieldsAt(object, 'data');
  const stage = data['mutation-stage-1'] === 'yes' ? 2 : data['mutation-start'] === 'yes' ? 1 : undefined;
  if (stage === undefined) return ALLOWED;
  return { allowed: true, patch: [{ op: 'add', path: `/data/mutation-stage-${stage}`, value: 'yes' }] };
}

function converted(review: Fields | undefined): Reply {
  const request = fieldsAt(review, 'request');
  const to = String(request.desiredAPIVersion);
  const convertedObjects: Fields[] = [];
  let result: Fields = { metadata: {}, status: 'Success' };
  for (const object of listAt(request, 'objects')) {
    const outcome = exampleOf(object, to);
    if (typeof outcome === 'string') {
      result = { metadata: {}, status: 'Failure', message: outcome };
      convertedObjects.length = 0;
      break;
    }
    convertedObjects.push({ ...outcome, apiVersion: to });
  }
  const response = { uid: request.uid, convertedObjects, result };
  return { code: 200, body: JSON.stringify({ kind: review?.kind, apiVersion: review?.apiVersion, response }) };
}

const [FIRST, SECOND_VERSION] = ['stable.example.com/v1', 'stable.example.com/v2'];

/** One version has host and port in one text, the other apart; a text: why not. */
function exampleOf(object: Fields, to: string): Fields | string {
  const from = String(object.apiVersion);
  if (from === to) return `conversion from a version to itself should not call the webhook: ${to}`;
  if (from === FIRST && to === SECOND_VERSION) {
    const { hostPort, ...rest } = object;
    if (hostPort === undefined) return object;
    const parts = String(hostPort).split(':');
    return parts.length === 2 ? { ...rest, host: parts[0], port: parts[1] } : `invalid hostPort value \`${hostPort}\``;
  }
  if (from === SECOND_VERSION && to === FIRST) {
    const { host, port, ...rest } = object;
    return host === undefined && port === undefined ? object : { ...rest, hostPort: `${host ?? ''}:${port ?? ''}` };
  }
  return `unexpected conversion version "${from === FIRST || from === SECOND_VERSION ? to : from}"`;
}
