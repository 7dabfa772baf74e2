import { expect, it } from 'vitest';
import type { KObject } from '../../../api/types/meta.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { WatchFrame, WatchStream } from '../../ports/transport.ts';
import { apiRequest, TEST_START, testCluster } from '../testing.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';
const INITIAL = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&';
/** A change is longer on its way to the cache than its writer waits for the next one. */
const SLOW = { min: 0.4 * SECOND, max: 0.5 * SECOND };

/** What a watch is told while maps are written at these seconds after the cluster's start. */
function told(query: string, writtenAt: readonly number[]): readonly WatchFrame[] {
  const { engine, transport, request } = testCluster({ config: { compaction: false }, latencies: { etcdWatch: SLOW } });
  const background = engine.background('test');
  writtenAt.forEach((seconds, at) => {
    const write = apiRequest('POST', MAPS, { metadata: { name: `map-${at}` } });
    background.after(
      TEST_START + seconds * SECOND - engine.now,
      () => void engine.spawn(transport.request(background, write)),
      true,
    );
  });
  const stream = request('GET', `${MAPS}?watch=1&allowWatchBookmarks=true&${query}`).stream as WatchStream;
  while (!stream.isOver && engine.advance());
  const frames: WatchFrame[] = [];
  for (let frame = stream.tryNext(); frame !== undefined; frame = stream.tryNext()) frames.push(frame);
  return frames;
}

const revisionOf = ({ object }: WatchFrame): number => Number((object as KObject).metadata.resourceVersion);
const everyTenth = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.round((to - from) * 10) }, (_, at) => from + at / 10);

/** Bookmarks, each with how many maps its revision contains that had not been sent before. */
function unsent(frames: readonly WatchFrame[]): readonly number[] {
  return frames.flatMap((frame, at) =>
    frame.type === 'BOOKMARK'
      ? [frames.slice(at).filter((later) => later.type === 'ADDED' && revisionOf(later) <= revisionOf(frame)).length]
      : [],
  );
}

it('AS102: the bookmark before the end of a watch names nothing that it was not sent', () => {
  const frames = told('timeoutSeconds=5', everyTenth(0.5, 6));
  expect(frames.filter(({ type }) => type === 'ADDED').length).toBeGreaterThan(30);
  expect(unsent(frames)).toEqual([0]);
});

it('AS102: nor does the one that comes every minute', () => {
  expect(unsent(told('timeoutSeconds=80', everyTenth(58, 62)))).toEqual([0, 0]);
});

it('AS102: nor the one that ends initial events', () => {
  const frames = told(`${INITIAL}timeoutSeconds=2`, everyTenth(0, 2));
  expect(unsent(frames)).toEqual([0]);
});

it('AS102: where nothing happens to its objects a watch still hears how far it has come', () => {
  const { request, engine } = testCluster({ config: { compaction: false } });
  const open = `${MAPS}?watch=1&allowWatchBookmarks=true&timeoutSeconds=80`;
  const stream = request('GET', open).stream as WatchStream;
  const secret = request('POST', '/api/v1/namespaces/default/secrets', { metadata: { name: 'elsewhere' } });
  while (stream.tryNext()?.type !== 'BOOKMARK' && engine.advance());
  expect(revisionOf({ object: secret.body } as WatchFrame)).toBeGreaterThan(0);
  let last: WatchFrame | undefined;
  for (; !stream.isOver && engine.advance(); ) last = stream.tryNext() ?? last;
  expect(revisionOf(last as WatchFrame)).toBeGreaterThanOrEqual(revisionOf({ object: secret.body } as WatchFrame));
});
