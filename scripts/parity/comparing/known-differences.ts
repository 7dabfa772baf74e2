import type { Difference, DifferenceKind, FieldDifference, Section } from './difference.ts';

/**
 * A difference that is understood and not closed yet. Every condition that is given must hold. An entry with `path`
 * declares single fields: a difference is known when all of its fields are. One without declares the whole difference.
 */
export interface KnownDifference {
  readonly id: string;
  /** Why it is there, and what would close it. */
  readonly reason: string;
  readonly scenario?: RegExp;
  readonly section?: Section;
  readonly kind?: DifferenceKind;
  readonly writer?: RegExp;
  readonly action?: RegExp;
  readonly object?: RegExp;
  readonly path?: RegExp;
  readonly want?: RegExp;
  readonly got?: RegExp;
}

const REMEMBERED =
  'The recorded component had run before the recording began and still counted an event of an earlier object of that name: it patched an event that was gone and then created one with a count of 2.';

export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    id: 'remembered-event',
    reason: REMEMBERED,
    scenario: /^a14$/,
    section: 'events',
    kind: 'missing',
    writer: /:node-controller$/,
    object: /^event default\/tolerant\./,
  },
  {
    id: 'remembered-event-count',
    reason: 'The count of that event.',
    scenario: /^a14$/,
    section: 'events',
    kind: 'changed',
    writer: /:node-controller$/,
    object: /^event about Pod default\/tolerant$/,
    path: /^(request|effect) count$|^count$/,
    want: /^2$/,
    got: /^1$/,
  },
  {
    id: 'two watches, one sooner',
    reason:
      'The server deletes the Endpoints of a Service that goes. The recorded controller heard of that before it heard that the Service was gone, and made them once more; here the Service comes first.',
    scenario: /^a06$/,
    section: 'writes',
    kind: 'missing',
    writer: /:endpoint-controller$/,
    action: /^create$/,
    object: /^endpoints default\/nginx$/,
  },
  {
    id: 'two watches, one sooner: the deletion',
    reason: 'As above: it deleted what it had made, where there is nothing to delete here.',
    scenario: /^a06$/,
    section: 'writes',
    kind: 'changed',
    writer: /:endpoint-controller$/,
    action: /^delete$/,
    object: /^endpoints default\/nginx$/,
  },
  {
    id: 'two watches, one sooner: the key',
    reason: 'As above: the key that it made and deleted.',
    scenario: /^a06$/,
    section: 'etcd',
    object: /^\/registry\/services\/endpoints\/default\/nginx$/,
    path: /^operations$/,
    want: /^CREATE UPDATE DELETE CREATE DELETE$/,
    got: /^CREATE UPDATE DELETE$/,
  },
  {
    id: 'a node of an earlier day',
    reason: 'A node had been stopped before the recording; nothing in it but this row of a table says so.',
    scenario: /^a08$/,
    section: 'output',
    path: /^stdout$/,
    want: /^worker-3 +NotReady/,
  },
  {
    id: 'a node of an earlier day, as it is here',
    reason: 'As above: the row that stands in its place.',
    scenario: /^a08$/,
    section: 'output',
    path: /^stdout$/,
    got: /^worker-3 +Ready/,
  },
  {
    id: 'a kubelet that had just been started',
    reason:
      'The recorder had started the kubelet of worker-3 again a moment before; what it and its node controller then wrote is the end of the scenario before.',
    scenario: /^a13$/,
    kind: 'missing',
    writer: /^system:node:worker-3$|:node-controller$/,
    object: /worker-3|resourceslices|nginx-644bf97949-zffpx|\/keep/,
  },
  {
    id: 'keys of that kubelet',
    reason: 'The events that it wrote.',
    scenario: /^a13$/,
    section: 'etcd',
    object: /^\/registry\/events\/default\/(worker-3|nginx-644bf97949-zffpx|keep)\./,
  },
  {
    id: 'revisions of that kubelet',
    reason: 'The beginning of the recording cuts through them, and an answer of it has the revision of another object.',
    scenario: /^a13$/,
    section: 'etcd',
    object: /^consistency$/,
  },
  {
    id: 'descriptions of columns',
    reason: 'The prose about a column is the documentation of the API, which is not written here again.',
    section: 'output',
    path: /^stdout$/,
    want: /^ *"description": "[A-Z]/,
  },
  {
    id: 'no descriptions of columns',
    reason: 'As above: the empty texts in their place.',
    section: 'output',
    path: /^stdout$/,
    got: /^ *"description": "",?$/,
  },
  {
    id: 'what a watch cache remembers',
    reason:
      'The recorded server had run for forty minutes: its cache of ConfigMaps had dropped events, that of ClusterRoles had kept all 79 since it was empty. A cluster that begins with the scenario has another past.',
    scenario: /^a13$/,
    section: 'output',
    object: /watch=1&resourceVersion=1\b/,
  },
  {
    id: 'openapi-texts',
    reason:
      'The OpenAPI documents have the kinds and their schemas; the sentences about parameters and answers, and the operations’ ids, are left out.',
    section: 'output',
    object: /http GET \/openapi\/v3\//,
  },
];

function fits(pattern: RegExp | undefined, text: string | undefined): boolean {
  return pattern === undefined || pattern.test(text ?? '');
}

function coversWhole(known: KnownDifference, difference: Difference): boolean {
  return (
    (known.section === undefined || known.section === difference.section) &&
    (known.kind === undefined || known.kind === difference.kind) &&
    fits(known.scenario, difference.scenario) &&
    fits(known.writer, difference.writer) &&
    fits(known.action, difference.action) &&
    fits(known.object, difference.object)
  );
}

function coversField(known: KnownDifference, field: FieldDifference): boolean {
  return fits(known.path, field.path) && fits(known.want, field.want) && fits(known.got, field.got);
}

function isAboutFields(known: KnownDifference): boolean {
  return known.path !== undefined || known.want !== undefined || known.got !== undefined;
}

/** Marks a difference as known when the list accounts for all of it; keeps only the fields that it does not. */
export function declareKnown(difference: Difference, list: readonly KnownDifference[] = KNOWN_DIFFERENCES): Difference {
  const here = list.filter((known) => coversWhole(known, difference));
  const whole = here.find((known) => !isAboutFields(known));
  if (whole !== undefined) return { ...difference, known: whole.id };
  const byField = difference.fields.map((field) =>
    here.find((known) => isAboutFields(known) && coversField(known, field)),
  );
  const first = byField.find((known) => known !== undefined);
  if (first === undefined) return difference;
  const unknown = difference.fields.filter((_, index) => byField[index] === undefined);
  return unknown.length === 0 ? { ...difference, known: first.id } : { ...difference, fields: unknown };
}
