import type { Stores } from '../registry/stores.ts';
import type { BindingObject, RbacLister, RoleObject } from './rbac.ts';

const GROUP = 'rbac.authorization.k8s.io';

/** RBAC reads its objects from the server's own caches. */
// Models plugin/pkg/auth/authorizer/rbac/rbac.go, RoleGetter and the listers (v1.36)
export function rbacLister(stores: Stores): RbacLister {
  const cacher = (resource: string) => {
    const store = stores.byName(`${resource}.${GROUP}`);
    if (store === undefined) throw new Error(`no resource ${resource}`);
    return store.cacher;
  };
  const clusterRoles = cacher('clusterroles');
  const roles = cacher('roles');
  const clusterBindings = cacher('clusterrolebindings');
  const bindings = cacher('rolebindings');
  return {
    clusterRoleBindings: () => clusterBindings.list('') as unknown as readonly BindingObject[],
    roleBindings: (namespace) => bindings.list(namespace) as unknown as readonly BindingObject[],
    clusterRole: (name) => clusterRoles.get('', name) as unknown as RoleObject | undefined,
    role: (namespace, name) => roles.get(namespace, name) as unknown as RoleObject | undefined,
    generation: () => clusterRoles.generation + roles.generation + clusterBindings.generation + bindings.generation,
  };
}
