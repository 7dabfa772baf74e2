import { type ReactElement, useRef } from 'react';
import { PlainEditor } from '../editor/plain-editor.tsx';
import { shownFile, type Workbench } from '../editor/workbench.ts';
import { Dialog } from '../widgets/kit/dialog.tsx';
import { useWords } from '../widgets/kit/words.ts';
import { fileWords } from './file-strings.ts';
import './file-dialog.css';

/**
 * The editor that a command has opened, and waits for. It is saved, closed as it was, or put aside: then what was typed stays,
 * and the command goes on waiting.
 */
export function FileDialog(props: {
  readonly line: string;
  /** It has this file alone. */
  readonly bench: Workbench;
  readonly onSave: () => void;
  readonly onLeave: () => void;
  readonly onAside: () => void;
}): ReactElement {
  const t = useWords(fileWords);
  const { line, bench, onSave, onLeave, onAside } = props;
  const { name, text } = shownFile(bench.getState());
  const area = useRef<HTMLTextAreaElement>(null);
  // What was refused says so in the comments at the head of its file.
  const isRefused = /^# .*(?: was not valid:|had a syntax error)/m.test(text);
  return (
    <Dialog title={line} wide onClose={onAside}>
      <p className={isRefused ? 'x-file-note x-refused' : 'x-file-note'} role="status">
        {isRefused ? t('file.refused') : t('file.waits')}
      </p>
      <div className="x-file">
        <PlainEditor
          bench={bench}
          file={name}
          label={t('file', { name })}
          dark={false}
          markers={[]}
          reveal={undefined}
          onApply={onSave}
          area={area}
        />
      </div>
      <p className="x-file-keys">
        <button type="button" className="k-btn k-primary" onClick={onSave}>
          {t('file.save')}
        </button>
        <button type="button" className="k-btn" onClick={onLeave}>
          {t('file.leave')}
        </button>
        <span>{t('file.keys')}</span>
      </p>
    </Dialog>
  );
}
