import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { TerminalView } from '../../protocol/views.ts';
import { createWorkbench, shownFile, type Workbench } from '../editor/workbench.ts';
import { useHost, useNow } from '../widgets/kit/host.ts';
import { useWords } from '../widgets/kit/words.ts';
import { FileDialog } from './file-dialog.tsx';
import { fileWords } from './file-strings.ts';
import { answerOf } from './foreground.ts';

type Command = TerminalView['commands'][number];

/**
 * A file that a command has opened in the editor. The editor comes up by itself for who has typed the command here; who comes by
 * later, or has put it aside, finds a button.
 */
export function OpenFile(props: {
  readonly command: Command;
  readonly line: string;
  readonly isOwn: boolean;
}): ReactElement | null {
  const t = useWords(fileWords);
  const { command, line, isOwn } = props;
  const host = useHost();
  const isPast = useNow((frame) => frame?.isPast ?? false);
  const asked = command.asks?.for === 'file' ? command.asks : undefined;
  const name = asked?.name;
  const [opened, setOpened] = useState<string>();
  /** What was typed into the file stays there while it is put aside. */
  const desk = useRef<Workbench>(undefined);
  const seen = useRef<string>(undefined);
  useEffect(() => {
    if (name === undefined || isPast || !isOwn || seen.current === name) return;
    seen.current = name;
    setOpened(name);
  }, [name, isPast, isOwn]);
  if (asked === undefined) return null;
  if (desk.current === undefined || shownFile(desk.current.getState()).name !== asked.name)
    desk.current = createWorkbench(undefined, asked.name, [asked]);
  const { current: bench } = desk;
  const answer = (saved: string | undefined) => {
    setOpened(undefined);
    void host.give(answerOf(command.id, saved), { answer: true }).catch(() => undefined);
  };
  return (
    <div className="x-soft x-running">
      {t('file.open')}
      <button type="button" className="k-btn k-small" onClick={() => setOpened(asked.name)}>
        {t('file.show')}
      </button>
      {opened === asked.name && (
        <FileDialog
          line={line}
          bench={bench}
          onSave={() => answer(shownFile(bench.now()).text)}
          onLeave={() => answer(undefined)}
          onAside={() => setOpened(undefined)}
        />
      )}
    </div>
  );
}
