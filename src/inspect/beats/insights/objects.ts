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
const APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** Fields of the spec that the applied manifest does not have. As `name value`, the outermost first. */
export function unwrittenFields(value: unknown): readonly string[] {
  const { spec, metadata } = asStored(value);
  const text = metadata?.annotations?.[APPLIED];
  if (text === undefined) return [];
  const found: { readonly depth: number; readonly text: string }[] = [];
  collect(spec, (JSON.parse(text) as { readonly spec?: unknown }).spec, [], found);
  return found.toSorted((a, b) => a.depth - b.depth).map((field) => field.text);
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
