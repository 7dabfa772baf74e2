import type { Input } from '../../protocol/run-description.ts';
import type { TerminalView } from '../../protocol/views.ts';

type Command = TerminalView['commands'][number];

/** The command that reads what is typed, if any. */
export function talkingIn(commands: readonly Command[]): Command | undefined {
  return commands.find(({ asks, exitCode }) => exitCode === undefined && asks?.for === 'lines');
}

/** What is given to a command that waits; nothing: it is closed, or there is no more. */
export function answerOf(command: number, text: string | undefined): Input {
  return { type: 'answer', command, ...(text === undefined ? {} : { text }) };
}

/** The line that a command has not ended: what it asks with. */
export const askedWith = ({ stdout }: Pick<Command, 'stdout'>): string =>
  stdout.slice(stdout.lastIndexOf('\n') + 1).trimEnd();

export const ofNobody: readonly Input[] = [];

/** The command that the next one waits for, as the shell shows it. */
export function foregroundIn(commands: readonly Command[]): Command | undefined {
  return commands.find(({ line, exitCode }) => exitCode === undefined && !line.endsWith(' &'));
}
