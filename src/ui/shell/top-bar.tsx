import { type ReactElement, type ReactNode, Suspense, useId } from 'react';
import type { Theme } from '../../debugger/viewer-store.ts';
import { useFrameState, usePage, useViewer } from '../public.ts';
import { useWords } from '../widgets/kit/words.ts';
import { late } from '../widgets/late.tsx';
import { OpensBelow } from '../widgets/line.tsx';
import { branchName } from './branch-name.ts';
import { Icon, Mark } from './icons.tsx';
import { PanesButton } from './panes/panes-button.tsx';
import { shellWords } from './strings.ts';

const THEMES: readonly Theme[] = ['auto', 'light', 'dark'];

export function TopBar(props: {
  readonly title: string;
  readonly length: ReactNode;
  readonly actions: ReactNode;
}): ReactElement {
  const t = useWords(shellWords);
  const { viewer } = usePage();
  const menuOpen = useViewer(({ dialog }) => dialog?.type === 'menu');
  return (
    <header className="top">
      <a className="skip" href="#transport">
        {t('skip')}
      </a>
      <span className="mark">
        <Mark />
        Kubestep
      </span>
      <span className="tagline">{t('tagline')}</span>
      <span className="sep" />
      {/* A heading is never empty: until it is known what is open, it is the page's name for who cannot see that. */}
      <h1 className="run-title" title={props.title}>
        {props.title || <span className="unseen">Kubestep</span>}
      </h1>
      <span className="k3 run-length">{props.length}</span>
      <span className="grow" />
      <PhoneLanguage />
      <button
        type="button"
        className="btn menu-button"
        aria-expanded={menuOpen}
        onClick={() => viewer.setState({ dialog: menuOpen ? undefined : { type: 'menu' } })}
      >
        {menuOpen ? t('close') : t('menu')}
      </button>
      <div className={`top-more${menuOpen ? ' open' : ''}`}>
        <Branches />
        <span className="grow" />
        {props.actions}
        <PanesButton />
        <LanguageSwitch />
        <ThemeChoice />
        <button type="button" className="menu" onClick={() => viewer.setState({ dialog: { type: 'help' } })}>
          {t('help')} <span className="kbd">?</span>
        </button>
        <Version />
      </div>
    </header>
  );
}

/** Most readers have one branch. */
const BranchPicker = late(async () => (await import('./branch-picker.tsx')).BranchPicker);

function Branches(): ReactElement | null {
  const t = useWords(shellWords);
  const { viewer } = usePage();
  const branches = useFrameState((state) => state.frame?.branches);
  const language = useViewer((state) => state.language);
  if (branches === undefined) return null;
  if (branches.length > 1)
    return (
      <Suspense>
        <BranchPicker branches={branches} />
      </Suspense>
    );
  return (
    <button
      type="button"
      className="menu"
      title={t('branches')}
      onClick={() => viewer.setState({ dialog: { type: 'branches' } })}
    >
      <Icon name="branch" /> <span className="unseen">{t('branch')}</span>{' '}
      {branchName(branches[0]?.name ?? '', language)}
    </button>
  );
}

function LanguageSwitch(): ReactElement {
  const t = useWords(shellWords);
  const { viewer } = usePage();
  const language = useViewer((state) => state.language);
  return (
    // biome-ignore lint/a11y/useSemanticElements: two toggles, not a form
    <span className="seg" role="group" aria-label={t('language')}>
      <button
        type="button"
        lang="en"
        aria-pressed={language === 'en'}
        onClick={() => viewer.setState({ language: 'en' })}
      >
        EN
      </button>
      <button
        type="button"
        lang="zh-CN"
        aria-pressed={language === 'zh'}
        onClick={() => viewer.setState({ language: 'zh' })}
      >
        中文
      </button>
    </span>
  );
}

/** On a phone the other language is one press away, as on a desk. */
function PhoneLanguage(): ReactElement {
  const { viewer } = usePage();
  const language = useViewer((state) => state.language);
  const other = language === 'zh' ? 'en' : 'zh';
  return (
    <button
      type="button"
      className="btn menu-button"
      lang={other === 'zh' ? 'zh-CN' : 'en'}
      onClick={() => viewer.setState({ language: other })}
    >
      {other === 'zh' ? '中文' : 'English'}
    </button>
  );
}

function ThemeChoice(): ReactElement {
  const t = useWords(shellWords);
  const id = useId();
  const { viewer } = usePage();
  const theme = useViewer((state) => state.theme);
  return (
    <span className="menu theme-choice">
      <Icon name="moon" size={15} />
      <label className="unseen" htmlFor={id}>
        {t('theme')}
      </label>
      <span className="pick">
        <select
          id={id}
          value={theme}
          onChange={(event) => viewer.setState({ theme: event.currentTarget.value as Theme })}
        >
          {THEMES.map((one) => (
            <option key={one} value={one}>
              {t(`theme.${one}`)}
            </option>
          ))}
        </select>
        <OpensBelow />
      </span>
    </span>
  );
}

function Version(): ReactElement | null {
  const t = useWords(shellWords);
  const build = useFrameState((state) => state.build);
  const kubernetes = useFrameState((state) => state.kubernetes);
  if (build === undefined || kubernetes === undefined) return null;
  return (
    <span className="version k3" title={t('build', { build, kubernetes })}>
      {kubernetes}
      <span className="version-build"> {t('build', { build, kubernetes })}</span>
    </span>
  );
}
