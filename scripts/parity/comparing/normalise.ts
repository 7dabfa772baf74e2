import { isArtefactLeaf, withoutPullErrors } from '../recordings/artefacts.ts';
import type { Facts, Pod } from '../recordings/facts.ts';
import { isList, isObject, type Json, type JsonObject, textAt } from '../recordings/json.ts';

/** How one recording's accidental names are written; both recordings use the same words in the end. */
export interface Naming {
  /** Generated object name → common name. */
  readonly names: ReadonlyMap<string, string>;
  readonly nodes: ReadonlyMap<string, string>;
}

/** Path of a leaf → its value as text. */
export type Leaves = ReadonlyMap<string, string>;

const TOKEN = new RegExp(
  [
    '(?<pem>-----BEGIN CERTIFICATE-----[\\w+/=\\s\\\\]*-----END CERTIFICATE-----|\\bLS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t[\\w+/]+={0,2})',
    '(?<uuid>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})',
    '(?<time>\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z)',
    '(?<klog>\\b[IWE]\\d{4} \\d\\d:\\d\\d:\\d\\d\\.\\d{6} +\\d+(?= \\w+\\.go:\\d+\\]))',
    '(?<folder>\\b(?:LIVE|MERGED)-\\d+)',
    '(?<file>\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{9} [+-]\\d{4})',
    '(?<date>[A-Z][a-z]{2}, \\d\\d [A-Z][a-z]{2} \\d{4} \\d\\d:\\d\\d:\\d\\d [+-]\\d{4})',
    '(?<jwt>eyJ[\\w-]+\\.[\\w-]+\\.[\\w-]+|<jwt>|\\bZXlK[\\w+/]{60,}={0,2})',
    '(?<hex>\\b[0-9a-f]{64}\\b)',
    '(?<rv>(?<=resourceVersion["=: ]{1,4}|Resource Version:\\s{1,12}|ersion in (?:record|the precondition) \\(|resource version: (?:\\d+ \\(|\\d+, current: )?)\\d+)',
    '(?<ip>\\b\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}\\b)',
    '(?<commit>(?<=kubernetes/)[0-9a-f]{7}\\b)',
    '(?<word>[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?)',
  ].join('|'),
  'g',
);

/** Of several Pods that failed as a Job's policy says, the first one in a Go map is named. */
export const NAMED_FAILURE = /(?<=\bfor pod \S+\/)\S+(?= failed with exit code\b)/;

const UID_AT_END = /(?<=-)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const GENERATIONS = ['metadata.generation', 'status.observedGeneration'];

/** How the elements of a list are told apart. Other lists go by position. */
const LIST_KEYS: { readonly [list: string]: (item: JsonObject) => string } = {
  conditions: (item) => textAt(item, 'type'),
  containers: (item) => textAt(item, 'name'),
  initContainers: (item) => textAt(item, 'name'),
  ephemeralContainers: (item) => textAt(item, 'name'),
  containerStatuses: (item) => textAt(item, 'name'),
  initContainerStatuses: (item) => textAt(item, 'name'),
  volumes: (item) => textAt(item, 'name'),
  env: (item) => textAt(item, 'name'),
  volumeMounts: (item) => textAt(item, 'mountPath'),
  ownerReferences: (item) => `${textAt(item, 'kind')}/${textAt(item, 'name')}`,
  managedFields: (item) =>
    ['manager', 'operation', 'subresource', 'apiVersion'].map((key) => textAt(item, key) || '-').join(' '),
  endpoints: (item) => textAt(item, 'targetRef', 'name') || '?',
  addresses: (item) => textAt(item, 'targetRef', 'name') || textAt(item, 'type') || textAt(item, 'ip'),
  notReadyAddresses: (item) => textAt(item, 'targetRef', 'name') || textAt(item, 'ip'),
  items: (item) => textAt(item, 'metadata', 'name'),
};
/** Their order says who came first, which is chance. */
const UNORDERED: ReadonlySet<string> = new Set([
  'managedFields',
  'endpoints',
  'addresses',
  'notReadyAddresses',
  'items',
]);
/** A Job's Pods come out of a Go map. */
const IN_ANY_ORDER = /^status\.uncountedTerminatedPods\.\w+$/;
const PORT_OF_NODES = /\.(nodePort|healthCheckNodePort)$/;
/** These name nodes beside pods: inside an element its own pod is the subject. */
const OF_A_POD: ReadonlySet<string> = new Set(['endpoints', 'addresses', 'notReadyAddresses']);

/**
 * Rewrites one recording's values into words that every run shares. `subject` is the pod that a text is about: its
 * node and addresses are chance, so they become `<node>`, `<nodeIP>` and `<podIP>`, while those of others keep a name.
 */
export class Normaliser {
  private readonly cache = new Map<string, Map<string, string>>();

  constructor(
    private readonly facts: Facts,
    private readonly naming: Naming,
  ) {}

  pod(name: string): Pod | undefined {
    return this.facts.pods.get(name);
  }

  text(value: string | undefined, subject?: Pod): string {
    if (value === undefined) return '';
    const scope = subject === undefined ? '' : subject.name;
    let cache = this.cache.get(scope);
    if (cache === undefined) {
      cache = new Map();
      this.cache.set(scope, cache);
    }
    let result = cache.get(value);
    if (result === undefined) {
      result = this.rewrite(value, subject);
      cache.set(value, result);
    }
    return result;
  }

  private rewrite(value: string, subject: Pod | undefined): string {
    const told = value.replace(NAMED_FAILURE, (word) => `${this.facts.generated.get(word)?.prefix ?? word}<any>`);
    return withoutPullErrors(told).replace(TOKEN, (match: string, ...rest: unknown[]) => {
      const groups = rest[rest.length - 1] as { readonly [name: string]: string | undefined };
      if (groups.word !== undefined) return this.word(match, subject);
      if (groups.uuid !== undefined) return this.uid(match, subject);
      if (groups.ip !== undefined) return this.address(match, subject);
      if (groups.time !== undefined || groups.date !== undefined || groups.file !== undefined) return '<time>';
      if (groups.klog !== undefined) return `${match[0]}<time>`;
      if (groups.folder !== undefined) return `${match.split('-')[0]}-<suffix>`;
      if (groups.jwt !== undefined) return '<jwt>';
      if (groups.hex !== undefined) return '<hex64>';
      if (groups.rv !== undefined) return '<rv>';
      if (groups.pem !== undefined) return '<certificate>';
      return '<commit>';
    });
  }

  private uid(uid: string, subject: Pod | undefined): string {
    const object = this.facts.byUid.get(uid);
    if (object === undefined || object.name === '') return '<uid>';
    const isAddress = object.resource.startsWith('ipaddresses.');
    const name = isAddress ? this.address(object.name, subject) : this.word(object.name, subject);
    return `<uid:${object.resource}/${name}>`;
  }

  private address(ip: string, subject: Pod | undefined): string {
    if (subject?.ips.includes(ip) === true) return '<podIP>';
    for (const [node, address] of this.facts.nodes) {
      if (address !== ip) continue;
      const own = subject?.pinned === false && subject.nodes.includes(node);
      return own ? '<nodeIP>' : `<ip:${this.node(node)}>`;
    }
    const service = this.facts.clusterIPs.get(ip);
    if (service !== undefined) return `<ip:${service}>`;
    const pods = this.facts.podIPs.get(ip);
    if (pods !== undefined) return pods.length === 1 ? `<ip:${this.word(pods[0] ?? '', undefined)}>` : '<podIP>';
    return ip.startsWith('10.244.') ? '<podIP>' : ip;
  }

  private node(name: string): string {
    return this.naming.nodes.get(name) ?? name;
  }

  private word(word: string, subject: Pod | undefined): string {
    const name = this.naming.names.get(word);
    if (name !== undefined) return name;
    if (subject?.pinned === false && subject.nodes.includes(word)) return '<node>';
    const node = this.naming.nodes.get(word);
    if (node !== undefined) return node;
    if (this.facts.nodePorts.has(word)) return '<nodePort>';
    // A volume that was made for a claim is named after the claim's uid.
    const uid = UID_AT_END.exec(word);
    if (uid !== null) return `${word.slice(0, uid.index)}${this.uid(uid[0], subject)}`;
    const refused = this.facts.refused.get(word);
    if (refused !== undefined) return `${refused}<refused>`;
    const dot = word.lastIndexOf('.');
    if (dot > 0) {
      const tail = word.slice(dot + 1);
      const head = this.word(word.slice(0, dot), subject);
      return /^[0-9a-f]{14,16}$/.test(tail) ? `${head}.<event>` : `${head}.${this.word(tail, subject)}`;
    }
    if (/^kube-api-access-[a-z0-9]{5}$/.test(word)) return 'kube-api-access-<suffix>';
    // The scheduler's event source ends in the name of its host.
    if (/^default-scheduler-.+/.test(word)) return 'default-scheduler-<host>';
    return word;
  }

  /** An object as paths and values, in common words. */
  leaves(value: Json | undefined, subject?: Pod): Leaves {
    const found = new Map<string, string>();
    if (value === undefined) return found;
    this.flatten(value, '', subject, found);
    for (const path of GENERATIONS) {
      const generation = found.get(path);
      const word = generation === undefined ? undefined : this.generation(value, Number(generation));
      if (word !== undefined) found.set(path, word);
    }
    return found;
  }

  /** Of what is written as often as chance will have it. */
  private generation(object: Json, generation: number): string | undefined {
    const kind = textAt(object, 'kind');
    if (kind === 'EndpointSlice') return '<generation>';
    if (kind !== 'ReplicaSet') return undefined;
    const key = `${textAt(object, 'metadata', 'namespace')}/${textAt(object, 'metadata', 'name')}`;
    const size = this.facts.sizes.get(key)?.get(generation);
    return size === undefined ? undefined : `<generation of ${size}>`;
  }

  private put(found: Map<string, string>, path: string, value: string): void {
    if (isArtefactLeaf(path)) return;
    let free = path;
    for (let n = 2; found.has(free); n += 1) free = `${path}~${n}`;
    found.set(free, value);
  }

  private flatten(value: Json, path: string, subject: Pod | undefined, found: Map<string, string>): void {
    if (isList(value)) return this.flattenList(value, path, subject, found);
    if (!isObject(value)) return this.put(found, path, this.scalar(value, path, subject));
    const entries = Object.entries(value);
    if (entries.length === 0) return this.put(found, path, '{}');
    const isRevision = value.path === '/metadata/resourceVersion' && textAt(value, 'op') !== '';
    for (const [key, child] of entries) {
      if (child === undefined) continue;
      if (isRevision && key === 'value') this.put(found, joined(path, key), '<rv>');
      else this.flatten(child, joined(path, this.text(key, subject)), subject, found);
    }
  }

  private flattenList(list: readonly Json[], path: string, subject: Pod | undefined, found: Map<string, string>): void {
    if (list.length === 0) return this.put(found, path, '[]');
    const name = path.slice(path.lastIndexOf('.') + 1);
    const keyOf = Object.hasOwn(LIST_KEYS, name) && isObject(list[0]) ? LIST_KEYS[name] : undefined;
    // managedFields are long enough: they start anew instead of carrying `metadata.`
    const base = name === 'managedFields' ? name : path;
    const keys: string[] = [];
    const items = IN_ANY_ORDER.test(path) ? [...list].sort((a, b) => this.byText(a, b)) : list;
    items.forEach((item, index) => {
      const pod = this.pod(
        OF_A_POD.has(name) ? textAt(item, 'targetRef', 'name') : name === 'items' ? named(item) : '',
      );
      const key = keyOf === undefined ? String(index) : this.text(keyOf(item as JsonObject), subject);
      keys.push(key);
      this.flatten(item, `${base}[${key}]`, pod ?? subject, found);
    });
    if (keyOf !== undefined && !UNORDERED.has(name)) this.put(found, `${base}#order`, keys.join(' '));
  }

  private byText(a: Json, b: Json): number {
    const [one, other] = [a, b].map((item) => this.text(String(item)));
    return (one as string) < (other as string) ? -1 : 1;
  }

  private scalar(value: Exclude<Json, JsonObject | readonly Json[]>, path: string, subject: Pod | undefined): string {
    if (typeof value === 'string') {
      return path.endsWith('resourceVersion') && /^\d+$/.test(value) && value !== '0'
        ? '<rv>'
        : this.text(value, subject);
    }
    if (typeof value === 'number' && PORT_OF_NODES.test(path)) return this.word(String(value), undefined);
    return String(value);
  }
}

/** Whom an item of a listed collection is about. */
function named(item: Json): string {
  const regarding = textAt(item, 'regarding', 'name') || textAt(item, 'involvedObject', 'name');
  return regarding || textAt(item, 'metadata', 'name');
}

/** Paths into fieldsV1 keep only the `f:`, `k:` and `v:` parts that matter. */
function joined(path: string, key: string): string {
  if (path === '') return key;
  if (key === 'fieldsV1') return path;
  return `${path}.${key}`;
}
