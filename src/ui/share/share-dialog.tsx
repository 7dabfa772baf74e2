import { type ReactElement, Suspense, useEffect, useRef, useState } from 'react';
import { usePage } from '../public.ts';
import { linkToNow } from '../scenarios/link.ts';
import { useScenario } from '../scenarios/use-scenario.ts';
import { Dialog } from '../widgets/kit/dialog.tsx';
import { useHost } from '../widgets/kit/host.ts';
import { useWords } from '../widgets/kit/words.ts';
import { late } from '../widgets/late.tsx';
import { Copied } from './copied.tsx';
import { shareWords } from './strings.ts';
import './share.css';

const Builder = late(async () => (await import('./builder.tsx')).Builder);

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
  const [link, setLink] = useState<string>();
  const [builds, setBuilds] = useState(false);
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    linkToNow(page, scenario, host.sentence).then(setLink, () => undefined);
  }, [page, scenario, host]);
  return (
    <Dialog title={t('title')} onClose={onClose}>
      {link !== undefined && (
        <div className="share">
          <Copied label={t('link')} text={link}>
            {t('linkNote')} {link.length > LONG && t('long', { count: link.length })}
          </Copied>
          <section>
            <h3>{t('embed')}</h3>
            <p className="k-note">{t('embedNote')}</p>
            {builds ? (
              <Suspense>
                <Builder link={link} title={title} />
              </Suspense>
            ) : (
              <button type="button" className="k-btn k-small" onClick={() => setBuilds(true)}>
                {t('build')}
              </button>
            )}
          </section>
        </div>
      )}
    </Dialog>
  );
}
