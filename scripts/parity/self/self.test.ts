import { describe, expect, it } from 'vitest';
import { compareRecordings } from '../comparing/compare.ts';
import { showDifferences } from '../comparing/report.ts';
import type { Recording } from '../recordings/recording.ts';
import { parseRecording } from '../recordings/recording.ts';
import { runRecordings } from '../replaying/run.ts';
import { simulator } from '../replaying/simulator.ts';
import { recordScenes } from './record.ts';
import { wordsOf } from './scene.ts';
import { SCENES } from './scenes/index.ts';
import { filesOf } from './write.ts';

/** The quickest of each kind; `main.ts` goes through all of them. */
const QUICK = /^s(02|24|27|31|35|41)-/;

async function recorded(name: RegExp): Promise<readonly Recording[]> {
  const port = await simulator();
  if (port === undefined) throw new Error('no simulator');
  const scenes = SCENES.filter((scene) => name.test(scene.name));
  const recordings = await recordScenes(port, scenes, 1);
  return recordings.map((recording) => parseRecording(recording.name, filesOf(recording)));
}

async function replayed(recordings: readonly Recording[], seed: number): Promise<readonly string[]> {
  const port = await simulator();
  const told: string[] = [];
  if (port !== undefined)
    await runRecordings(port, recordings, recordings, seed, ({ want, got, notRun }) => {
      told.push(showDifferences(compareRecordings(want, got, { notRun }), { known: true, all: true }));
    });
  return told;
}

describe('a run of our own, recorded', () => {
  it.each(SCENES.filter(({ name }) => QUICK.test(name)).map(({ name }) => name))(
    '%s is what another seed does',
    async (name) => {
      expect(await replayed(await recorded(new RegExp(`^${name}$`)), 2)).toEqual(['']);
    },
  );
});

it('a line is split into words as a shell does', () => {
  expect(wordsOf(`kubectl patch x -p '{"a": 1}' --type="merge"`)).toEqual([
    'kubectl',
    'patch',
    'x',
    '-p',
    '{"a": 1}',
    '--type=merge',
  ]);
});
