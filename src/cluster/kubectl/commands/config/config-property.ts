// Models staging/src/k8s.io/kubectl/pkg/cmd/config/{set,unset,navigation_step_parser}.go (v1.36)

import { base64 } from '../../../../base/bytes/base64.ts';
import { type Failure, failure, isFailure } from '../../session/errors.ts';
import { type Kubeconfig, kubeconfigOf, type NamedEntry } from '../../session/kubeconfig.ts';
import type { Session } from '../../session/session.ts';
import { changeConfig, unexpected, withEntry } from './config-change.ts';
import type { ConfigOptions } from './flags.ts';

type Lists = 'clusters' | 'contexts' | 'users';
type Kind = 'text' | 'switch' | 'bytes';

/** What an entry of each list is called, and its fields. */
const ENTRIES: ReadonlyMap<string, { readonly noun: string; readonly fields: ReadonlyMap<string, Kind> }> = new Map([
  [
    'clusters',
    {
      noun: 'cluster',
      fields: new Map<string, Kind>([
        ['server', 'text'],
        ['tls-server-name', 'text'],
        ['insecure-skip-tls-verify', 'switch'],
        ['certificate-authority', 'text'],
        ['certificate-authority-data', 'bytes'],
        ['proxy-url', 'text'],
        ['disable-compression', 'switch'],
      ]),
    },
  ],
  [
    'contexts',
    {
      noun: 'context',
      fields: new Map<string, Kind>([
        ['cluster', 'text'],
        ['user', 'text'],
        ['namespace', 'text'],
      ]),
    },
  ],
  [
    'users',
    {
      noun: 'user',
      fields: new Map<string, Kind>([
        ['client-certificate', 'text'],
        ['client-certificate-data', 'bytes'],
        ['client-key', 'text'],
        ['client-key-data', 'bytes'],
        ['token', 'text'],
        ['tokenFile', 'text'],
        ['as', 'text'],
        ['as-uid', 'text'],
        ['username', 'text'],
        ['password', 'text'],
      ]),
    },
  ],
]);

const PLAIN: readonly string[] = ['kind', 'apiVersion', 'current-context'];

/** Where a name with dots in it leads: a list, one of its entries, a field of that. */
interface Place {
  readonly list: Lists;
  readonly entry?: string;
  readonly field?: string;
}

export function setProperty(session: Session, words: readonly string[], options: ConfigOptions): number | Failure {
  if (words.length !== 2) return unexpected(words);
  const [name = '', value = ''] = words;
  if (value === '') return failure('you cannot use set to unset a property');
  if (name === '') return failure('you must specify a property');
  const config = kubeconfigOf(session);
  const changed = PLAIN.includes(name) ? plainlySet(config, name, value) : withValue(config, name, value, options);
  if (isFailure(changed)) return changed;
  changeConfig(session, changed, options);
  session.print(`Property "${name}" set.\n`);
  return 0;
}

export function unsetProperty(session: Session, words: readonly string[], options: ConfigOptions): number | Failure {
  if (words.length !== 1) return unexpected(words);
  const [name = ''] = words;
  if (name === '') return failure('you must specify a property');
  const config = kubeconfigOf(session);
  const changed = PLAIN.includes(name) ? plainlySet(config, name, '') : withoutValue(config, name);
  if (isFailure(changed)) return changed;
  changeConfig(session, changed, options);
  session.print(`Property "${name}" unset.\n`);
  return 0;
}

const plainlySet = (config: Kubeconfig, name: string, value: string): Kubeconfig =>
  name === 'current-context' ? { ...config, 'current-context': value } : config;

/** The name of an entry may have dots in it: it ends where a field's name begins. */
function placeOf(path: string): Place | Failure {
  const [list = '', ...parts] = path.split('.');
  const known = ENTRIES.get(list);
  if (known === undefined) return failure(`unable to parse ${path} after [] at api.Config`);
  if (parts.length === 0) return { list: list as Lists };
  const at = parts.findIndex((part, place) => place > 0 && known.fields.has(part));
  if (at < 0) return { list: list as Lists, entry: parts.join('.') };
  if (at < parts.length - 1) return failure(`unable to parse one or more field values of ${path}`);
  return { list: list as Lists, entry: parts.slice(0, at).join('.'), field: parts[at] ?? '' };
}

function withValue(config: Kubeconfig, path: string, value: string, options: ConfigOptions): Kubeconfig | Failure {
  const place = placeOf(path);
  if (isFailure(place)) return place;
  const { list, entry, field } = place;
  const entries: readonly NamedEntry[] = config[list];
  if (entry === undefined || field === undefined) {
    return failure(`can't set a map to a value: map[${entries.map(({ name }) => name).join(' ')}]`);
  }
  const { noun = '', fields } = ENTRIES.get(list) ?? {};
  const read = readValue(value, fields?.get(field) ?? 'text', options);
  if (isFailure(read)) return read;
  const present = entries.find(({ name }) => name === entry);
  const inner = { ...EMPTY.get(list), ...(present?.[noun] as object | undefined), [field]: read };
  return { ...config, [list]: withEntry(entries, { name: entry, [noun]: inner }) };
}

/** Fields that stand there even when they are empty. */
const EMPTY: ReadonlyMap<string, object> = new Map<string, object>([
  ['clusters', { server: '' }],
  ['contexts', { cluster: '', user: '' }],
]);

const TRUTHS: readonly string[] = ['1', 't', 'T', 'TRUE', 'true', 'True'];
const FALSEHOODS: readonly string[] = ['0', 'f', 'F', 'FALSE', 'false', 'False'];

function readValue(value: string, kind: Kind, options: ConfigOptions): unknown {
  if (kind === 'switch') {
    if (TRUTHS.includes(value)) return true;
    if (FALSEHOODS.includes(value)) return undefined;
    return failure(`strconv.ParseBool: parsing ${JSON.stringify(value)}: invalid syntax`);
  }
  if (kind === 'text') return value;
  if (options.is('set-raw-bytes')) return base64(value);
  const wrong = /^[A-Za-z0-9+/]*/.exec(value)?.[0].length ?? 0;
  const isEncoded = value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value);
  if (isEncoded) return value;
  const at = wrong === value.length ? Math.floor(wrong / 4) * 4 : wrong;
  return failure(`error decoding input value: illegal base64 data at input byte ${at}`);
}

function withoutValue(config: Kubeconfig, path: string): Kubeconfig | Failure {
  const place = placeOf(path);
  if (isFailure(place)) return place;
  const { list, entry, field } = place;
  const entries: readonly NamedEntry[] = config[list];
  if (entry === undefined) return { ...config, [list]: [] };
  if (field === undefined) return { ...config, [list]: entries.filter(({ name }) => name !== entry) };
  const present = entries.find(({ name }) => name === entry);
  if (present === undefined) return failure(`current map key \`${entry}\` is invalid`);
  const { noun = '' } = ENTRIES.get(list) ?? {};
  const { [field]: _, ...kept } = present[noun] as { readonly [field: string]: unknown };
  return { ...config, [list]: withEntry(entries, { name: entry, [noun]: { ...EMPTY.get(list), ...kept } }) };
}
