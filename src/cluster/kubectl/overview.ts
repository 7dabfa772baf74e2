// Models nothing upstream: the commands of kubectl in words of our own; those of kubectl itself are not told again here

import type { Declared, Heading } from './flags/declared.ts';

/** By what one wants to do. */
const HEADINGS: { readonly [group in Heading]: string } = {
  change: 'To make and change objects',
  see: 'To see what is there',
  containers: 'To look into containers',
  nodes: 'To look after nodes and who may do what',
  about: 'About kubectl and the cluster',
};

const WIDTH = 16;

/** All commands, as `kubectl` alone and `kubectl --help` list them. */
export function overview(commands: readonly Declared[]): string {
  const groups = Object.entries(HEADINGS).map(([group, title]) => {
    const lines = commands
      .filter((one) => one.group === group)
      .map(({ name, does = '' }) => `  ${name.padEnd(WIDTH)}${does}\n`);
    return `\n${title}:\n${lines.join('')}`;
  });
  return `kubectl asks the API server of the simulated cluster.\n${groups.join('')}\n"kubectl COMMAND --help" shows how one is used.\n`;
}
