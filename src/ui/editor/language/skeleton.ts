import { child, type Known, shapeOf } from './schema-book.ts';

/** Fields that are hardly ever left out, though they may be; by the definition that they stand in. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  DeploymentSpec: ['replicas', 'selector', 'template'],
  ReplicaSetSpec: ['replicas', 'selector', 'template'],
  StatefulSetSpec: ['serviceName', 'replicas', 'selector', 'template'],
  DaemonSetSpec: ['selector', 'template'],
  JobSpec: ['template'],
  CronJobSpec: ['schedule', 'jobTemplate'],
  JobTemplateSpec: ['spec'],
  PodTemplateSpec: ['metadata', 'spec'],
  PodSpec: ['containers'],
  Container: ['name', 'image'],
  LabelSelector: ['matchLabels'],
  ServiceSpec: ['selector', 'ports'],
  ServicePort: ['port', 'targetPort'],
  ConfigMap: ['data'],
  Secret: ['stringData'],
  EnvVar: ['name', 'value'],
  ResourceRequirements: ['requests', 'limits'],
  HTTPGetAction: ['path', 'port'],
  PersistentVolumeClaimSpec: ['accessModes', 'resources'],
  VolumeResourceRequirements: ['requests'],
  PersistentVolumeSpec: ['capacity', 'accessModes', 'hostPath'],
  IngressSpec: ['rules'],
  IngressRule: ['host', 'http'],
  NetworkPolicySpec: ['podSelector', 'ingress'],
  RoleBinding: ['roleRef', 'subjects'],
  ClusterRoleBinding: ['roleRef', 'subjects'],
  Role: ['rules'],
  ClusterRole: ['rules'],
  PolicyRule: ['apiGroups', 'resources', 'verbs'],
  HorizontalPodAutoscalerSpec: ['scaleTargetRef', 'minReplicas', 'maxReplicas'],
  PodDisruptionBudgetSpec: ['minAvailable', 'selector'],
  PriorityClass: ['value'],
  StorageClass: ['provisioner'],
  ResourceQuotaSpec: ['hard'],
  LimitRangeSpec: ['limits'],
  IngressBackend: ['service'],
  IngressServiceBackend: ['name', 'port'],
  ServiceBackendPort: ['number'],
  HTTPIngressPath: ['path', 'pathType', 'backend'],
  ObjectReference: ['kind', 'name'],
  VolumeAttachmentSource: ['persistentVolumeName'],
  SubjectAccessReviewSpec: ['user', 'resourceAttributes'],
  SelfSubjectAccessReviewSpec: ['resourceAttributes'],
  ResourceAttributes: ['namespace', 'verb', 'resource'],
  SelfSubjectRulesReviewSpec: ['namespace'],
  CSIDriverSpec: ['attachRequired'],
  DeviceClassSpec: ['selectors'],
  DeviceSelector: ['cel'],
  ResourceClaimSpec: ['devices'],
  DeviceClaim: ['requests'],
  DeviceRequest: ['name', 'exactly'],
  CustomResourceDefinitionSpec: ['group', 'names', 'scope', 'versions'],
  CustomResourceDefinitionNames: ['plural', 'singular', 'kind'],
  CustomResourceDefinitionVersion: ['name', 'served', 'storage', 'schema'],
};
/** What nobody writes into a manifest. */
const UNWRITTEN: ReadonlySet<string> = new Set([
  'status',
  'managedFields',
  'selfLink',
  'uid',
  'resourceVersion',
  'generation',
]);

/** The fields of a place: those that are demanded, those that are usual, then the others by name. */
export function fieldsInOrder(known: Known): readonly { readonly name: string; readonly rank: 0 | 1 | 2 | 3 }[] {
  const { schema, definition, all } = known;
  const own = all[definition]?.properties === schema.properties ? (definition.split('.').at(-1) ?? '') : '';
  const usual = USUAL[own] ?? [];
  const rankOf = (name: string) => {
    if (schema.required?.includes(name) === true) return 0;
    if (usual.includes(name)) return 1;
    return UNWRITTEN.has(name) ? 3 : 2;
  };
  const place = (name: string) => (usual.includes(name) ? usual.indexOf(name) : usual.length);
  return Object.keys(schema.properties ?? {})
    .map((name) => ({ name, rank: rankOf(name) }) as const)
    .sort(
      (a, b) =>
        Math.min(a.rank, 1) - Math.min(b.rank, 1) ||
        a.rank - b.rank ||
        place(a.name) - place(b.name) ||
        (a.name < b.name ? -1 : 1),
    );
}

/** How deep what is demanded is written out. */
const MOST_DEEP = 8;

/** A place to go to with Tab, and one after another. */
class Stops {
  private count = 0;

  next(word: string): string {
    this.count += 1;
    return `\${${this.count}:${word}}`;
  }
}

/** A field with all that is demanded in it, as a snippet; `column` is where it begins. */
export function fieldSnippet(known: Known, name: string, column: number): string {
  const below = child(known, name);
  if (below === undefined) return `${name}: `;
  return writtenField(name, below, column, new Stops(), 0);
}

function writtenField(name: string, known: Known, column: number, stops: Stops, depth: number): string {
  const inner = ' '.repeat(column + 2);
  const shape = shapeOf(known.schema);
  if (shape === 'map') {
    const within = body(known, name, column + 2, stops, depth + 1);
    // By itself the caret goes to where the fields will be; within other things the text must stay whole.
    if (within === '') return depth === 0 ? `${name}:\n${inner}` : `${name}: {${stops.next('')}}`;
    return `${name}:\n${inner}${within}`;
  }
  if (shape !== 'list') return `${name}: ${written(known, name, stops)}`;
  const item = child(known, 0);
  if (item !== undefined && shapeOf(item.schema) === 'map')
    return `${name}:\n${inner}- ${body(item, name, column + 4, stops, depth + 1)}`;
  return `${name}:\n${inner}- ${item === undefined ? stops.next('') : written(item, singular(name), stops)}`;
}

/** What is in a map: its demanded and usual fields, or one pair. */
function body(known: Known, name: string, column: number, stops: Stops, depth: number): string {
  const fields = fieldsInOrder(known).filter(({ rank }) => rank < 2);
  if (known.schema.properties === undefined) {
    const values = child(known, 'any');
    if (values === undefined) return '';
    if (/[lL]abels$|^selector$/.test(name)) return `app: ${stops.next('web')}`;
    if (/^(?:requests|limits|hard|capacity)$/.test(name)) {
      return name === 'capacity' ? `storage: ${stops.next('1Gi')}` : `${stops.next('memory')}: ${stops.next('128Mi')}`;
    }
    return `${stops.next('key')}: ${stops.next('value')}`;
  }
  if (fields.length === 0 && /^metadata$/.test(name)) {
    const inner = ' '.repeat(column + 2);
    return depth > 2 ? `labels:\n${inner}app: ${stops.next('web')}` : `name: ${stops.next('name')}`;
  }
  if (fields.length === 0 || depth > MOST_DEEP) return '';
  return fields
    .flatMap(({ name: field }) => {
      const below = child(known, field);
      return below === undefined ? [] : [writtenField(field, below, column, stops, depth)];
    })
    .join(`\n${' '.repeat(column)}`);
}

function written({ schema }: Known, name: string, stops: Stops): string {
  const [first] = schema.enum ?? [];
  const usual = WORDS[name];
  if (usual !== undefined && schema.enum?.includes(usual) === true) return stops.next(usual);
  if (schema.default !== undefined && typeof schema.default !== 'object') return stops.next(String(schema.default));
  if (first !== undefined) return stops.next(String(first));
  switch (shapeOf(schema)) {
    case 'boolean':
      return stops.next('true');
    case 'integer':
    case 'number':
      return stops.next(/port/i.test(name) ? '80' : '1');
    case 'intOrText':
      return stops.next(/port/i.test(name) ? '80' : '1');
    default:
      return stops.next(WORDS[name] ?? name);
  }
}

const WORDS: Readonly<Record<string, string>> = {
  name: 'web',
  image: 'nginx:1.27',
  serviceName: 'web',
  schedule: '"*/5 * * * *"',
  path: '/',
  pathType: 'Prefix',
  host: 'web.example.com',
  apiGroup: '""',
  verb: 'get',
  resource: 'pods',
  provisioner: 'kubernetes.io/no-provisioner',
};

function singular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/s$/, '');
}

/** A whole manifest of a kind, as a snippet. */
export function kindSnippet(known: Known, apiVersion: string, kind: string): string {
  const stops = new Stops();
  const named = `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: ${stops.next('name')}`;
  const fields = fieldsInOrder(known).filter(
    ({ name, rank }) => !HEAD.has(name) && (rank < 2 || (name === 'spec' && hasMore(known))),
  );
  const rest = fields.flatMap(({ name }) => {
    const below = child(known, name);
    return below === undefined ? [] : [writtenField(name, below, 0, stops, 1)];
  });
  return `${[named, ...rest].join('\n')}\n`;
}

const HEAD: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

function hasMore(known: Known): boolean {
  const spec = child(known, 'spec');
  return spec !== undefined && (spec.schema.properties === undefined || Object.keys(spec.schema.properties).length > 0);
}
