// Models shell/ash.c of busybox and procps/kill.c, as far as the first process and jobs go (v1.36)

import type { Listed } from '../tools/around.ts';
import { ends, type Outcome } from '../tools/outcome.ts';
import { baseOf } from '../tools/told.ts';
import type { Jobs } from './jobs.ts';

const SIGNALS: { readonly [number: string]: string } = {
  1: 'HUP',
  2: 'INT',
  3: 'QUIT',
  9: 'KILL',
  10: 'USR1',
  12: 'USR2',
  15: 'TERM',
  28: 'WINCH',
};

/** `-s TERM`, `-15`, `-SIGTERM`: by its name. */
export function signalOf(flags: readonly string[]): string {
  const named = flags[0] === '-s' ? flags.slice(0, 2).join('') : flags.find((word) => /^-\w/.test(word));
  const signal = (named ?? '-TERM').replace(/^-(?:SIG|s(?=[A-Z]))?/, '').replace(/^SIG/, '');
  return SIGNALS[signal] ?? signal;
}

/** 15 of TERM. */
export const numberOf = (signal: string): number =>
  Number(Object.keys(SIGNALS).find((number) => SIGNALS[number] === signal) ?? 15);

/** Of processes the first ones are known, jobs, and the one that asks. */
export function killProcess(
  tool: string,
  args: readonly string[],
  jobs: Jobs,
  processes: readonly Listed[],
  tell: (signal: string, pid: number) => void,
): Outcome {
  const signal = signalOf(args);
  const targets = args.slice(args[0] === '-s' ? 2 : 0).filter((word) => !/^-\w/.test(word));
  let stderr = '';
  for (const target of targets) {
    const meant = processes.filter(({ pid, command }) =>
      tool === 'kill' ? target === String(pid) : command.split(/\s+/).some((word) => baseOf(word).startsWith(target)),
    );
    const job = tool === 'kill' ? jobs.find(target) : undefined;
    const isThere = meant.length > 0 || job?.ended.isSettled === false;
    if (isThere && signal !== '0') {
      for (const { pid } of meant) tell(signal, pid);
      if (meant.length === 0) job?.kill(128 + numberOf(signal));
    }
    if (isThere || tool === 'pkill') continue;
    stderr +=
      tool === 'kill' ? `sh: can't kill pid ${target}: No such process\n` : `killall: ${target}: no process killed\n`;
  }
  const failed = stderr !== '' || targets.length === 0;
  return ends(0, Number(failed), { output: stderr === '' ? [] : [{ at: 0, stream: 'stderr', text: stderr }] });
}
