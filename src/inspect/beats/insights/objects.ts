import { LAST_APPLIED } from '../../../api/values/annotations.ts';
/** Of an object's parts, those that sentences name. */
export interface Stored {
  readonly kind?: string;
  readonly metadata?: {
    readonly name?: string;
    readonly namespace?: string;
    readonly deletionTimestamp?: string;
    readonly finalizers?: readonly string[];
    readonly ownerReferences?: readonly { readonly kind: string; readonly name: string }[];
    readonly annotations?: { readonly [name: string]: string };
  };
  readonly spec?: {
    readonly replicas?: number;
    readonly nodeName?: string;
    readonly containers?: readonly Container[];
    readonly template?: { readonly spec?: { readonly containers?: readonly Container[] } };
  };
}

interface Container {
  readonly name: string;
  readonly image?: string;
}

export function asStored(value: unknown): Stored {
  return (value ?? {}) as Stored;
}

/** The images that an object's Pods run, without registry and tag: `nginx`. */
export function imagesOf({ spec }: Stored): string {
  const containers = spec?.template?.spec?.containers ?? spec?.containers ?? [];
  return [...new Set(containers.map(({ image = '' }) => shortImage(image)))].join(', ');
}

function shortImage(image: string): string {
  const last = image.slice(image.lastIndexOf('/') + 1);
  return last.split(/[:@]/, 1)[0] ?? last;
}

/** What is drawn from a range when it is stored is no default. */
const ALLOCATED = /^(?:clusterIPs?|ipFamil|healthCheckNodePort|ports\.\d+\.nodePort)/;

/** Fields that the applied manifest does not have. As `name value`, the outermost first. */
export function unwrittenFields(value: unknown): readonly string[] {
  const { metadata } = asStored(value);
  const text = metadata?.annotations?.[LAST_APPLIED];
  if (text === undefined) return [];
  const found: { readonly depth: number; readonly text: string }[] = [];
  const [filled, written] = [partsOf(value), partsOf(JSON.parse(text))];
  for (const [name, part] of Object.entries(filled)) collect(part, written[name], PLAIN.has(name) ? [] : [name], found);
  return found.toSorted((a, b) => a.depth - b.depth).map((field) => field.text);
}

/** The part that people write most fields in needs no name. */
const PLAIN: ReadonlySet<string> = new Set(['spec']);
/** Who it is, and what others say of it. */
const NOT_ITS_OWN: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'status']);

function partsOf(value: unknown): { readonly [name: string]: unknown } {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([name]) => !NOT_ITS_OWN.has(name)));
}

const MOST_CHANGES = 3;
/** Books of the server and of kubectl about a write. */
const BOOKS =
  /^metadata\.(?:managedFields|resourceVersion|generation|creationTimestamp|uid|selfLink)\b|last-applied-configuration$/;

/** What a write has changed that somebody wanted: `path before → after`, `+path`, `−path`; an ellipsis when there is more. */
export function changedFields(before: unknown, after: unknown): readonly string[] {
  if (before === undefined || after === undefined) return [];
  const found: string[] = [];
  compare(before, after, '', found);
  return found.length > MOST_CHANGES ? [...found.slice(0, MOST_CHANGES), '…'] : found;
}

function compare(before: unknown, after: unknown, path: string, found: string[]): void {
  if (BOOKS.test(path) || before === after) return;
  const [old, now] = [entriesOf(before), entriesOf(after)];
  if (old === undefined && now === undefined) {
    if (before === undefined) found.push(`+${path} ${shown(after)}`);
    else found.push(after === undefined ? `−${path}` : `${path} ${shown(before)} → ${shown(after)}`);
    return;
  }
  for (const name of new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})]))
    compare(old?.[name], now?.[name], path === '' ? name : `${path}.${name}`, found);
}

function entriesOf(value: unknown): { readonly [name: string]: unknown } | undefined {
  return typeof value === 'object' && value !== null ? (value as { readonly [name: string]: unknown }) : undefined;
}

const LONGEST_VALUE = 40;

function shown(value: unknown): string {
  const text = String(value);
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE)}…`;
}

function collect(
  value: unknown,
  written: unknown,
  path: readonly string[],
  found: { readonly depth: number; readonly text: string }[],
): void {
  if (typeof value !== 'object' || value === null) {
    if (written === undefined && !ALLOCATED.test(path.join('.')))
      found.push({ depth: path.length, text: `${shortPath(path)} ${String(value)}` });
    return;
  }
  const known = (typeof written === 'object' && written !== null ? written : {}) as {
    readonly [name: string]: unknown;
  };
  for (const [name, part] of Object.entries(value)) collect(part, known[name], [...path, name], found);
}

/** A field's name; where that says nothing alone, with the one above. */
function shortPath(path: readonly string[]): string {
  const last = path.at(-1) ?? '';
  return last === 'type' || /^\d+$/.test(last) ? path.slice(-2).join('.') : last;
}
