// Models the usage lines and the defaults of flags of staging/src/k8s.io/kubectl/pkg/cmd (v1.36); what they mean is not told again here

import type { Command } from './commands/declaration.ts';
import { type Flag, GLOBAL_FLAGS, readFlags } from './flags/argv.ts';

/** What a flag is when it is not given, where that is not nothing and the same for all that have it. */
const DEFAULTS: ReadonlyMap<string, string> = new Map([
  ['allow-missing-template-keys', 'true'],
  ['cache-dir', "'/home/user/.kube/cache'"],
  ['cascade', "'background'"],
  ['chunk-size', '500'],
  ['detach-keys', "'ctrl-p,ctrl-q'"],
  ['dry-run', "'none'"],
  ['grace-period', '-1'],
  ['log-flush-frequency', '5s'],
  ['override-type', "'merge'"],
  ['pod-running-timeout', '1m0s'],
  ['profile', "'none'"],
  ['profile-output', "'profile.pprof'"],
  ['request-timeout', "'0'"],
  ['use-protocol-buffers', 'true'],
  ['v', '0'],
  ['validate', "'strict'"],
  ['vmodule', ''],
]);

/** Flags of several commands that no help mentions. */
const HIDDEN: readonly string[] = ['record'];

/** How a command is used, its subcommands, and its flags as they are when they are not given. */
export function helpText(command: Command, commands: ReadonlyMap<string, Command>): string {
  const { name, does, usage, deprecated = {} } = command;
  const inside = `${name} `;
  const subcommands = [...commands.keys()]
    .filter((one) => one.startsWith(inside) && !one.slice(inside.length).includes(' '))
    .sort();
  const flags = readFlags(command.flags).filter((flag) => !HIDDEN.includes(flag.name) && !(flag.name in deprecated));
  const line = ['kubectl', name, usage, flags.length > 0 ? '[options]' : undefined];
  return [
    does === undefined ? '' : `kubectl ${name} ${does}.\n\n`,
    `Usage:\n  ${line.filter((part) => part !== undefined).join(' ')}\n`,
    subcommands.length === 0
      ? ''
      : `\nSubcommands:\n${subcommands.map((one) => `  ${one.slice(inside.length)}\n`).join('')}`,
    flags.length === 0
      ? ''
      : `\nOptions:\n${flags.map((flag) => flagLine(flag, managerOf(command, commands), command.defaults)).join('')}`,
    '\n"kubectl options" lists those that all commands have. What each means stands in the documentation of kubectl.\n',
  ].join('');
}

/** Who writes: the command above a subcommand does. */
function managerOf({ name, manager }: Command, commands: ReadonlyMap<string, Command>): string {
  const [top = ''] = name.split(' ');
  return manager ?? commands.get(top)?.manager ?? `kubectl-${top}`;
}

/** The flags that all commands have, as they are when they are not given. */
export function optionsText(): string {
  const flags = GLOBAL_FLAGS.filter(({ name }) => name !== 'help');
  return `These flags may stand with any command:\n${flags.map((flag) => flagLine(flag, 'kubectl')).join('')}`;
}

type Defaults = { readonly [flag: string]: string };

function flagLine(flag: Flag, manager: string, defaults: Defaults = {}): string {
  const { name, letter } = flag;
  return `  ${letter === undefined ? '    ' : `-${letter}, `}--${name}=${defaultOf(flag, manager, defaults)}\n`;
}

function defaultOf({ name, is, takes }: Flag, manager: string, defaults: Defaults): string {
  if (name === 'field-manager') return `'${manager}'`;
  const known = defaults[name] ?? DEFAULTS.get(name);
  if (known !== undefined) return known;
  if (is === 'switch') return 'false';
  if (is === 'whole') return '0';
  if (is === 'duration') return '0s';
  return takes === 'value' ? "''" : '[]';
}
