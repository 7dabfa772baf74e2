// Models staging/src/k8s.io/kubectl/pkg/cmd/create (v1.36): the kinds that one makes by flags less often

import { goJson } from '../../../../api/go/json-text.ts';
import { parseSelector } from '../../../../api/selectors/selectors.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import { base64 } from '../../../../base/bytes/base64.ts';
import { filesNamed, keysAndValues, keyTaken } from '../../manifests/given-sources.ts';
import { exactlyOneFullName, exactlyOneName, type Failure, failure, isFailure } from '../../session/errors.ts';
import { fileNamed } from '../../session/files.ts';
import type { Session } from '../../session/session.ts';
import type { CreateOptions } from './flags.ts';

export function makeBudget(words: readonly string[], options: CreateOptions): KObject | Failure {
  const name = exactlyOneFullName(words, options);
  if (typeof name !== 'string') return name;
  const selector = options.text('selector') ?? '';
  const least = options.text('min-available') ?? '';
  const most = options.text('max-unavailable') ?? '';
  if (selector === '') return failure('a selector must be specified');
  if (least === '' && most === '') return failure('one of min-available or max-unavailable must be specified');
  if (least !== '' && most !== '') return failure('min-available and max-unavailable cannot be both specified');
  const strange = [
    ['min-available', least],
    ['max-unavailable', most],
  ].find(([, text]) => text !== '' && !/^[0-9]+%?$/.test(text ?? ''));
  if (strange !== undefined) return failure(`invalid format specified for ${strange[0]}`);
  const parsed = labelSelector(selector);
  if (isFailure(parsed)) return parsed;
  const amount = (text: string) => (/^-?\d+$/.test(text) ? Number(text) : text);
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name },
    spec: { ...(least === '' ? { maxUnavailable: amount(most) } : { minAvailable: amount(least) }), selector: parsed },
    status: { currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 0, expectedPods: 0 },
  };
}

/** A selector on the command line as the API has it. */
export function labelSelector(text: string): object | Failure {
  const parsed = parseSelector(text);
  if ('error' in parsed) return failure(`couldn't parse the selector string "${text}": ${parsed.error}`);
  const matchLabels: Record<string, string> = {};
  const matchExpressions: object[] = [];
  for (const { key, operator, values } of parsed.requirements) {
    if (operator === '=' || operator === '==') matchLabels[key] = [...values][0] ?? '';
    else if (operator === '!=' || operator === 'Gt' || operator === 'Lt') return notForLabels(operator);
    else matchExpressions.push({ key, operator, ...(values.length === 0 ? {} : { values: [...values] }) });
  }
  return {
    ...(Object.keys(matchLabels).length === 0 ? {} : { matchLabels }),
    ...(matchExpressions.length === 0 ? {} : { matchExpressions }),
  };
}

/** What selects on the command line has more operators than what is stored. */
function notForLabels(operator: '!=' | 'Gt' | 'Lt'): Failure {
  const isSign = operator === '!=';
  return failure(
    isSign
      ? `"${operator}" is not a valid label selector operator`
      : `"${operator.toLowerCase()}" isn't supported in label selectors`,
  );
}

export function makePriorityClass(words: readonly string[], options: CreateOptions): KObject | Failure {
  const name = exactlyOneName(words, options);
  if (typeof name !== 'string') return name;
  const description = options.text('description') ?? '';
  return {
    apiVersion: 'scheduling.k8s.io/v1',
    ...(description === '' ? {} : { description }),
    ...(options.is('global-default') ? { globalDefault: true } : {}),
    kind: 'PriorityClass',
    metadata: { name },
    preemptionPolicy: options.text('preemption-policy') ?? 'PreemptLowerPriority',
    value: Number(options.text('value') ?? '0'),
  };
}

const RULE = /^[\w*\-.]*\/.*=[\w-]+:[\w-]+(?:,tls=?[\w-]*)?/;
const WAYS = 'the rule %s is invalid and should be in format host/path=svcname:svcport[,tls[=secret]]';

interface Rule {
  readonly host: string;
  readonly path: string;
  readonly service: string;
  readonly port: string;
  /** The name of a Secret; empty for TLS without one. */
  readonly tls: string | undefined;
}

export function makeIngress(words: readonly string[], options: CreateOptions): KObject | Failure {
  const name = exactlyOneName(words, options);
  if (typeof name !== 'string') return name;
  const texts = options.list('rule');
  const fallback = options.text('default-backend') ?? '';
  if (texts.length === 0 && fallback === '') {
    return failure(
      'not enough information provided: every ingress has to either specify a default-backend (which catches all traffic) or a list of rules (which catch specific paths)',
    );
  }
  const wrong = texts.find((text) => !RULE.test(text));
  if (wrong !== undefined) return failure(WAYS.replace('the rule %s', `rule ${wrong}`));
  const badNote = options.list('annotation').find((text) => !text.includes('='));
  if (badNote !== undefined) return failure(`annotation ${badNote} is invalid and should be in format key=[value]`);
  if (fallback !== '' && fallback.split(':').length !== 2) {
    return failure('default-backend should be in format servicename:serviceport');
  }
  const rules = texts.map(readRule);
  const hosts = [...new Set(rules.map(({ host }) => host))];
  const secured = securedHosts(rules);
  const annotations = Object.fromEntries(options.list('annotation').map(pairOf));
  const ingressClass = options.text('class') ?? '';
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { ...(options.has('annotation') ? { annotations } : {}), name },
    spec: {
      ...(fallback === '' ? {} : { defaultBackend: backendOf(...(fallback.split(':') as [string, string])) }),
      ...(ingressClass === '' ? {} : { ingressClassName: ingressClass }),
      ...(rules.length === 0 ? {} : { rules: hosts.map((host) => ruleOf(host, rules)) }),
      ...(secured.length === 0 ? {} : { tls: secured.map(tlsOf) }),
    },
    status: { loadBalancer: {} },
  };
}

function pairOf(text: string): [string, string] {
  const equals = text.indexOf('=');
  return [text.slice(0, equals), text.slice(equals + 1)];
}

function readRule(text: string): Rule {
  // What is said in more than two parts says nothing of TLS.
  const [route = '', more, ...rest] = text.split(',');
  const equals = route.indexOf('=');
  const place = route.slice(0, equals);
  const slash = place.indexOf('/');
  const [service = '', port = ''] = route.slice(equals + 1).split(':');
  const tls = rest.length > 0 ? undefined : more;
  return {
    host: place.slice(0, slash),
    path: place.slice(slash),
    service,
    port,
    tls: tls === undefined ? undefined : (tls.split('=')[1] ?? ''),
  };
}

/** Neither the number 0 nor an empty name is written down. */
function portOf(port: string): object {
  const number = Number(port);
  if (port === '' || number === 0) return {};
  return /^[-+]?\d+$/.test(port) && number === (number | 0) ? { number } : { name: port };
}

const backendOf = (name: string, port: string): object => ({
  service: { name, port: portOf(port) },
});

function ruleOf(host: string, rules: readonly Rule[]): object {
  const paths = rules
    .filter((rule) => rule.host === host)
    .map(({ path, service, port }) => ({
      backend: backendOf(service, port),
      path: path.endsWith('*') ? path.slice(0, -1) : path,
      pathType: path.endsWith('*') ? 'Prefix' : 'Exact',
    }));
  return { ...(host === '' ? {} : { host }), http: { paths } };
}

interface Secured {
  readonly secret: string;
  readonly hosts: string[];
}

/** A host is secured once, by the first rule that says so, and hosts with one Secret stand together. */
function securedHosts(rules: readonly Rule[]): readonly Secured[] {
  const all: Secured[] = [];
  const done = new Set<string>();
  for (const { host, tls } of rules) {
    if (tls === undefined || done.has(host)) continue;
    done.add(host);
    const same = all.find(({ secret }) => secret === tls);
    if (same !== undefined) same.hosts.push(host);
    else if (host !== '' || tls !== '') all.push({ secret: tls, hosts: host === '' ? [] : [host] });
  }
  return all;
}

const tlsOf = ({ secret, hosts }: Secured): object => ({
  ...(hosts.length === 0 ? {} : { hosts }),
  ...(secret === '' ? {} : { secretName: secret }),
});

const encoded = (values: ReadonlyMap<string, string>): object =>
  values.size === 0 ? {} : { data: Object.fromEntries([...values].sort().map(([key, value]) => [key, base64(value)])) };

export function makeConfigMap(words: readonly string[], options: CreateOptions, session: Session): KObject | Failure {
  const name = exactlyOneFullName(words, options);
  if (typeof name !== 'string') return name;
  const values = keysAndValues(session, options, (key) =>
    failure(
      `cannot add key ${JSON.stringify(key)}, another key by that name already exists in Data for ConfigMap ${JSON.stringify(name)}`,
    ),
  );
  if (isFailure(values)) return values;
  const data = values.size === 0 ? {} : { data: Object.fromEntries([...values].sort()) };
  return { apiVersion: 'v1', ...data, kind: 'ConfigMap', metadata: { name } };
}

export function makeSecret(
  [type = '', ...words]: readonly string[],
  options: CreateOptions,
  session: Session,
): KObject | Failure {
  const name = (type === 'tls' ? exactlyOneName : exactlyOneFullName)(words, options);
  if (typeof name !== 'string') return name;
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name } };
  if (type === 'tls') return tlsSecret(secret, session, options);
  if (type === 'docker-registry') return registrySecret(secret, session, options);
  const values = keysAndValues(session, options, keyTaken, true);
  if (isFailure(values)) return values;
  const given = options.text('type') ?? '';
  return { ...encoded(values), ...secret, ...(given === '' ? {} : { type: given }) };
}

function tlsSecret(secret: KObject, session: Session, options: CreateOptions): KObject | Failure {
  const [cert = '', key = ''] = [options.text('cert'), options.text('key')];
  if (cert === '' || key === '') return failure('key and cert must be specified');
  const missing = [cert, key].find((path) => fileNamed(session, path) === undefined);
  if (missing !== undefined) return failure(`Cannot read file ${missing}, open ${missing}: no such file or directory`);
  const pem = fileNamed(session, cert) ?? '';
  if (!pem.includes('-----BEGIN')) return failure('tls: failed to find any PEM data in certificate input');
  const data = { 'tls.crt': base64(pem), 'tls.key': base64(fileNamed(session, key) ?? '') };
  return { ...secret, data, type: 'kubernetes.io/tls' };
}

function registrySecret(secret: KObject, session: Session, options: CreateOptions): KObject | Failure {
  const type = 'kubernetes.io/dockerconfigjson';
  const sources = options.list('from-file');
  if (sources.length > 0) {
    const files = filesNamed(
      session,
      sources.map((source) => (source.includes('=') ? source : `.dockerconfigjson=${source}`)),
    );
    return isFailure(files) ? files : { ...encoded(files), ...secret, type };
  }
  const [username, password] = [options.text('docker-username') ?? '', options.text('docker-password') ?? ''];
  const server = options.text('docker-server') ?? 'https://index.docker.io/v1/';
  if (username === '' || password === '' || server === '') {
    return failure(
      'either --from-file or the combination of --docker-username, --docker-password and --docker-server is required',
    );
  }
  const email = options.text('docker-email') ?? '';
  const auth = base64(`${username}:${password}`);
  const entry = { username, password, ...(email === '' ? {} : { email }), auth };
  return { data: { '.dockerconfigjson': base64(goJson({ auths: { [server]: entry } })) }, ...secret, type };
}
