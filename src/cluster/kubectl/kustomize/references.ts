// Models sigs.k8s.io/kustomize/api/filters/nameref and api/internal/konfig/builtinpluginconsts/namereference.go (v5.8)

import { isFields } from '../../../api/go/json.ts';
import type { JsonObject } from '../../../api/types/meta.ts';
import { printYaml } from '../../../api/yaml/index.ts';
import { madeOnce } from '../../../base/pure.ts';
import {
  firstIdOf,
  groupOf,
  type Item,
  idNow,
  isClusterWide,
  kindOf,
  metadataOf,
  nameOf,
  namespaceOf,
  toldOf,
} from './item.ts';
import { Wrong } from './loader.ts';
import { idOf } from './select.ts';

/** Where kinds have a Pod's spec. */
const POD_SPECS: Readonly<Record<string, string>> = {
  Pod: 'spec',
  PodTemplate: 'template/spec',
  CronJob: 'spec/jobTemplate/spec/template/spec',
};
const TEMPLATED = 'Deployment ReplicaSet DaemonSet StatefulSet Job ReplicationController';
/** Which of them may name a ConfigMap or a Secret, and which an account, a claim or a class of priority. */
const MOUNTING = `Pod PodTemplate CronJob ${TEMPLATED.replace(' ReplicationController', '')}`;
const RUNNING = `Pod CronJob ${TEMPLATED.replace(' ReplicaSet', '')}`;

const inContainers = (source: string): string =>
  ['@containers', '@initContainers']
    .flatMap((at) => [`${at}/env/valueFrom/${source}KeyRef/name`, `${at}/envFrom/${source}Ref/name`])
    .join(' ');

/** A kind, and behind its group if it has one: within which kinds, where in a Pod's spec (`@`) or else. A line stands for a slash in a name. */
const PLACES = `
Deployment|ReplicationController|ReplicaSet|StatefulSet: HorizontalPodAutoscaler spec/scaleTargetRef/name
ConfigMap: ${MOUNTING} @volumes/configMap/name ${inContainers('configMap')} @volumes/projected/sources/configMap/name
ConfigMap: Node spec/configSource/configMap
ConfigMap|Secret: Role ClusterRole rules/resourceNames
ConfigMap: Ingress metadata/annotations/nginx.ingress.kubernetes.io|fastcgi-params-configmap
Secret: ${MOUNTING} @volumes/secret/secretName ${inContainers('secret')} @imagePullSecrets/name @volumes/projected/sources/secret/name
Secret: Ingress spec/tls/secretName metadata/annotations/ingress.kubernetes.io|auth-secret metadata/annotations/nginx.ingress.kubernetes.io|auth-secret metadata/annotations/nginx.ingress.kubernetes.io|auth-tls-secret
Secret: ServiceAccount imagePullSecrets/name
Secret: StorageClass parameters/secretName parameters/adminSecretName parameters/userSecretName parameters/secretRef
Secret: PersistentVolume spec/azureFile/secretName
Service: StatefulSet spec/serviceName
Service: Ingress spec/rules/http/paths/backend/serviceName spec/backend/serviceName spec/rules/http/paths/backend/service/name spec/defaultBackend/service/name
Service: APIService spec/service/name
Service: ValidatingWebhookConfiguration MutatingWebhookConfiguration webhooks/clientConfig/service
Role.rbac.authorization.k8s.io: RoleBinding roleRef/name
ClusterRole.rbac.authorization.k8s.io: RoleBinding ClusterRoleBinding roleRef/name
ServiceAccount: RoleBinding ClusterRoleBinding subjects
ServiceAccount: ${RUNNING} @serviceAccountName
PersistentVolumeClaim: ${RUNNING} @volumes/persistentVolumeClaim/claimName
PersistentVolume: PersistentVolumeClaim spec/volumeName
PersistentVolume: ClusterRole rules/resourceNames
StorageClass.storage.k8s.io: PersistentVolume PersistentVolumeClaim spec/storageClassName
StorageClass.storage.k8s.io: StatefulSet spec/volumeClaimTemplates/spec/storageClassName
PriorityClass.scheduling.k8s.io: ${RUNNING} @priorityClassName
`;

/** Where objects of one kind name others: the kind of those, its group if that counts, and the path. */
interface Place {
  readonly kind: string;
  readonly group: string;
  readonly path: string;
}

const places = madeOnce(readPlaces);

function placesOf(within: string): readonly Place[] {
  return places().get(within) ?? [];
}

function readPlaces(): ReadonlyMap<string, readonly Place[]> {
  const read = new Map<string, Place[]>();
  for (const line of PLACES.trim().split('\n')) {
    const [targets = '', rest = ''] = line.split(': ');
    const words = rest.split(' ');
    const isPath = (word: string): boolean => /[/@]|^subjects$/.test(word);
    for (const target of targets.split('|')) {
      const [kind = '', ...group] = target.split('.');
      for (const within of words.filter((word) => !isPath(word))) {
        const list = read.get(within) ?? [];
        read.set(within, list);
        for (const path of words.filter(isPath)) {
          const spec = POD_SPECS[within] ?? 'spec/template/spec';
          list.push({ kind, group: group.join('.'), path: path.replace('@', `${spec}/`) });
        }
      }
    }
  }
  return read;
}

/** Everything that names an object by an earlier name names it by the one it has now. */
export function withReferences(items: readonly Item[]): readonly Item[] | Wrong {
  const byName = new Map<string, Item[]>();
  for (const item of items) {
    for (const name of new Set(item.earlier.map((id) => id.name))) {
      byName.set(name, [...(byName.get(name) ?? []), item]);
    }
  }
  const after: Item[] = [];
  for (const item of items) {
    const one = byName.size === 0 ? item : updated(item, byName);
    if (one instanceof Wrong) return one;
    after.push(one);
  }
  return after;
}

type ByName = ReadonlyMap<string, readonly Item[]>;

function updated(item: Item, byName: ByName): Item | Wrong {
  let one = item;
  for (const place of placesOf(firstIdOf(item).kind)) {
    const set = (value: unknown): unknown =>
      isFields(value) ? namedWith(one, value, place, byName) : named(one, value, place, byName);
    const object = setAt(one.object, place.path.split('/'), set);
    if (object instanceof Wrong) {
      const [id, at] = [idOf(one), place.path];
      return new Wrong(
        `updating name reference in '${at}' field of '${id}': considering field '${at}' of object ${id}: ${object.message}`,
      );
    }
    one = { ...one, object: object as JsonObject };
  }
  return one;
}

/** A value with what a path leads to set, through all lists on the way. */
function setAt(value: unknown, [step, ...rest]: readonly string[], set: (value: unknown) => unknown): unknown {
  if (value === undefined || value === null) return value;
  if (Array.isArray(value)) {
    const all: unknown[] = [];
    for (const each of value) {
      const one = step === undefined ? set(each) : setAt(each, [step, ...rest], set);
      if (one instanceof Wrong && step !== undefined) {
        return new Wrong(`visit traversal on path: [${[step, ...rest].join(' ')}]: ${one.message}`);
      }
      if (one instanceof Wrong) return one;
      all.push(one);
    }
    return all;
  }
  if (step === undefined) return set(value);
  const name = step.replace('|', '/');
  if (!isFields(value) || !Object.hasOwn(value, name)) return value;
  const one = setAt(value[name], rest, set);
  return one instanceof Wrong ? one : { ...value, [name]: one };
}

/** A name alone: whoever is meant has it now. */
function named(item: Item, name: unknown, place: Place, byName: ByName): unknown {
  const found = meant(
    item,
    String(name),
    place,
    byName,
    () => true,
    (one) => nameOf(one),
  );
  return found instanceof Wrong || found === undefined ? (found ?? name) : nameOf(found);
}

interface Reference {
  readonly name?: string;
  readonly namespace?: string;
}

/** A name with a namespace beside, which counts where it is said. */
function namedWith(item: Item, value: object, place: Place, byName: ByName): unknown {
  const { name, namespace } = value as Reference;
  if (name === undefined) return new Wrong("path config error; no 'name' field in node");
  const candidates = byName.get(name) ?? [];
  const wasThere = candidates.some((one) => firstIdOf(one).namespace === namespace);
  const isThere = (one: Item): boolean =>
    namespace === undefined || (wasThere ? firstIdOf(one).namespace : idNow(one).namespace) === namespace;
  const found = meant(item, name, place, byName, isThere, (one) => `${namespaceOf(one)}/${nameOf(one)}`);
  if (found instanceof Wrong) return found;
  if (found === undefined) return value;
  const own = namespaceOf(found);
  return { ...value, name: nameOf(found), ...(own === '' ? {} : { namespace: own }) };
}

/** Who is meant by an earlier name: of several the one that had the same put before and behind its name. */
function meant(
  item: Item,
  name: string,
  place: Place,
  byName: ByName,
  isThere: (one: Item) => boolean,
  known: (one: Item) => string,
): Item | undefined | Wrong {
  const { kind, group } = roleOf(item, place);
  const candidates = (byName.get(name) ?? []).filter(
    (one) =>
      one.earlier.some((id) => id.kind === place.kind && (kind === '' || id.kind === kind)) &&
      [place.group, group].every((each) => each === '' || each === groupOf(one)) &&
      isThere(one) &&
      mayName(item, one),
  );
  if (candidates.length < 2) return candidates[0];
  const near = candidates.filter((one) => isAlike(item, one, true));
  const nearest = near.length === 1 ? near : near.filter((one) => isAlike(item, one, false));
  if (new Set(nearest.map(known)).size < 2) return nearest[0];
  return tooMany(item, nearest);
}

/** Which kind of role a binding says that it means. */
function roleOf(item: Item, { path }: Place): { readonly kind: string; readonly group: string } {
  const { kind, apiGroup } = (path === 'roleRef/name' ? item.object.roleRef : {}) as Readonly<
    Record<string, string | undefined>
  >;
  return kind === undefined || apiGroup === undefined ? { kind: '', group: '' } : { kind, group: apiGroup };
}

/** Objects of one namespace name each other, and what is in none; accounts may be bound from elsewhere. */
function mayName(item: Item, other: Item): boolean {
  if (isClusterWide(item) || isClusterWide(other)) return true;
  if (idNow(item).namespace === idNow(other).namespace) return true;
  if (kindOf(item) !== 'RoleBinding' || kindOf(other) !== 'ServiceAccount') return false;
  const subjects = (item.object.subjects ?? []) as readonly (Reference & { readonly kind?: string })[];
  return subjects.some(({ kind, namespace }) => kind === 'ServiceAccount' && namespace === namespaceOf(other));
}

function isAlike(item: Item, other: Item, mayLack: boolean): boolean {
  const fits = (a: readonly string[], b: readonly string[]): boolean => {
    const [short, long] = a.length > b.length ? [b, a] : [a, b];
    if (short.length === 0) return mayLack || long.length === 0;
    return short.every((text, at) => long[at + long.length - short.length] === text);
  };
  return fits(item.prefixes, other.prefixes) && fits(item.suffixes, other.suffixes);
}

function tooMany(item: Item, found: readonly Item[]): Wrong {
  const shown = found.map((one, at) => `--- possible referral ${at}:\n${printYaml(toldOf(one))}\n`).join('');
  const ids = found.map((one) => idOf(one, String(metadataOf(one).name))).join(', ');
  return new Wrong(
    `found multiple possible referrals: ${ids}\n\n**** Too many possible referral targets to referrer:\n${printYaml(toldOf(item))}\n${shown}`,
  );
}
