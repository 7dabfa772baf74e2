import { describe, expect, it } from 'vitest';
import type { SpanView, TimelineView } from '../../protocol/views.ts';
import { busyStretches, lanesToDraw, markLabels, nameThatFits, roundBetween, seqAt, timeScale } from './scale.ts';

function span(from: number, to: number, fromSeq: number, toSeq: number): SpanView {
  return { from, to, fromSeq, toSeq, kind: 'request', refused: false, label: '' };
}
const view: TimelineView = {
  startTime: 0,
  endTime: 540_000,
  lanes: [
    { actor: 'kubectl', spans: [span(110_000, 130_000, 0, 20)] },
    { actor: 'kubelet/node-1', spans: [span(130_000, 260_000, 20, 90), span(500_000, 540_000, 90, 100)] },
  ],
  marks: [{ time: 540_000, seq: 100, type: 'quiet', key: 'quiet', text: '' }],
  revisions: [120_000],
};

describe('the time scale', () => {
  it('cuts long pauses out and goes both ways', () => {
    const scale = timeScale(view, 100, 1_100);
    expect(scale.cuts).toEqual([{ from: 260_000, to: 500_000 }]);
    expect(scale.x(110_000)).toBe(100);
    expect(scale.x(540_000)).toBe(1_100);
    expect(scale.x(500_000) - scale.x(260_000)).toBeCloseTo(26, 5);
    expect(scale.time(scale.x(200_000))).toBeCloseTo(200_000, 3);
    expect(scale.x(999_999_999)).toBe(1_100);
  });
  it('gives a stretch room for what begins in it, not only for how long it is', () => {
    const crowd = Array.from({ length: 30 }, (_, at) => span(110_000 + at * 300, 110_300 + at * 300, at, at + 1));
    const lanes = [
      { actor: 'kubectl', spans: crowd },
      { actor: 'kubelet/node-1', spans: [span(900_000, 981_000, 90, 91)] },
    ];
    const { x, cuts } = timeScale({ ...view, lanes, marks: [], revisions: [] }, 0, 1_026);
    expect(cuts).toHaveLength(1);
    // A tenth of the time and nearly all that happens: a little more than half of the axis.
    expect(x(119_000)).toBeGreaterThan(500);
    expect(1_026 - x(900_000)).toBeGreaterThan(400);
  });
  it('never moves time backwards', () => {
    const scale = timeScale(view, 0, 700);
    let last = -1;
    for (let time = 100_000; time < 560_000; time += 1_000) {
      expect(scale.x(time)).toBeGreaterThanOrEqual(last);
      last = scale.x(time);
    }
  });
  it('finds round numbers', () => {
    expect(roundBetween(110_000, 260_000, 5)).toEqual([
      120_000, 140_000, 160_000, 180_000, 200_000, 220_000, 240_000, 260_000,
    ]);
    expect(roundBetween(0, 0, 3)).toEqual([]);
  });
  it('labels round times, with the unit once a stretch', () => {
    const { ticks } = timeScale(view, 0, 1_000);
    expect(ticks[0]?.label).toMatch(/ ms$/);
    expect(ticks.length).toBeGreaterThan(3);
  });
  it('counts in seconds where the transport does', () => {
    const late = { ...view, lanes: [{ actor: 'kubectl', spans: [span(91_900_000, 91_930_000, 0, 20)] }], marks: [] };
    const { ticks } = timeScale({ ...late, revisions: [], startTime: 91_900_000, endTime: 91_930_000 }, 0, 1_000);
    expect(ticks.map(({ label }) => label).slice(0, 3)).toEqual(['91.9 s', '91.902', '91.904']);
  });
  it('labels narrow stretches, too, and no label meets the next', () => {
    const { ticks, x } = timeScale(view, 0, 130);
    expect(ticks.length).toBeGreaterThan(0);
    for (let width = 60; width < 1_200; width += 20) {
      const scale = timeScale(view, 0, width);
      const places = scale.ticks.map(({ time }) => scale.x(time));
      for (let at = 1; at < places.length; at += 1)
        expect((places[at] ?? 0) - (places[at - 1] ?? 0)).toBeGreaterThan(30);
    }
    expect(x(110_000)).toBe(0);
  });
  it('cuts no label at the edge', () => {
    const late = { ...view, lanes: [{ actor: 'kubectl', spans: [span(1_983_070, 1_983_090, 0, 20)] }], marks: [] };
    for (let width = 100; width < 1_200; width += 7) {
      const scale = timeScale({ ...late, revisions: [], startTime: 1_983_070, endTime: 1_983_090 }, 0, width);
      for (const { time, label } of scale.ticks)
        expect(scale.x(time) + label.length * 3, `${label} at ${width}`).toBeLessThanOrEqual(width + 20);
    }
  });
  it('stands an empty run', () => {
    const empty: TimelineView = { startTime: 0, endTime: 0, lanes: [], marks: [], revisions: [] };
    expect(busyStretches(empty)).toEqual([]);
    expect(Number.isFinite(timeScale(empty, 0, 100).x(0))).toBe(true);
    expect(seqAt(empty, 5)).toBeUndefined();
  });
});

describe('a place on the timeline', () => {
  it('is a step between the known ones', () => {
    expect(seqAt(view, 110_000)).toBe(0);
    expect(seqAt(view, 120_000)).toBe(10);
    expect(seqAt(view, 600_000)).toBe(100);
    expect(seqAt(view, 0)).toBe(0);
  });
});

describe('lanes and labels', () => {
  it('put nodes together when there is no room', () => {
    const lanes = [...view.lanes, { actor: 'kubelet/node-2', spans: [span(1, 2, 3, 4)] }];
    expect(lanesToDraw(lanes, 3)).toHaveLength(3);
    expect(lanesToDraw(lanes, 2).map(({ actor }) => actor)).toEqual(['kubectl', 'nodes']);
    expect(lanesToDraw(lanes, 2)[1]?.spans).toHaveLength(3);
  });
  it('leave out who did least, never who began', () => {
    const did = (actor: string, times: number) => ({
      actor,
      spans: Array.from({ length: times }, (_, at) => span(at, at + 1, at, at + 1)),
    });
    const lanes = [did('kubectl', 1), did('deployment', 3), did('kube-apiserver', 1), did('scheduler', 6)];
    expect(lanesToDraw(lanes, 3).map(({ actor }) => actor)).toEqual(['kubectl', 'deployment', 'scheduler']);
  });
});

describe('labels of marks', () => {
  const mark = (x: number, text: string, rank = 3) => ({ x, text, rank, mayBeCut: rank === 0 });

  it('stand above their marks, and nothing but another label takes their room', () => {
    const crowd = [10, 14, 18, 22].map((x) => mark(x, 'a scene'));
    expect(markLabels([...crowd, mark(120, 'another')], 400)).toEqual([
      { text: 'a scene', anchor: 'start' },
      undefined,
      undefined,
      undefined,
      { text: 'another', anchor: 'start' },
    ]);
  });
  it('end at their marks where there is no room after them, and never leave the picture', () => {
    expect(markLabels([mark(190, 'at the end')], 200)).toEqual([{ text: 'at the end', anchor: 'end' }]);
    expect(markLabels([mark(20, 'far too long for so little')], 60)).toEqual([undefined]);
  });

  it('do not reach over what stands before the lanes', () => {
    const [first] = markLabels([mark(128, 'apply -f deploy.yaml', 0), mark(190, 'scale deployment', 0)], 400, 114);
    expect(first).toEqual({ text: 'apply -f…', anchor: 'start' });
  });
  it('what was typed comes first, and two commands that are near share the room', () => {
    const [scene, typed] = markLabels([mark(80, 'a scene'), mark(104, 'get pods', 0)], 400);
    expect([scene?.anchor, typed]).toEqual(['end', { text: 'get pods', anchor: 'start' }]);
    const near = markLabels([mark(100, 'apply -f deploy.yaml', 0), mark(160, 'get pods', 0)], 400);
    expect(near).toEqual([
      { text: 'apply -f…', anchor: 'start' },
      { text: 'get pods', anchor: 'start' },
    ]);
  });
  it('Chinese letters are as wide as high: two labels of them do not meet', () => {
    const texts = markLabels([mark(10, '第一个 Pod 就绪'), mark(80, '镜像已拉取')], 400);
    expect(texts.map((label) => label?.text)).toEqual(['第一个 Pod 就绪', undefined]);
  });
});

it('a long name of a lane loses its middle, not its beginning', () => {
  expect(nameThatFits('persistent-volume-binder', 108, 11.5)).toBe('persistent…-binder');
  expect(nameThatFits('controller-manager', 108, 11.5)).toBe('controller-manager');
});
