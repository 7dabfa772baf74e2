import { type ReactElement, useEffect, useRef, useState } from 'react';
import { useWords } from '../../widgets/kit/words.ts';
import { editorWords } from '../strings.ts';
import { renamed, type Workbench } from '../workbench.ts';

/** The field for a new name, in the place of a file's tab. */
export function Rename(props: {
  readonly bench: Workbench;
  readonly from: string;
  readonly onDone: () => void;
}): ReactElement {
  const t = useWords(editorWords);
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
