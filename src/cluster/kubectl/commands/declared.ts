// Models staging/src/k8s.io/kubectl/pkg/cmd/cmd.go NewKubectlCommand (v1.36)

import type { Command } from './declaration.ts';

const DECLARED = import.meta.glob<() => readonly Command[]>('./*/command.ts', { eager: true, import: 'commands' });

/** Every command that some folder declares, by its words. */
export function declaredCommands(): ReadonlyMap<string, Command> {
  const all = Object.values(DECLARED).flatMap((commands) => commands());
  return new Map(all.map((command) => [command.name, command]));
}
