// Models pkg/kubelet/kubelet_pods.go makeEnvironmentVariables (v1.36)

import type { Container, FileKeySelector } from '../../../api/types/core.ts';
import { fromBase64 } from '../../../base/bytes/base64.ts';
import { sortedKeys } from '../../../base/order.ts';
import type { Context, Process } from '../../../engine/index.ts';
import type { NodeServices } from '../node/services.ts';
import { cached, type Keyed } from '../objects/object-cache.ts';
import type { PodState } from '../pods/pod-state.ts';
import type { Waiting } from '../pods/waiting.ts';
import { valueInFile } from './env-file.ts';

/** What of a container's environment comes from other objects; why it waits, when one does not exist. */
export function* referEnvironment(
  ctx: Context,
  services: NodeServices,
  state: PodState,
  container: Container,
): Process<Waiting | undefined> {
  const references = referencesOf(container);
  if (references.length === 0) return undefined;
  const { namespace = 'default' } = state.pod.metadata;
  const all = new Map<string, string>();
  const single = new Map<string, string>();
  for (const reference of references) {
    if (reference.kind === 'File') {
      const found = valueInFile(state, reference.selector);
      if ('problem' in found) return { reason: 'CreateContainerConfigError', message: found.problem };
      if (found.value !== undefined) single.set(reference.variable, found.value);
      continue;
    }
    const { kind, name, key, optional, variable } = reference;
    const known = yield* cached(ctx, services, kind === 'ConfigMap' ? 'configmap' : 'secret', namespace, name);
    let message: string;
    if (typeof known === 'string') {
      if (optional && known.endsWith(' not found')) continue;
      message = known;
    } else {
      const found = valuesOf(kind, known);
      if (key === undefined) {
        for (const [each, value] of found) all.set(`${variable}${each}`, value);
        continue;
      }
      const value = found.get(key);
      if (value !== undefined) single.set(variable, value);
      if (value !== undefined || optional) continue;
      message = `couldn't find key ${key} in ${kind} ${namespace}/${name}`;
    }
    return { reason: 'CreateContainerConfigError', message };
  }
  state.starts.referred = state.starts.referred.with(container.name, { all, single });
  return undefined;
}

/** Plain text; bytes that are no text are left out. */
function valuesOf(kind: ObjectReference['kind'], { data = {} }: Keyed): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const key of sortedKeys(Object.keys(data))) {
    const value = data[key] as string;
    values.set(key, kind === 'Secret' ? (fromBase64(value) ?? '') : value);
  }
  return values;
}

type Reference = ObjectReference | FileReference;

interface FileReference {
  readonly kind: 'File';
  readonly selector: FileKeySelector;
  readonly variable: string;
}

interface ObjectReference {
  readonly kind: 'ConfigMap' | 'Secret';
  readonly name: string;
  /** Undefined: all keys. */
  readonly key: string | undefined;
  readonly optional: boolean;
  /** The variable's name; where all keys are taken, what stands before theirs. */
  readonly variable: string;
}

interface Selector {
  readonly name?: string;
  readonly key?: string;
  readonly optional?: boolean;
}

function referencesOf({ env = [], envFrom = [] }: Container): readonly Reference[] {
  const found: Reference[] = [];
  const add = (kind: ObjectReference['kind'], selector: Selector | undefined, variable: string): void => {
    if (selector?.name === undefined) return;
    const { name, key, optional = false } = selector;
    found.push({ kind, name, key, optional, variable });
  };
  for (const { configMapRef, secretRef, prefix = '' } of envFrom) {
    add('ConfigMap', configMapRef, prefix);
    add('Secret', secretRef, prefix);
  }
  for (const { name, valueFrom } of env) {
    add('ConfigMap', valueFrom?.configMapKeyRef, name);
    add('Secret', valueFrom?.secretKeyRef, name);
    const selector = valueFrom?.fileKeyRef;
    if (selector !== undefined) found.push({ kind: 'File', selector, variable: name });
  }
  return found;
}
