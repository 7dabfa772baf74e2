import { type ReactElement, useEffect, useRef, useState } from 'react';
import { connect } from '../../embed/connect.ts';
import { SANDBOX } from '../../protocol/embed/index.ts';
import { useWords } from '../widgets/kit/words.ts';
import { builderWords } from './builder-strings.ts';

/** So long after the last change the demo is loaded anew. */
const SETTLED_MS = 600;

/** A demo as it will be, which runs. It tells the picture of what it begins with, and of which address that is. */
export function Preview(props: {
  readonly address: string;
  readonly height: number;
  readonly onPoster: (svg: string, address: string) => void;
}): ReactElement {
  const { address, height, onPoster } = props;
  const t = useWords(builderWords);
  const frame = useRef<HTMLIFrameElement>(null);
  const [shown, setShown] = useState<string>();
  const isOn = shown !== undefined;
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(() => setShown(address), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [address, isOn]);
  useEffect(() => {
    if (frame.current === null || shown === undefined) return;
    const demo = connect(frame.current);
    demo.send({ type: 'export', as: 'poster' }).then(
      (svg) => svg !== undefined && onPoster(svg, shown),
      () => undefined,
    );
    return () => demo.close();
  }, [shown, onPoster]);
  if (shown === undefined)
    return (
      <button type="button" className="k-btn k-small" onClick={() => setShown(address)}>
        {t('preview')}
      </button>
    );
  return (
    <iframe
      ref={frame}
      key={shown}
      className="builder-preview"
      title={t('preview')}
      src={shown}
      sandbox={SANDBOX}
      height={height}
    />
  );
}
