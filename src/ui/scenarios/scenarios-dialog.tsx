import { type ReactElement, useEffect, useRef, useState } from 'react';
import { GROUPS, SCENARIOS, type Scenario, TOPICS } from '../../scenarios/index.ts';
import { Dialog } from '../widgets/kit/dialog.tsx';
import { useHost } from '../widgets/kit/host.ts';
import { Empty } from '../widgets/kit/kit.tsx';
import { useWords } from '../widgets/kit/words.ts';
import { scenarioWords } from './strings.ts';
import './scenarios.css';

/** Everything that can be opened, with what it is about. */
export function ScenariosDialog(props: {
  readonly onOpen: (scenario: Scenario) => void;
  readonly onClose: () => void;
}): ReactElement {
  const t = useWords(scenarioWords);
  const { language } = useHost();
  const box = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  useEffect(() => box.current?.focus(), []);
  const wanted = text.trim().toLowerCase();
  const found = SCENARIOS.filter((scenario) => wanted === '' || wordsOf(scenario).includes(wanted));
  return (
    <Dialog title={t('title')} wide onClose={props.onClose}>
      <div className="c-head">
        <p className="k-note">{t('intro')}</p>
        <input
          ref={box}
          type="search"
          className="k-field"
          aria-label={t('search')}
          placeholder={t('search')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </div>
      {found.length === 0 && (
        <div className="k-pad">
          <Empty>{t('nothing')}</Empty>
        </div>
      )}
      {GROUPS.map((group) => {
        const own = found.filter((scenario) => scenario.group === group);
        return (
          own.length > 0 && (
            <section key={group} className="c-group">
              <h3>{t(`group.${group}`)}</h3>
              <ul>
                {own.map((scenario) => (
                  <li key={scenario.id} data-scenario={scenario.id}>
                    <button type="button" className="c-open" onClick={() => props.onOpen(scenario)}>
                      <b>{scenario.title[language]}</b>
                      <span className="k-weak c-count">{t('parts', { count: scenario.parts.length })}</span>
                      <span className="c-goal">{scenario.goal[language]}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          )
        );
      })}
    </Dialog>
  );
}

function wordsOf({ id, title, goal, topics }: Scenario): string {
  const told = topics.flatMap((topic) => [TOPICS[topic].en, TOPICS[topic].zh]);
  return [id, title.en, title.zh, goal.en, goal.zh, ...told].join('\n').toLowerCase();
}
