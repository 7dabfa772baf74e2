import type { Input } from '../protocol/run-description.ts';

/** What can be stopped, by name. */
export interface Machines {
  readonly nodes: readonly string[];
  readonly members: readonly string[];
}

const FORMS = 'kubelet/NODE, connection/NODE, api-server or etcd/MEMBER';
const PARTS: readonly string[] = ['etcd', 'kubelet', 'connection'];

/** What stops a part of the cluster, or starts it: the same as in the panels of the page. */
export function deedOf(part: string, state: 'running' | 'stopped', { nodes, members }: Machines): Input {
  const [what, name = '', ...more] = String(part).split('/');
  if (what === 'api-server' && name === '' && more.length === 0) return { type: 'api-server', state };
  if (!PARTS.includes(what as string) || name === '' || more.length > 0)
    throw new Error(`${part} is no part: write ${FORMS}`);
  if (what === 'etcd') {
    if (!members.includes(name)) throw new Error(`etcd has no member ${name}: there are ${members.join(', ')}`);
    return { type: 'etcd-member', member: name, state };
  }
  if (!nodes.includes(name)) throw new Error(`there is no node ${name}: there are ${nodes.join(', ')}`);
  if (what === 'kubelet') return { type: 'kubelet', node: name, state };
  return { type: 'partition', node: name, state: state === 'stopped' ? 'cut' : 'whole' };
}
