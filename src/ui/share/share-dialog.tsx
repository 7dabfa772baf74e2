import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { usePage } from '../public.ts';
import { linkToNow } from '../scenarios/link.ts';
import { useScenario } from '../scenarios/use-scenario.ts';
import { Dialog } from '../widgets/kit/dialog.tsx';
import { useHost } from '../widgets/kit/host.ts';
import { useWords } from '../widgets/kit/words.ts';
import { embedCode } from './embed-code.ts';
import { shareWords } from './strings.ts';
import './share.css';

/** Longer links are cut by some chats and mail programs. */
const LONG = 2_000;

/** The step at the cursor as a link, and as what one puts into a page of one's own. */
export function ShareDialog({
  title,
  onClose,
}: {
  readonly title: string;
  readonly onClose: () => void;
}): ReactElement {
  const t = useWords(shareWords);
  const page = usePage();
  const host = useHost();
  const scenario = useScenario();
  // What is shared is the moment at which it was asked for.
  const [texts, setTexts] = useState<{ readonly link: string; readonly code: string }>();
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    const { language, theme } = page.viewer.getState();
    const show = (link: string | undefined) =>
      setTexts(link === undefined ? undefined : { link, code: embedCode(link, { title, language, theme }) });
    linkToNow(page, scenario, host.sentence).then(show, () => undefined);
  }, [page, scenario, host, title]);
  return (
    <Dialog title={t('title')} onClose={onClose}>
      {texts !== undefined && (
        <div className="share">
          <Copied label={t('link')} text={texts.link}>
            {t('linkNote')} {texts.link.length > LONG && t('long', { count: texts.link.length })}
          </Copied>
          <Copied label={t('embed')} text={texts.code}>
            {t('embedNote')}
          </Copied>
        </div>
      )}
    </Dialog>
  );
}

function Copied(props: {
  readonly label: string;
  readonly text: string;
  readonly children: React.ReactNode;
}): ReactElement {
  const t = useWords(shareWords);
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(props.text);
      setSaid(t('copied'));
    } catch {
      field.current?.select();
      setSaid(t('notCopied'));
    }
  };
  return (
    <section>
      <label htmlFor={id}>{props.label}</label>
      <p className="k-note">{props.children}</p>
      <textarea
        ref={field}
        id={id}
        className="k-field k-mono"
        readOnly
        rows={3}
        spellCheck={false}
        value={props.text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <p className="share-copy">
        <button
          type="button"
          className="k-btn k-small"
          aria-label={`${t('copy')}: ${props.label}`}
          onClick={() => void copy()}
        >
          {t('copy')}
        </button>
        <span role="status" className="k-note">
          {said}
        </span>
      </p>
    </section>
  );
}
