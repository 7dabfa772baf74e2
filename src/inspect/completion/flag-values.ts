import type { Pod } from '../../api/types/core.ts';
import type { Flag } from '../../cluster/kubectl/flags/argv.ts';
import type { Candidate } from '../../protocol/queries.ts';
import { containersOf, contexts, type KubectlLine } from './kubectl-line.ts';

const texts = (words: readonly string[]): readonly Candidate[] => words.map((text) => ({ text }));
const split = (words: string): readonly Candidate[] => words.split(' ').map(open);
/** `jsonpath=` is gone on with. */
const open = (text: string): Candidate => (text.endsWith('=') ? { text, goesOn: true } : { text });

/** Flags whose values are the same for all who have them. */
const FIXED: ReadonlyMap<string, string> = new Map([
  ['dry-run', 'client none server'],
  ['cascade', 'background foreground orphan'],
  ['validate', 'ignore strict warn'],
  ['restart', 'Always Never OnFailure'],
  ['image-pull-policy', 'Always IfNotPresent Never'],
  ['subresource', 'resize scale status'],
  ['for', 'condition= create delete jsonpath='],
  ['field-selector', 'involvedObject.name= metadata.name= metadata.namespace= spec.nodeName= status.phase='],
  ['sort-by', '.metadata.creationTimestamp .metadata.name .status.containerStatuses[0].restartCount'],
  ['profile', 'baseline general legacy netadmin restricted sysadmin'],
  ['protocol', 'SCTP TCP UDP'],
  ['verb', 'create delete get list patch update watch'],
]);

const OUTPUTS =
  'custom-columns= custom-columns-file= go-template= go-template-file= json jsonpath= jsonpath-as-json= jsonpath-file= kyaml name wide yaml';
const OUTPUTS_OF: ReadonlyMap<string, string> = new Map([
  ['api-resources', 'json name wide yaml'],
  ['version', 'json yaml'],
  ['explain', 'plaintext plaintext-openapiv2'],
  ['delete', 'name'],
  ['cluster-info dump', 'json yaml'],
]);

const FILES: ReadonlySet<string> = new Set([
  'filename',
  'kustomize',
  'from-file',
  'from-env-file',
  'patch-file',
  'kubeconfig',
  'cert',
  'key',
  'template',
]);

/** What may stand behind a flag. */
export function valuesOfFlag(line: KubectlLine, { name }: Flag, word: string): readonly Candidate[] {
  const { known, path, namespace } = line;
  if (name === 'type') return split(TYPES.get(path) ?? 'json merge strategic');
  if (name === 'output') return split(OUTPUTS_OF.get(path) ?? OUTPUTS);
  const fixed = FIXED.get(name);
  if (fixed !== undefined) return split(fixed);
  if (FILES.has(name)) return line.files(word);
  switch (name) {
    case 'namespace':
    case 'namespaces':
      return texts(known.objects('namespaces').map((one) => one.name));
    case 'container':
    case 'containers':
    case 'target':
      return texts(containersAsked(line));
    case 'selector':
      return selectors(line);
    case 'context':
      return contexts(known);
    case 'user':
      return texts(contexts(known).map(({ text }) => text.slice(0, text.indexOf('@'))));
    case 'cluster':
      return texts([...new Set(contexts(known).map(({ text }) => text.slice(text.indexOf('@') + 1)))]);
    case 'image':
      return texts(imagesAt(line));
    case 'clusterrole':
      return texts(known.objects('clusterroles.rbac.authorization.k8s.io').map((one) => one.name));
    case 'role':
      return texts(known.objects('roles.rbac.authorization.k8s.io', namespace).map((one) => one.name));
    case 'serviceaccount':
    case 'as':
      return texts(accounts(line, name === 'as'));
    case 'from':
      return texts(known.objects('cronjobs.batch', namespace).map((one) => `cronjob/${one.name}`));
    case 'resource':
      return texts([...new Set(known.resources().map(({ resource }) => resource))]);
    default:
      return [];
  }
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ['expose', 'ClusterIP ExternalName LoadBalancer NodePort'],
  ['create secret generic', 'Opaque kubernetes.io/basic-auth kubernetes.io/ssh-auth kubernetes.io/tls'],
]);

/** Of the Pod, or of what makes Pods, that the words name. */
function containersAsked({ known, words, namespace }: KubectlLine): readonly string[] {
  const [first = '', second] = words;
  const [kind, name] = first.includes('/')
    ? first.split('/')
    : second === undefined
      ? ['pods', first]
      : [first, second];
  const resource = known.resourceNamed(kind ?? '');
  if (resource === undefined) return [];
  const word = resource.group === '' ? resource.resource : `${resource.resource}.${resource.group}`;
  return containersOf(known.objects(word, namespace).find((one) => one.name === name)?.object);
}

/** Labels that the objects have which are asked for; of Pods where none are. */
function selectors({ known, words, namespace, flags }: KubectlLine): readonly Candidate[] {
  const resource = known.resourceNamed(words[0] ?? 'pods') ?? known.resourceNamed('pods');
  if (resource === undefined) return [];
  const word = resource.group === '' ? resource.resource : `${resource.resource}.${resource.group}`;
  const within = resource.namespaced && !flags.has('all-namespaces') ? namespace : undefined;
  const labels = known
    .objects(word, within)
    .flatMap(({ object }) => Object.entries(object.metadata.labels ?? {}).map(([key, value]) => `${key}=${value}`));
  return texts([...new Set(labels)].sort());
}

/** Images that run here. */
function imagesAt({ known }: KubectlLine): readonly string[] {
  const images = known
    .objects('pods')
    .flatMap(({ object }) => (object as Pod).spec?.containers.map(({ image }) => image ?? '') ?? []);
  return [...new Set(images)].sort();
}

function accounts({ known, namespace }: KubectlLine, isUser: boolean): readonly string[] {
  const names = known.objects('serviceaccounts', namespace).map((one) => one.name);
  return names.map((name) => (isUser ? `system:serviceaccount:${namespace}:${name}` : `${namespace}:${name}`));
}
