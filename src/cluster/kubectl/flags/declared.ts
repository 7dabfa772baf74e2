// Models spf13/cobra's Command as kubectl fills it in, and what its commands read first (v1.36)

/** Under which heading `kubectl` alone lists a command. */
export type Heading = 'change' | 'see' | 'containers' | 'nodes' | 'about';

/** What a command says of itself, but for what it does when it runs. */
export interface Declared {
  /** Its words: `create role`. What a subcommand does not say is said by the command above it, as for `looks`. */
  readonly name: string;
  /** Its flags beside those of all commands: see argv.ts for how they are written. */
  readonly flags: string;

  // What is told of it
  /** The place in kubectl's own order, in which similar commands are suggested; one without stands behind all others. */
  readonly order?: number;
  readonly group?: Heading;
  /** `kubectl cordon` … `lets no new Pods onto a node`. */
  readonly does?: string;
  /** What stands behind its words. */
  readonly usage?: string;
  /** Flags that are something when they are not given; beside those that are the same for all commands. */
  readonly defaults?: { readonly [flag: string]: string };
  /** Flags that are understood, that no help mentions, and what is said to who uses one. */
  readonly deprecated?: { readonly [flag: string]: string };

  // How it is found
  /** Other words for its last one. */
  readonly aliases?: readonly string[];
  /** Words that mean this command to people who know another tool. */
  readonly meantBy?: readonly string[];
  /** A shell has a word or a program of that name, and means that. */
  readonly isShellWord?: true;
  /** Only its subcommands do something. Alone it tells how it is used: as asked for, or as what went wrong. */
  readonly alone?: 'helps' | 'prints' | 'complains';

  // How it goes about its work
  /** Who writes, unless somebody says otherwise: most commands do so in their own name. */
  readonly manager?: string;
  /** Without this flag it reads nothing at all. */
  readonly required?: string;
  /** The flags whose mistakes it tells before it looks at anything else. */
  readonly settles?: 'dry run' | 'output' | 'dry run and output';
  /** It only looks: nothing changes by it, so its answer is wanted at once. */
  readonly looks?: boolean;
  /** It lists objects page by page. */
  readonly listsInPages?: true;
  /** To it `--all` is a selector; others go by the names beside it. */
  readonly allSelects?: true;
  /** It is about the kubeconfig itself, so it needs nothing of it. */
  readonly isOfKubeconfig?: true;
  /** It needs neither a kubeconfig nor a client of the API: always, or with a flag. */
  readonly asksNobody?: true;
  readonly asksNobodyWith?: string;
  /** The exit code of a command that was given wrongly, where that is not 1. */
  readonly misuse?: number;
}

/** Of what was not typed as a command. */
export const UNDECLARED: Declared = { name: '', flags: '' };
