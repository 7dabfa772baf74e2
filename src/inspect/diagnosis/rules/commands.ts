import type { KObject } from '../../../api/types/meta.ts';
import type { PolicyRule } from '../../../api/types/rbac.ts';
import { compareStrings } from '../../../base/order.ts';
import { ruleAllows } from '../../../cluster/apiserver/authz/rbac.ts';
import type { RequestInfo } from '../../../cluster/apiserver/request/request-info.ts';
import { COMMANDS_TABLE, type CommandRow } from '../../../cluster/kubectl/session/rows.ts';
import { apiserver } from '../../../steps/apiserver.ts';
import type { Instant } from '../instant.ts';
import { momentsOf } from '../moment-index.ts';
import { type Hold, held, type Rule, wished } from '../unmet.ts';
import type { World } from '../world.ts';
import { knownRefusal } from './refusals.ts';

/** The newest command of the terminal. */
function lastCommand(at: Instant): CommandRow | undefined {
  let last: CommandRow | undefined;
  for (const row of at.table<CommandRow>(COMMANDS_TABLE).values())
    if (last === undefined || row.id > last.id) last = row;
  return last;
}

/** What was typed last and was refused by whoever guards the API. What is wrong with it by itself kubectl says better. */
export const commands: Rule = {
  name: 'commands',
  *find(world) {
    const { at } = world;
    const last = lastCommand(at);
    if (last === undefined || (last.exitCode ?? 0) === 0 || last.argv.includes('drain')) return;
    const { id, argv, stderr } = last;
    const hold = forbidden(world, stderr) ?? refused(world, stderr);
    if (hold === undefined) return;
    yield {
      subject: `kubectl/${id}`,
      wish: wished('command', { line: argv.join(' ') }),
      hold: () => ({ since: () => refusalOf(at, stderr), ...hold }),
    };
  },
};

/** The cluster's own parts ask again, and who may what of them is no matter of roles that people bind. */
const OWN_PARTS = /^system:(?:node:|kube-|serviceaccount:kube-system:)/;

/** What others than the terminal asked for in the story at the cursor, and no rule allows to this moment. */
export const refusedRequests: Rule = {
  name: 'refusedRequests',
  *find(world) {
    const { at } = world;
    const story = storyAt(at);
    const printed = lastCommand(at)?.stderr ?? '';
    const told = new Set<string>();
    for (const seq of momentsOf(at, apiserver.responded.name).toReversed()) {
      if (at.journal.storyOf(seq) !== story || at.journal.step(seq).args.code !== 403) continue;
      const reason = String(at.journal.step(seq).args.reason);
      const asked = askedIn(reason);
      if (asked === undefined || OWN_PARTS.test(asked.user) || printed.includes(reason)) continue;
      const key = Object.values(asked).join(' ');
      if (told.has(key) || isGranted(world, asked)) continue;
      told.add(key);
      const { user, verb, resource } = asked;
      yield {
        subject: subjectOf(user),
        wish: wished('request', { user, verb, resource }),
        hold: () => ({ since: () => seq, told: forbiddenTo(world, asked), change: granting(world, asked) }),
      };
    }
  },
};

/** The newest story up to the cursor. */
function storyAt({ journal, cursor }: Instant): number {
  for (let seq = journal.momentAt(cursor.position); seq >= journal.base; seq = journal.momentAt(seq - 1))
    if (journal.storyOf(seq) >= 0) return journal.storyOf(seq);
  return -1;
}

function subjectOf(user: string): string {
  const [, namespace, name] = ACCOUNT.exec(user) ?? [];
  return name === undefined ? `users/${user}` : `serviceaccounts/${namespace}/${name}`;
}

type Subject = { readonly kind: string; readonly name: string; readonly namespace?: string };
type BindingObject = KObject & {
  readonly subjects?: readonly Subject[] | null;
  readonly roleRef: { readonly kind: string; readonly name: string };
};

/** By now a binding lets him. */
function isGranted(world: World, asked: Asked): boolean {
  const question = questionOf(asked);
  const [, of, account] = ACCOUNT.exec(asked.user) ?? [];
  const isHim = ({ kind, name, namespace }: Subject) =>
    kind === 'User' ? name === asked.user : kind === 'ServiceAccount' && name === account && namespace === of;
  const allows = ({ subjects, roleRef: { kind, name }, metadata }: BindingObject) => {
    const own = kind === 'Role' ? `roles.${RBAC}/${metadata.namespace}/${name}` : `clusterroles.${RBAC}/${name}`;
    const rules = world.get<RoleObject>(own)?.rules ?? [];
    return (subjects ?? []).some(isHim) && rules.some((rule) => ruleAllows(rule, question));
  };
  return (
    world.all<BindingObject>(`clusterrolebindings.${RBAC}`).some(allows) ||
    world
      .all<BindingObject>(`rolebindings.${RBAC}`)
      .some((binding) => binding.metadata.namespace === asked.namespace && allows(binding))
  );
}

/** The answer that the command printed. */
function refusalOf(at: Instant, stderr: string): number | undefined {
  return momentsOf(at, apiserver.responded.name).findLast((seq) => {
    const reason = String(at.journal.step(seq).args.reason);
    return reason !== '' && stderr.includes(reason);
  });
}

const MAY_NOT =
  /User "([^"]+)" cannot (\S+) (?:resource "([^"]+)" in API group "([^"]*)"(?: in the namespace "([^"]+)"| at the cluster scope)|path "([^"]+)")/;

function forbidden(world: World, stderr: string): Hold | undefined {
  const asked = askedIn(stderr);
  if (asked === undefined) return forbiddenPath(stderr);
  return { told: forbiddenTo(world, asked), change: granting(world, asked) };
}

/** A path that is no resource is allowed by a rule for just that, which a role of the whole cluster alone may have. */
function forbiddenPath(stderr: string): Hold | undefined {
  const [, user = '', verb = '', , , , path] = MAY_NOT.exec(stderr) ?? [];
  if (path === undefined) return undefined;
  const rule = `nonResourceURLs: ["${path}"], verbs: ["${verb}"]`;
  const line = `kubectl create clusterrole ${user.replace(/.*:/, '')}-path --verb=${verb} --non-resource-url=${path}`;
  return { told: held('forbiddenPath', { user, verb, path, rule }), change: { type: 'command', line } };
}

/** What was asked for, in the words of the answer; a path that is no resource is another matter. */
function askedIn(message: string): Asked | undefined {
  const [, user, verb = '', resource = '', group = '', namespace = '', path] = MAY_NOT.exec(message) ?? [];
  return user === undefined || path !== undefined ? undefined : { user, verb, resource, group, namespace };
}

function forbiddenTo(world: World, asked: Asked): Hold['told'] {
  const { group, resource, verb } = asked;
  const rule = `apiGroups: ["${group}"], resources: ["${resource}"], verbs: ["${verb}"]`;
  const role = leastRole(world, asked);
  return held('forbidden', { ...asked, rule, role: role === undefined ? '' : `${role.kind} ${role.name}` });
}

/** Bind the role that allows it; where there is none, make one. */
function granting(world: World, asked: Asked): NonNullable<Hold['change']> {
  const role = leastRole(world, asked);
  return { type: 'command', line: role === undefined ? newRole(asked) : binding(asked, role) };
}

interface Asked {
  readonly user: string;
  readonly verb: string;
  readonly resource: string;
  readonly group: string;
  /** Empty for what is in no namespace, and for all of them. */
  readonly namespace: string;
}

interface Role {
  readonly kind: 'Role' | 'ClusterRole';
  readonly name: string;
  /** How much it allows besides. */
  readonly width: number;
}

type RoleObject = KObject & { readonly rules?: readonly PolicyRule[] | null };
const RBAC = 'rbac.authorization.k8s.io';

/** The role that allows it and the least besides; those of the cluster's own parts are not for others. */
function leastRole(world: World, asked: Asked): Role | undefined {
  const roles: Role[] = [];
  const question = questionOf(asked);
  const look = (kind: Role['kind'], { metadata, rules }: RoleObject) => {
    const { name = '' } = metadata;
    if (name.includes(':') || name.endsWith('admin') || !(rules ?? []).some((rule) => ruleAllows(rule, question)))
      return;
    roles.push({ kind, name, width: (rules ?? []).reduce((sum, rule) => sum + widthOf(rule), 0) });
  };
  for (const role of world.all<RoleObject>(`clusterroles.${RBAC}`)) look('ClusterRole', role);
  for (const role of world.all<RoleObject>(`roles.${RBAC}`))
    if (role.metadata.namespace === asked.namespace) look('Role', role);
  return roles.sort((a, b) => a.width - b.width || compareStrings(a.name, b.name))[0];
}

function questionOf({ verb, resource: asked, group, namespace }: Asked): RequestInfo {
  const [resource = '', subresource = ''] = asked.split('/');
  const plain = { isResource: true, path: '', version: '', name: '', rest: [] };
  return { ...plain, verb, group, namespace, resource, subresource };
}

function widthOf({ resources = [], verbs }: PolicyRule): number {
  const of = (list: readonly string[]) => (list.includes('*') ? 100 : list.length);
  return of(resources) * of(verbs);
}

const ACCOUNT = /^system:serviceaccount:([^:]+):(.+)$/;

function binding({ user, namespace }: Asked, { kind, name }: Role): string {
  const [, of, account] = ACCOUNT.exec(user) ?? [];
  const who = account === undefined ? `--user=${user}` : `--serviceaccount=${of}:${account}`;
  const role = kind === 'Role' ? `--role=${name}` : `--clusterrole=${name}`;
  const own = `${plainName(account ?? user)}-${name}`;
  return namespace === ''
    ? `kubectl create clusterrolebinding ${own} ${role} ${who}`
    : `kubectl create rolebinding ${own} ${role} ${who} -n ${namespace}`;
}

/** To be bound in turn once it is there. */
function newRole({ verb, resource, group, namespace }: Asked): string {
  const [plain = '', sub] = resource.split('/');
  const qualified = `${plain}${group === '' ? '' : `.${group}`}${sub === undefined ? '' : `/${sub}`}`;
  const name = `${verb}-${resource.replace('/', '-')}`;
  return namespace === ''
    ? `kubectl create clusterrole ${name} --verb=${verb} --resource=${qualified}`
    : `kubectl create role ${name} --verb=${verb} --resource=${qualified} -n ${namespace}`;
}

function plainName(user: string): string {
  return user.toLowerCase().replace(/[^a-z0-9.-]+/g, '-');
}

/** Who stands between the right and the store: quotas, levels, policies, webhooks. */
function refused(world: World, stderr: string): Hold | undefined {
  const [, resource = '', name = ''] = /(\S+) "([^"]+)" is forbidden: /.exec(stderr) ?? [];
  const namespace = /in the namespace "([^"]+)"/.exec(stderr)?.[1] ?? namespaceOf(lastCommand(world.at)?.argv ?? []);
  const owner = `${resource}/${namespace}/${name}`;
  return knownRefusal(world, { namespace, owner, template: 'spec', message: stderr.trim() });
}

function namespaceOf(argv: readonly string[]): string {
  const at = argv.findIndex((word) => word === '-n' || word === '--namespace');
  const said = argv.find((word) => word.startsWith('--namespace='))?.slice('--namespace='.length);
  return said ?? (at < 0 ? 'default' : (argv[at + 1] ?? 'default'));
}
