import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { pageWords, type Translate } from '../i18n/words.ts';
import { say } from '../widgets/kit/words.ts';
import { Axis } from './axis.tsx';
import { timeScale } from './scale.ts';

it('says how long a pause is that the axis leaves out', () => {
  const rest = { fromSeq: 0, toSeq: 0, kind: 'request', refused: false, label: '' } as const;
  const t: Translate = (key, args) => say(pageWords, 'en', key, args);
  const view = {
    startTime: 0,
    endTime: 1_500_000,
    lanes: [
      {
        actor: 'kubectl',
        spans: [
          { ...rest, from: 0, to: 100_000 },
          { ...rest, from: 1_400_000, to: 1_500_000 },
        ],
      },
    ],
    marks: [],
    revisions: [],
  };
  const axis = <Axis view={view} scale={timeScale(view, 0, 1_000)} y={0} past={0} left={0} right={1_000} t={t} />;
  expect(renderToStaticMarkup(axis)).toContain('<title>1.3 s without a request');
});
