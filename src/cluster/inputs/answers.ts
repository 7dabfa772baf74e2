// Models nothing upstream: what a person gives to a command that waits for him (v1.36)

import type { Context, Engine } from '../../engine/index.ts';
import { kubectl } from '../../steps/kubectl.ts';
import type { Cluster } from '../config/cluster-config.ts';

export interface AnswerGiven {
  readonly type: 'answer';
  /** The number of the command. */
  readonly command: number;
  /** The file as it was saved, or what was typed; undefined: closed without saving, or Ctrl+D. */
  readonly text?: string;
}

/** Where nobody waits for it, it is typed into the void. */
export function giveAnswer(engine: Engine, { readers }: Cluster, { command, text }: AnswerGiven): void {
  const reader = readers.get(command);
  const ctx = begun(engine, `kubectl/${command}`, command, reader?.for === 'file', text);
  reader?.take(ctx, text);
}

function begun(engine: Engine, subject: string, command: number, isFile: boolean, text: string | undefined): Context {
  const begin = engine.beginStory.bind(engine);
  if (isFile)
    return begin('kubectl', text === undefined ? kubectl.editorClosed : kubectl.editorSaved, subject, { command });
  if (text === undefined) return begin('kubectl', kubectl.inputEnded, subject, { command });
  return begin('kubectl', kubectl.lineTyped, subject, {
    command,
    line: (text.split('\n', 1)[0] ?? '').slice(0, LONGEST),
  });
}

const LONGEST = 120;
