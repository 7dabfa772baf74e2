import { textAt } from './json.ts';
import type { Recording } from './recording.ts';

/** From a command to its first request, on the machine of the recordings as in the simulation. */
const USUAL_START = 0.045;

/** How much later than usual each command began to talk to the server: the machine had other things to do. */
export function startDelays(recording: Recording): readonly number[] {
  const requests = [...recording.audit, ...recording.reads]
    .filter(({ ua }) => ua.startsWith('kubectl'))
    .map(({ t0 }) => t0)
    .sort((a, b) => a - b);
  return recording.commands.map(({ t, dt, background }) => {
    const first = background === true ? undefined : requests.find((t0) => t0 >= t && t0 <= t + dt);
    return first === undefined ? 0 : Math.max(0, first - t - USUAL_START);
  });
}

/** Names bindings by what two runs have in common: the how-manieth of a name, generated or not. */
export class Bindings {
  private readonly counts = new Map<string, number>();

  key(namespace: string, family: string): string {
    const name = `${namespace}/${family}`;
    const place = this.counts.get(name) ?? 0;
    this.counts.set(name, place + 1);
    return `${name} ${place}`;
  }
}

/** Bindings whose Pod was refused to its own node at first. */
export function refusedPods(recording: Recording): ReadonlySet<string> {
  const paths = new Set(
    recording.reads
      .filter(({ code, user, verb }) => code === 403 && verb === 'get' && user.startsWith('system:node:'))
      .map(({ uri }) => uri),
  );
  const refused = new Set<string>();
  if (paths.size === 0) return refused;
  const families = new Map<string, string>();
  for (const { resource, object } of recording.watch) {
    if (resource === 'pods')
      families.set(textAt(object, 'metadata', 'name'), textAt(object, 'metadata', 'generateName'));
  }
  const bindings = new Bindings();
  for (const { resource, subresource, code, namespace = '', name } of recording.audit) {
    if (resource !== 'pods' || subresource !== 'binding' || code >= 300) continue;
    const key = bindings.key(namespace, families.get(name) || name);
    if (paths.has(`/api/v1/namespaces/${namespace}/pods/${name}`)) refused.add(key);
  }
  return refused;
}
