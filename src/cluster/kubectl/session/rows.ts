// Models what a terminal and staging/src/k8s.io/cli-runtime/pkg/genericclioptions/config_flags.go keep (v1.36)

import { tableName } from '../../../engine/index.ts';

/** What the terminal shows, one row a command, keyed by its number. */
export interface CommandRow {
  readonly id: number;
  readonly argv: readonly string[];
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | undefined;
}
export const COMMANDS_TABLE = tableName<CommandRow>('kubectl/commands');

/** What kubectl keeps on disk between commands. */
export interface CacheRow {
  readonly key: string;
  readonly fetchedAt: number;
  readonly body: unknown;
}
export const CACHE_TABLE = tableName<CacheRow>('kubectl/cache');
