/** What stands in the place of a resource where a step is about no object. */
const NO_OBJECTS: ReadonlySet<string> = new Set(['kubectl', 'requests', 'informer', 'processes', 'etcd', 'cluster']);

/** Whether what a step is about is one object, that one can follow: `pods/default/web`, `nodes/node-1`. */
export function isFollowable(subject: string): boolean {
  const [resource = '', ...names] = subject.split('/');
  const name = names.at(-1) ?? '';
  return !NO_OBJECTS.has(resource) && name !== '' && name !== '*' && !name.endsWith('-');
}
