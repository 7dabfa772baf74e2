import { type ReactElement, useCallback, useId, useMemo, useState } from 'react';
import type { Asked, EmbedGrain } from '../../protocol/embed/index.ts';
import { embedAddress, LAST_STEP } from '../../protocol/embed/index.ts';
import { SCENARIOS } from '../../scenarios/index.ts';
import { usePage } from '../public.ts';
import { useHost } from '../widgets/kit/host.ts';
import { type Say, useWords } from '../widgets/kit/words.ts';
import { type Poster, useFileOf, usePoster } from './builder-poster.ts';
import { builderWords } from './builder-strings.ts';
import { Copied } from './copied.tsx';
import { Preview } from './preview.tsx';
import { asAddress, type Built, onceOf, PLATFORMS, type Platform, snippet } from './snippets.ts';
import './builder.css';

interface Draft {
  /** Empty: this moment of this run. */
  readonly scenario: string;
  readonly part: number;
  readonly from: string;
  readonly to: string;
  readonly grain: EmbedGrain;
  readonly theme: 'auto' | 'light' | 'dark';
  readonly lang: 'en' | 'zh';
  readonly load: Built['load'];
  readonly panels: 'all' | 'none' | 'one';
  readonly edit: boolean;
  readonly height: number;
  readonly poster: 'inside' | 'file' | 'none';
  readonly platform: Platform;
}

type SetDraft = (change: Partial<Draft>) => void;

/** What an author puts together and pastes into a page of their own, with a demo of it that runs. */
export function Builder({ link, title }: { readonly link: string; readonly title: string }): ReactElement {
  const t = useWords(builderWords);
  const { viewer } = usePage();
  const { language } = useHost();
  const [draft, setDraft] = useState<Draft>(() => ({
    ...FIRST,
    lang: language,
    grain: viewer.getState().filter.grain,
    theme: viewer.getState().theme,
  }));
  const change: SetDraft = (part) => setDraft((before) => ({ ...before, ...part }));
  const built = useMemo(() => builtOf(draft, link, title, viewer.getState().panel), [draft, link, title, viewer]);
  const address = embedAddress(built.link, { ...built.asked, eager: true });
  const [previewed, setPreviewed] = useState<{ readonly svg: string; readonly of: string }>();
  const onPoster = useCallback((svg: string, of: string) => setPreviewed({ svg, of }), []);
  const here = usePosterHere(title, draft);
  const poster =
    previewed?.of === address ? { name: `kubestep-${draft.scenario || 'run'}.svg`, svg: previewed.svg } : here;
  const file = useFileOf(poster?.svg);
  // A picture with a link is nothing without its file.
  const asFile = draft.poster === 'file' || (draft.platform === 'markdown' && draft.poster !== 'none');
  const shown = draft.poster === 'none' ? undefined : poster;
  const pasted = { ...built, poster: shown === undefined ? '' : asFile ? shown.name : asAddress(shown.svg) };
  const once = onceOf(draft.platform);
  return (
    <div className="builder">
      <Choices draft={draft} change={change} t={t} />
      <Preview address={address} height={built.height} onPoster={onPoster} />
      {draft.poster !== 'none' && poster === undefined && <p className="k-note">{t('noPoster')}</p>}
      <Copied label={t(`into.${draft.platform}`)} text={snippet(pasted, draft.platform)}>
        {t(draft.platform === 'markdown' ? 'pasteLink' : draft.platform === 'frame' ? 'pasteFrame' : 'paste')}
      </Copied>
      {once !== '' && (
        <Copied label={t('once')} text={once}>
          {t('onceNote')}
        </Copied>
      )}
      {asFile && shown !== undefined && (
        <section>
          <p className="k-note">{t('posterNote')}</p>
          <a className="k-btn k-small" download={shown.name} href={file}>
            {t('savePoster')}
          </a>
        </section>
      )}
    </div>
  );
}

/** The picture of what is on the page, where that is what the demo begins with; otherwise the preview makes it. */
function usePosterHere(title: string, draft: Draft): Poster | undefined {
  const { session } = usePage();
  const poster = usePoster(title, draft);
  const { index = 0 } = session.frames.getState().frame ?? {};
  const [from, to] = rangeOf(draft) ?? [0, index];
  return draft.scenario === '' && from <= index && index <= to ? poster : undefined;
}

const FIRST: Draft = {
  scenario: '',
  part: 1,
  from: '',
  to: '',
  grain: 'beat',
  theme: 'auto',
  lang: 'en',
  load: 'visible',
  panels: 'all',
  edit: false,
  height: 640,
  poster: 'inside',
  platform: 'html',
};

const LOWEST = 320;
const HIGHEST = 1_200;

function builtOf(draft: Draft, link: string, title: string, panel: string): Omit<Built, 'poster'> {
  const { scenario, part, lang, theme, grain, edit, load, height } = draft;
  const chosen = SCENARIOS.find(({ id }) => id === scenario);
  const base = link.replace(/[?#].*$/s, '');
  const range = rangeOf(draft);
  const asked: Asked = {
    lang,
    theme,
    grain,
    ...(range === undefined ? {} : { range }),
    ...(draft.panels === 'all' ? {} : { panels: draft.panels === 'none' ? [] : [panel] }),
    ...(edit ? { edit } : {}),
  };
  return {
    link: chosen === undefined ? link : `${base}?scenario=${chosen.id}&part=${Math.min(part, chosen.parts.length)}`,
    title: chosen?.title[lang] ?? title,
    asked,
    load,
    height: Math.min(HIGHEST, Math.max(LOWEST, height)),
  };
}

function rangeOf({ from, to }: Draft): readonly [number, number] | undefined {
  const [first, last] = [Number.parseInt(from, 10), Number.parseInt(to, 10)];
  if (Number.isNaN(first) && Number.isNaN(last)) return undefined;
  const begin = Math.max(1, Number.isNaN(first) ? 1 : first);
  return [begin, Number.isNaN(last) ? LAST_STEP : Math.max(begin, last)];
}

interface ChoicesProps {
  readonly draft: Draft;
  readonly change: SetDraft;
  readonly t: Say<keyof typeof builderWords.en>;
}

function Choices({ draft, change, t }: ChoicesProps): ReactElement {
  const { language } = useHost();
  const pick = <K extends keyof Draft>(name: K, label: string, options: readonly (readonly [string, string])[]) => (
    <Pick
      key={name}
      label={label}
      value={String(draft[name])}
      options={options}
      onPick={(value) => change({ [name]: value })}
    />
  );
  const parts = SCENARIOS.find(({ id }) => id === draft.scenario)?.parts.length ?? 0;
  const stories = SCENARIOS.map(({ id, title }) => [id, title[language]] as const);
  return (
    <div className="builder-choices">
      {pick(
        'platform',
        t('into'),
        PLATFORMS.map((one) => [one, t(`into.${one}`)]),
      )}
      {pick('scenario', t('story'), [['', t('story.this')], ...stories])}
      {parts > 1 && (
        <Pick
          label={t('part')}
          value={String(Math.min(draft.part, parts))}
          options={Array.from({ length: parts }, (_, at) => [String(at + 1), String(at + 1)] as const)}
          onPick={(part) => change({ part: Number(part) })}
        />
      )}
      <Range draft={draft} change={change} t={t} />
      {pick(
        'grain',
        t('grain'),
        (['beat', 'step', 'scene', 'detail'] as const).map((one) => [one, t(`grain.${one}`)]),
      )}
      {pick(
        'load',
        t('load'),
        (['click', 'visible', 'eager'] as const).map((one) => [one, t(`load.${one}`)]),
      )}
      {pick('lang', t('lang'), [
        ['en', 'English'],
        ['zh', '简体中文'],
      ])}
      {pick(
        'theme',
        t('theme'),
        (['auto', 'light', 'dark'] as const).map((one) => [one, t(`theme.${one}`)]),
      )}
      {pick(
        'panels',
        t('panels'),
        (['all', 'one', 'none'] as const).map((one) => [one, t(`panels.${one}`)]),
      )}
      {pick(
        'poster',
        t('poster'),
        (['inside', 'file', 'none'] as const).map((one) => [one, t(`poster.${one}`)]),
      )}
      {draft.platform === 'frame' && <Height draft={draft} change={change} t={t} />}
      <label className="builder-check">
        <input
          type="checkbox"
          checked={draft.edit}
          onChange={(event) => change({ edit: event.currentTarget.checked })}
        />
        {t('edit')}
      </label>
    </div>
  );
}

/** Of a frame alone: the element is as high as its map needs. */
function Height({ draft, change, t }: ChoicesProps): ReactElement {
  return (
    <label>
      {t('height')}
      <input
        className="k-field"
        type="number"
        min={LOWEST}
        max={HIGHEST}
        step={20}
        value={draft.height}
        onChange={(event) => change({ height: Number(event.currentTarget.value) })}
      />
    </label>
  );
}

function Pick(props: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onPick: (value: string) => void;
}): ReactElement {
  return (
    <label>
      {props.label}
      <select className="k-field" value={props.value} onChange={(event) => props.onPick(event.currentTarget.value)}>
        {props.options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** From one beat or step to another; the place where one stands is one press away. */
function Range({ draft, change, t }: ChoicesProps): ReactElement {
  const { session } = usePage();
  const { index = 0, total = 0 } = session.frames.getState().frame ?? {};
  const id = useId();
  const isThis = draft.scenario === '';
  const field = (name: 'from' | 'to') => (
    <input
      className="k-field"
      inputMode="numeric"
      aria-label={t(name)}
      placeholder={name === 'from' ? '1' : isThis ? String(total) : ''}
      value={draft[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value.replace(/\D/g, '') })}
    />
  );
  return (
    <fieldset aria-describedby={id}>
      <legend>{t('range')}</legend>
      {field('from')} – {field('to')}
      <span id={id} className="k-note">
        {isThis && t('rangeNote', { index, total })}
      </span>
    </fieldset>
  );
}
