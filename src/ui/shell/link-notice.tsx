import type { ReactElement } from 'react';
import type { MovedLink } from '../../debugger/viewer-store.ts';
import { useHost } from '../widgets/kit/host.ts';
import { problemInWords } from '../widgets/kit/run-problem.ts';
import { type Dictionary, useWords } from '../widgets/kit/words.ts';
import './link-notice.css';

/** Why what the address asks for is not what is shown; it goes when it has been read. */
export function LinkNotice(props: { readonly reason: string; readonly onClose: () => void }): ReactElement {
  const t = useWords(words);
  const { language } = useHost();
  return (
    <div className="notice with-button" role="alert">
      <p>{t('badLink', { reason: problemInWords(props.reason, language) })}</p>
      <button type="button" className="btn" onClick={props.onClose}>
        {t('close')}
      </button>
    </div>
  );
}

/** That the story is another one than the link was made of: what stood there then, and what stands there now. */
export function MovedNotice({
  moved: { how, made, now, kubernetes },
  onClose,
}: {
  readonly moved: MovedLink;
  readonly onClose: () => void;
}): ReactElement {
  const t = useWords(words);
  const host = useHost();
  const here = now === undefined ? undefined : host.sentence(now).replaceAll('**', '');
  const isCompared = how !== 'numbered' && how !== 'unchecked';
  return (
    <div className="notice with-button moved" role="status">
      <div>
        <p>
          {t(how)} {kubernetes !== undefined && t('version', { version: kubernetes })}
        </p>
        {isCompared && (
          <dl>
            {made !== undefined && <Sentence label={t('made')} text={made} />}
            {here !== undefined && <Sentence label={t('now')} text={here} />}
          </dl>
        )}
      </div>
      <button type="button" className="btn" onClick={onClose}>
        {t('goOn')}
      </button>
    </div>
  );
}

function Sentence({ label, text }: { readonly label: string; readonly text: string }): ReactElement {
  return (
    <div>
      <dt>{label}</dt>
      <dd title={text}>{text}</dd>
    </div>
  );
}

const en = {
  badLink: 'The link cannot be opened: {reason}. What is shown instead is not from it.',
  close: 'Close',
  same: 'This is the moment of the link. But what is told before it has changed since the link was made.',
  otherwise:
    'The story has changed since this link was made. What it points at still happens, and is told otherwise now.',
  alike:
    'The story has changed since this link was made. What it points at happens to another object now, which is named alike.',
  gone: 'The story has changed since this link was made. What it points at does not happen any more: this is the place nearest to it.',
  numbered:
    'This link is of an older form: it holds the number of a step, and this story may have been counted otherwise. Perhaps this is not the moment that was meant.',
  unchecked:
    'This link is of the oldest form, which has no checksum: nothing tells whether it arrived whole, and whether this is the moment that was meant.',
  version: 'It was made with Kubernetes {version}.',
  made: 'Then',
  now: 'Now',
  goOn: 'Go on from here',
};
const words: Dictionary<keyof typeof en> = {
  en,
  zh: {
    badLink: '无法打开此链接：{reason}。现在显示的内容与该链接无关。',
    close: '关闭',
    same: '这就是链接所指的时刻，但自链接生成以来，此前的故事已有变化。',
    otherwise: '自链接生成以来，故事已有变化：它所指的事仍会发生，但现在的讲法不同。',
    alike: '自链接生成以来，故事已有变化：它所指的事现在发生在另一个名称相似的对象上。',
    gone: '自链接生成以来，故事已有变化：它所指的事不再发生，这里是离它最近的位置。',
    numbered: '此链接采用旧格式，只含步骤编号，而这个故事的编号可能已经不同。这里也许不是原来所指的时刻。',
    unchecked: '此链接采用最早的格式，没有校验和：无法得知它是否完整，也无法得知这里是否就是原来所指的时刻。',
    version: '链接生成时使用的是 Kubernetes {version}。',
    made: '当时',
    now: '现在',
    goOn: '从这里继续',
  },
};
