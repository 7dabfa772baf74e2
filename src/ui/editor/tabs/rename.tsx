import { type ReactElement, useEffect, useRef, useState } from 'react';
import { type Dictionary, useWords } from '../../widgets/kit/words.ts';
import { renamed, type Workbench } from '../workbench.ts';

const en = { newName: 'New name', taken: 'There is a file of that name, or the name is empty.' };
const zh: Record<keyof typeof en, string> = { newName: '新名称', taken: '已有同名文件，或名称为空。' };
const words: Dictionary<keyof typeof en> = { en, zh };

/** The field for a new name, in the place of a file's tab. */
export function Rename(props: {
  readonly bench: Workbench;
  readonly from: string;
  readonly onDone: () => void;
}): ReactElement {
  const t = useWords(words);
  const box = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(props.from);
  useEffect(() => box.current?.select(), []);
  const taken = renamed(props.bench.getState(), props.from, name) === undefined;
  const finish = () => {
    props.bench.setState((state) => renamed(state, props.from, name) ?? state);
    props.onDone();
  };
  return (
    <input
      ref={box}
      className="k-field e-rename"
      aria-label={t('newName')}
      aria-invalid={taken}
      title={taken ? t('taken') : undefined}
      value={name}
      // biome-ignore lint/a11y/noAutofocus: the reader has just asked to type a name
      autoFocus
      onChange={(event) => setName(event.currentTarget.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') finish();
        if (event.key === 'Escape') props.onDone();
      }}
    />
  );
}
