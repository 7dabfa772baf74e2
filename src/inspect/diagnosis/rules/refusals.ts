import type { KObject } from '../../../api/types/meta.ts';
import { deedBehind, lastChange } from '../moments.ts';
import { type Hold, held } from '../unmet.ts';
import type { World } from '../world.ts';

/** A Pod that a controller may not make: for whom, and what it was answered. */
export interface Refusal {
  readonly namespace: string;
  /** Whose manifest has the template, and where. */
  readonly owner: string;
  readonly template: string;
  readonly message: string;
}

const ENFORCE = 'pod-security.kubernetes.io/enforce';

type Reader = (world: World, refusal: Refusal) => Hold | undefined;

/** What refused, by the words of its answer. */
export function refusedBy(world: World, refusal: Refusal): Hold {
  const known = knownRefusal(world, refusal);
  if (known !== undefined) return known;
  const { message } = refusal;
  return { told: held('createRefused', { message: shortened(message) }), refused: message, change: template(refusal) };
}

/** The same where it is one of those that can be told with their numbers. */
export function knownRefusal(world: World, refusal: Refusal): Hold | undefined {
  for (const read of READERS) {
    const hold = read(world, refusal);
    if (hold !== undefined) return { ...hold, refused: refusal.message };
  }
  return undefined;
}

/** What stands before it is which Pod was refused, and its name is another one at every try. */
function shortened(message: string): string {
  return message.replace(/^Error creating: /, '').replace(/^pods "[^"]*" is forbidden: /, '');
}

function template({ owner, template: path }: Refusal): Hold['change'] {
  return { type: 'field', subject: owner, path };
}

const podSecurity: Reader = ({ at }, refusal) => {
  const [, level = '', list = ''] = /violates PodSecurity "([^:"]*):[^"]*": (.*)$/s.exec(refusal.message) ?? [];
  if (level === '') return undefined;
  const { namespace } = refusal;
  const labelled = (object: KObject) => object.metadata.labels?.[ENFORCE];
  const label = lastChange(at, `namespaces/${namespace}`, labelled);
  const [first = '', ...others] = apart(list).map((each) => each.replace(/ \(.*$/s, ''));
  return {
    told: held('podSecurity', { level, namespace, first, others: others.length, all: [first, ...others].join(', ') }),
    held: `namespaces/${namespace}`,
    deed: () => deedBehind(at, label),
    change: template(refusal),
    undo: label === undefined ? undefined : `kubectl label namespace ${namespace} ${ENFORCE}-`,
  };
};

/** Members of a list between commas that stand in no brackets. */
function apart(list: string): readonly string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const letter of list) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop()}${letter}`);
  }
  return parts.map((part) => part.trim());
}

const QUOTA = /exceeded quota: (\S+), requested: (\S+), used: (\S+), limited: (\S+)$/;

const quota: Reader = ({ at }, { namespace, message }) => {
  const [, name, requested = '', used = '', hard = ''] = QUOTA.exec(message) ?? [];
  if (name === undefined) return undefined;
  const [resource = '', asked = ''] = requested.split(',')[0]?.split('=') ?? [];
  const subject = `resourcequotas/${namespace}/${name}`;
  const told = { quota: name, resource, asked, used: amount(used, resource), hard: amount(hard, resource) };
  return {
    told: held('quota', told),
    held: subject,
    deed: () => deedBehind(at, lastChange(at, subject, specOf)),
    change: { type: 'field', subject, path: `spec.hard.${resource}` },
  };
};

function amount(list: string, resource: string): string {
  const found = list.split(',').find((each) => each.startsWith(`${resource}=`));
  return found?.slice(resource.length + 1) ?? '';
}

function specOf(object: KObject): unknown {
  return (object as { readonly spec?: unknown }).spec;
}

const quotaUnsaid: Reader = ({ at }, refusal) => {
  const [, name, fields = ''] = /failed quota: (\S+): must specify (.*)$/.exec(refusal.message) ?? [];
  if (name === undefined) return undefined;
  const subject = `resourcequotas/${refusal.namespace}/${name}`;
  return {
    told: held('quotaUnsaid', { quota: name, fields }),
    held: subject,
    deed: () => deedBehind(at, lastChange(at, subject, specOf)),
    change: template(refusal),
  };
};

const CONFIGURATIONS = ['validatingwebhookconfigurations', 'mutatingwebhookconfigurations'] as const;
type Configuration = KObject & { readonly webhooks?: readonly { readonly name: string }[] };

/** Which configuration a webhook is of, and what to do about it. */
function ofWebhook(world: World, webhook: string): Pick<Hold, 'held' | 'deed' | 'undo'> {
  for (const plural of CONFIGURATIONS) {
    const all = world.all<Configuration>(`${plural}.admissionregistration.k8s.io`);
    const found = all.find(({ webhooks = [] }) => webhooks.some(({ name }) => name === webhook));
    if (found === undefined) continue;
    const subject = `${plural}.admissionregistration.k8s.io/${found.metadata.name}`;
    return {
      held: subject,
      deed: () =>
        deedBehind(
          world.at,
          lastChange(world.at, subject, ({ metadata }) => metadata.generation),
        ),
      undo: `kubectl delete ${plural.slice(0, -1)} ${found.metadata.name}`,
    };
  }
  return {};
}

const webhook: Reader = (world, refusal) => {
  const [, denier, answer = ''] =
    /admission webhook "([^"]+)" denied the request(?:: (.*))?/s.exec(refusal.message) ?? [];
  if (denier !== undefined)
    return {
      told: held('webhookDenied', { webhook: denier, message: answer }),
      ...ofWebhook(world, denier),
      change: template(refusal),
    };
  const [, silent, why = ''] = /failed calling webhook "([^"]+)": (.*)$/s.exec(refusal.message) ?? [];
  if (silent === undefined) return undefined;
  return { told: held('webhookDown', { webhook: silent, message: why }), ...ofWebhook(world, silent) };
};

const policy: Reader = ({ at }, refusal) => {
  const pattern = /ValidatingAdmissionPolicy '([^']+)' with binding '([^']+)' denied request: (.*)$/s;
  const [, name, binding, message = ''] = pattern.exec(refusal.message) ?? [];
  if (name === undefined) return undefined;
  const subject = `validatingadmissionpolicybindings.admissionregistration.k8s.io/${binding}`;
  return {
    told: held('policyDenied', { policy: name, message }),
    held: `validatingadmissionpolicies.admissionregistration.k8s.io/${name}`,
    deed: () => deedBehind(at, lastChange(at, subject, specOf)),
    change: template(refusal),
    undo: `kubectl delete validatingadmissionpolicybinding ${binding}`,
  };
};

const missing: Reader = (_, refusal) => {
  const { message, namespace } = refusal;
  const [, account] =
    /error looking up service account [^/]+\/(\S+): serviceaccount "[^"]+" not found/.exec(message) ?? [];
  if (account !== undefined)
    return {
      told: held('noServiceAccount', { account, namespace }),
      held: `serviceaccounts/${namespace}/${account}`,
      change: { type: 'command', line: `kubectl create serviceaccount ${account} -n ${namespace}` },
    };
  const [, priorityClass] = /no PriorityClass with name (\S+) was found/.exec(message) ?? [];
  if (priorityClass === undefined) return undefined;
  return { told: held('noPriorityClass', { priorityClass }), change: template(refusal) };
};

const READERS: readonly Reader[] = [podSecurity, quota, quotaUnsaid, webhook, policy, missing];
