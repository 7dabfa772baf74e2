// Models github.com/spf13/pflag as kubectl uses it (v1.36)

import type { GivenFlags, GLOBAL_SPEC } from './argv.ts';
import type { flagTable } from './flag-table.ts';

type FlagTable = ReturnType<typeof flagTable>;
/** A command by its words: `create role`. */
type CommandPath = keyof FlagTable;

/**
 * The flags that a command was given. `Options<'get'>` reads what `get` declares in flag-table.ts, `Options<'set'>` what any of
 * `set image`, `set env` and so on does, `Options` what any command does: that is for what serves many of them.
 */
export type Options<Path extends CommandPath = CommandPath> = GivenFlags<
  FlagTable[Extract<CommandPath, Path | `${Path} ${string}`>] | typeof GLOBAL_SPEC
>;
