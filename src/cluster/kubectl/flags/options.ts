// Models github.com/spf13/pflag as kubectl uses it (v1.36)

import type { FlagsOf, GivenFlags, GLOBAL_SPEC } from './argv.ts';

/** What is read by parts that serve many commands, and therefore of each of these. */
type SharedSpec =
  '@print @files @make all:b A/all-namespaces:b l/selector field-selector chunk-size:i local:b record:b no-headers:b sort-by w/watch:b watch-only:b pod-running-timeout:d';

/**
 * The flags that a command was given, each read in the way of its kind. `Options<typeof FLAGS>` reads what `FLAGS` declares beside
 * what all commands have and what many of them have; `Options` alone is for parts that serve many.
 */
export type Options<Spec extends string = never> = GivenFlags<FlagsOf<Spec | SharedSpec | typeof GLOBAL_SPEC>>;
