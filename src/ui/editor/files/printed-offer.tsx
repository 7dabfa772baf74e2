import type { ReactElement } from 'react';
import { type Dictionary, useWords } from '../../widgets/kit/words.ts';

const en = {
  one: '{file} was printed by a cluster.',
  several: '{file} and {count} more were printed by a cluster.',
  begin: 'Begin a run with it',
};
const zh: Record<keyof typeof en, string> = {
  one: '{file} 是由一个集群打印出来的。',
  several: '{file} 和另外 {count} 个文件是由一个集群打印出来的。',
  begin: '以此开始一次运行',
};
const words: Dictionary<keyof typeof en> = { en, zh };

/** What was dropped may be edited and applied; mostly it is to be begun with. */
export function PrintedOffer(props: {
  readonly files: readonly { readonly name: string }[];
  readonly onBegin: () => void;
}): ReactElement {
  const t = useWords(words);
  const { files, onBegin } = props;
  const [first, ...more] = files;
  return (
    <p role="status">
      {t(more.length === 0 ? 'one' : 'several', { file: first?.name ?? '', count: more.length })}{' '}
      <button type="button" className="k-btn k-small" onClick={onBegin}>
        {t('begin')}
      </button>
    </p>
  );
}
