import type { ReactElement } from 'react';
import { useStore } from 'zustand';
import type { PodGlyph } from '../../protocol/views.ts';
import { usePage, useViewer } from '../public.ts';
import { PodMark } from '../widgets/glyphs.tsx';
import { Dialog } from '../widgets/kit/dialog.tsx';
import { Section } from '../widgets/kit/kit.tsx';
import { useWords } from '../widgets/kit/words.ts';
import { type HelpKey, helpWords } from './strings.ts';
import './help.css';

const KEYS: readonly (readonly [keys: readonly string[], does: HelpKey])[] = [
  [['→', '←'], 'key.step'],
  [['↓', 'Enter'], 'key.enter'],
  [['↑', 'Esc'], 'key.outOf'],
  [['F'], 'key.follow'],
  [['PgDn', 'PgUp'], 'key.clicker'],
  [['Shift →', 'Shift ←'], 'key.scene'],
  [['Ctrl →'], 'key.rest'],
  [['Space'], 'key.play'],
  [['Home', 'End'], 'key.ends'],
  [['1', '…', '9', '0'], 'key.panels'],
  [['Ctrl Enter', '⌘ Enter'], 'key.apply'],
  [['Esc', 'Tab'], 'key.leave'],
  [['/'], 'key.find'],
  [['w'], 'key.why'],
  [['n', 'p'], 'key.breakpoint'],
  [['b'], 'key.breakpoints'],
  [['F9'], 'key.stop'],
  [['l'], 'key.lastChange'],
  [['t'], 'key.time'],
  [['Ctrl wheel'], 'key.near'],
  [['o'], 'key.objects'],
  [['c'], 'key.cluster'],
  [['z'], 'key.full'],
  [['m'], 'key.pin'],
  [['Shift m'], 'key.notebook'],
  [['?'], 'key.help'],
];

const PICTURE: readonly HelpKey[] = [
  'picture.line',
  'picture.trunk',
  'picture.etcd',
  'picture.watch',
  'picture.solid',
  'picture.now',
  'picture.refused',
  'picture.set',
];
const NOT: readonly HelpKey[] = ['not.protobuf', 'not.time', 'not.images', 'not.kubectl', 'not.steps', 'not.more'];

/** The words kubectl prints beside each mark. */
const GLYPHS: readonly (readonly [glyph: PodGlyph, word: string])[] = [
  ['pending', 'Pending'],
  ['creating', 'ContainerCreating'],
  ['running-not-ready', 'Running 0/1'],
  ['running', 'Running'],
  ['succeeded', 'Completed'],
  ['unschedulable', 'Pending: Unschedulable'],
  ['backoff', 'CrashLoopBackOff'],
  ['failed', 'Error'],
  ['terminating', 'Terminating'],
  ['unknown', 'Unknown'],
];

export function HelpDialog(props: { readonly onClose: () => void }): ReactElement {
  const t = useWords(helpWords);
  const { viewer, session } = usePage();
  const build = useStore(session.frames, (state) => state.build ?? '');
  const version = useStore(session.frames, (state) => state.kubernetes ?? '');
  const characterKeys = useViewer((state) => state.characterKeys);
  return (
    <Dialog title={t('title')} wide onClose={props.onClose}>
      <div className="h-columns">
        <Section title={t('keys')} note={t('keysNote')}>
          <dl className="h-keys">
            {KEYS.map(([keys, does]) => (
              <div key={does}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{t(does)}</dd>
              </div>
            ))}
          </dl>
          <label>
            <input
              type="checkbox"
              checked={characterKeys}
              onChange={() => viewer.setState({ characterKeys: !characterKeys })}
            />{' '}
            {t('key.characters')}
          </label>
          <p className="k-note">{t('key.motion')}</p>
        </Section>
        <Section title={t('picture')}>
          <Points keys={PICTURE} />
        </Section>
        <Section title={t('pods')}>
          <p className="h-text">{t('pods.round')}</p>
          <ul className="h-pods">
            {GLYPHS.map(([glyph, word]) => (
              <li key={glyph}>
                <PodMark glyph={glyph} /> {word}
              </li>
            ))}
          </ul>
        </Section>
        <Section title={t('time')}>
          <Points keys={['time.past', 'time.same']} />
        </Section>
        <Section title={t('not')}>
          <p className="h-text">{t('not.intro', { version })}</p>
          <Points keys={NOT} />
        </Section>
        <Section title={t('version')}>
          <p className="h-text">{t('version.text', { build, version })}</p>
          <p className="h-text">
            <a href="licenses.md" target="_blank" rel="noreferrer">
              {t('version.licenses')}
            </a>
          </p>
        </Section>
      </div>
    </Dialog>
  );
}

function Points({ keys }: { readonly keys: readonly HelpKey[] }): ReactElement {
  const t = useWords(helpWords);
  return (
    <ul className="h-points">
      {keys.map((key) => (
        <li key={key}>{t(key)}</li>
      ))}
    </ul>
  );
}
