import type { Pod } from '../../api/types/core.ts';
import type { KObject } from '../../api/types/meta.ts';
import { PEOPLE } from '../../cluster/clients/identities.ts';
import { CLUSTER } from '../../cluster/kubectl/session/kubeconfig.ts';
import type { Candidate } from '../../protocol/queries.ts';
import type { Known } from './known.ts';

export type FilesAt = (word: string) => readonly Candidate[];

/** A kubectl line up to the word that is completed. */
export interface KubectlLine {
  readonly known: Known;
  readonly path: string;
  /** The words that are no flags, after the command. */
  readonly words: readonly string[];
  readonly flags: ReadonlyMap<string, string>;
  readonly namespace: string;
  readonly files: FilesAt;
}

/** The namespace of the context, where `kubectl config set-context` has changed it. */
export function namespaceOfContext(known: Known): string {
  const config = known.changedConfig() as ChangedConfig | undefined;
  const current = config?.contexts?.find(({ name }) => name === config['current-context']);
  return current?.context?.namespace ?? 'default';
}

interface ChangedConfig {
  readonly 'current-context'?: string;
  readonly contexts?: readonly { readonly name: string; readonly context?: { readonly namespace?: string } }[];
}

/** Of a Pod, or of the template of what makes Pods. */
export function containersOf(object: KObject | undefined): readonly string[] {
  const { spec } = (object ?? {}) as {
    readonly spec?: Pod['spec'] & { readonly template?: { readonly spec?: Pod['spec'] } };
  };
  const inner = spec?.template?.spec ?? spec;
  const { containers = [], initContainers = [], ephemeralContainers = [] } = inner ?? {};
  return [...containers, ...initContainers, ...ephemeralContainers].map(({ name }) => name);
}

export function contexts(known: Known): readonly Candidate[] {
  const config = known.changedConfig() as ChangedConfig | undefined;
  const names = config?.contexts?.map(({ name }) => name) ?? Object.keys(PEOPLE).map((user) => `${user}@${CLUSTER}`);
  return names.map((text) => ({ text }));
}
