import { expect, it } from 'vitest';
import { LinkOpener } from './open.ts';

const opener = new LinkOpener({ build: 'fixture', kubernetes: 'v1.36' });
/** A number counts steps, where nothing else is said. */
const LINK = 'scenario=seven-arrows&part=1';
const NUMBERED = `${LINK}&step=30`;

/** What is gone through there, and what is told. */
function at(address: string) {
  const opened = opener.open(address);
  if (typeof opened === 'string') throw new Error(opened);
  return { filter: opened.snapshot.index.filter, told: opened.said };
}

it('a demo is opened with the grain, scope, actor and object that its page asks for, in the place of what the link says', () => {
  const asked = '&embed.grain=step&embed.scope=everything&embed.actor=etcd&embed.object=pods%2Fdefault%2Ftwo-9fmq8';
  expect(at(`https://k.example/embed.html?${LINK}&grain=beat&embed${asked}`).filter).toMatchObject({
    grain: 'step',
    scope: 'everything',
    actor: 'etcd',
    object: 'pods/default/two-9fmq8',
  });
  const [beats, steps] = ['beat', 'step'].map((grain) =>
    at(`https://k.example/embed.html?${NUMBERED}&embed.grain=${grain}`),
  );
  expect(beats?.told).not.toEqual(steps?.told);
});

it('a demo counts steps and a page counts beats, where nobody says otherwise; a page asks for nothing of a demo', () => {
  expect(at(`https://k.example/embed.html?${LINK}`).filter.grain).toBe('step');
  expect(at(`https://k.example/?${LINK}&embed`).filter.grain).toBe('step');
  expect(at(`https://k.example/?${LINK}`).filter.grain).toBe('beat');
  expect(at(`https://k.example/?${LINK}&embed.grain=step`).filter.grain).toBe('beat');
});
