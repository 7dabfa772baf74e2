import { forbidden, type Status } from '../../../api/errors/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { PolicyRule } from '../../../api/types/rbac.ts';
import { MASTERS } from '../authn/user.ts';
import { EscalationCheck } from '../authz/escalation.ts';
import type { ServerCore } from '../core/core.ts';
import type { AdmissionAttributes } from './attributes.ts';

const RBAC = 'rbac.authorization.k8s.io';

interface RoleRef {
  readonly kind: string;
  readonly name: string;
}

interface RbacView extends KObject {
  readonly rules?: readonly PolicyRule[] | null;
  readonly roleRef?: RoleRef;
}

/** What the storage of roles and bindings refuses by itself: those that would give away what their author does not have. */
// Models pkg/registry/rbac/{role,rolebinding}/policybased/storage.go (v1.36)
export function refusalOf(core: ServerCore, attributes: AdmissionAttributes, object: KObject): Status | undefined {
  const { resource, subresource, operation, namespace, name, user } = attributes;
  if (resource.group !== RBAC || subresource !== '' || operation === 'DELETE') return undefined;
  if (user.groups.includes(MASTERS)) return undefined;
  const check = new EscalationCheck(core.access.authorizer, core.access.rbac);
  const view = object as RbacView;
  const why =
    view.roleRef === undefined
      ? check.role(user, resource.resource, namespace, name, view)
      : check.binding(user, namespace, view.roleRef, rulesOf(core, view.roleRef, namespace));
  return why === undefined ? undefined : forbidden(resource, name, why);
}

function rulesOf(core: ServerCore, { kind, name }: RoleRef, namespace: string): readonly PolicyRule[] | undefined {
  const cluster = kind === 'ClusterRole';
  const store = core.stores.byName(`${cluster ? 'clusterroles' : 'roles'}.${RBAC}`);
  const role = store?.cacher.get(cluster ? '' : namespace, name) as RbacView | undefined;
  return role === undefined ? undefined : (role.rules ?? []);
}
