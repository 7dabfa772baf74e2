// Models pkg/probe/exec/exec.go (v1.36). The command is not run: what it asks for is read out of the container's own script.

import type { Container } from '../../api/types/core.ts';

/** Whether something is at a path, as far as that is known of the container itself. */
type Knows = (path: string) => boolean | undefined;

/** What a failing command writes, or undefined when it succeeds. `seconds`: how long the container has run. */
export function execProblem(
  container: Container,
  command: readonly string[],
  seconds: number,
  knows: Knows,
): string | undefined {
  const words = unwrapped(command);
  const [program = '', ...args] = words;
  if (program === 'false') return '';
  if (program === 'exit') return args[0] === undefined || args[0] === '0' ? undefined : '';
  const file = args.find((word) => word.startsWith('/'));
  if (file === undefined || (knows(file) ?? isThere(container, file, seconds))) return undefined;
  const negated = args.includes('!');
  if (program === 'test' || program === '[') return negated ? undefined : '';
  if (program === 'cat') return `cat: can't open '${file}': No such file or directory\n`;
  if (program === 'ls') return `ls: ${file}: No such file or directory\n`;
  return undefined;
}

/** `sh -c "cat /f"` is `cat /f`. */
function unwrapped(command: readonly string[]): readonly string[] {
  const [program = '', flag, script] = command;
  const isShell = /(^|\/)(sh|bash|ash)$/.test(program) && flag === '-c' && script !== undefined;
  return isShell ? script.trim().split(/\s+/) : command;
}

/** Only files that a script makes and removes come and go; others are there unless a temporary folder would hold them. */
function isThere({ command = [], args = [] }: Container, file: string, seconds: number): boolean {
  const script = [...command, ...args].join(' ');
  let there = !script.includes(file) ? !file.startsWith('/tmp/') : false;
  let passed = 0;
  for (const statement of script.split(/;|&&|\n/)) {
    const slept = /\bsleep\s+(\d+)/.exec(statement)?.[1];
    if (slept !== undefined) passed += Number(slept);
    if (passed > seconds) return there;
    if (!statement.includes(file)) continue;
    if (/\brm\b/.test(statement)) there = false;
    else if (/\btouch\b|>/.test(statement)) there = true;
  }
  return there;
}
