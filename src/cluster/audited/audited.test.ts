import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Pod } from '../../api/types/core.ts';
import { present } from '../../base/assert.ts';
import { readLog } from '../../brought/audit/read-log.ts';
import type { Run } from '../../engine/index.ts';
import type { Input } from '../../protocol/run-description.ts';
import { apiserver } from '../../steps/apiserver.ts';
import { auditSteps } from '../../steps/audit.ts';
import { newRun } from '../../worker/scenario-run.ts';
import { KEYS_TABLE } from '../etcd/rows.ts';
import { COMMANDS_TABLE } from '../kubectl/session/rows.ts';
import { causesIn } from './causes.ts';
import { isPerson } from './senders.ts';

/** Logs of a real API server: rollouts that get stuck; drain, preemption and gates. */
const textOf = (name: string): string =>
  gunzipSync(readFileSync(new URL(`../../../testdata/audit/${name}.log.gz`, import.meta.url))).toString();
const C01 = textOf('c01');
const logOf = (text: string) => readLog({ name: 'audit.log', text }).log;

function told(text: string): Run<Input> {
  const run = newRun({ nodes: 0, latencies: 'zero', log: present(logOf(text), 'log') }, 1, 1_000_000, false);
  run.advance({ quiescent: true, steps: 500_000 });
  return run;
}

function* stepsOf(run: Run<Input>) {
  const { journal } = run.engine;
  for (let seq = journal.base; seq < journal.end; seq += 1) yield journal.step(seq);
}

const run = told(C01);
const { requests } = present(logOf(C01), 'log');

describe('what is told', () => {
  it('AUD1: every request once, in order, at its time', () => {
    const received = [...stepsOf(run)].filter(({ kind }) => kind === apiserver.received);
    expect(received.map(({ args, time }) => [args.path, time])).toEqual(
      requests.map(({ uri, receivedAt }) => [uri, receivedAt]),
    );
    const answers = [...stepsOf(run)].filter(({ kind }) => kind === apiserver.responded);
    expect(answers.length).toBe(requests.filter(({ answeredAt }) => answeredAt !== undefined).length);
    const denied = [...stepsOf(run)].filter(({ kind }) => kind === apiserver.forbidden);
    expect(denied.length).toBe(requests.filter(({ decision }) => decision === 'forbid').length);
  });

  it('AUD2: a Pod is on its node as soon as it is bound, and gone when its kubelet says so', () => {
    const own = requests.filter(({ target }) => target?.name === 'web-7b856f55db-94jjt');
    const bound = present(own.find(({ target }) => target?.subresource === 'binding')?.answeredAt, 'bound');
    const again = newRun({ nodes: 0, latencies: 'zero', log: present(logOf(C01), 'log') }, 1, 1_000_000, false);
    const podNow = () =>
      again.engine.table(KEYS_TABLE).get('/registry/pods/default/web-7b856f55db-94jjt')?.value as Pod | undefined;
    again.advance({ time: bound - 2 });
    expect(podNow()?.spec.nodeName).toBeUndefined();
    again.advance({ time: bound });
    expect(podNow()?.spec.nodeName).toBe('worker-1');
    again.advance({ quiescent: true });
    expect(podNow()).toBeUndefined();
    expect(again.engine.digest).toBe(run.engine.digest);
  });

  it('AUD3: what the request names is proven, anything else supposed, and people act of themselves', () => {
    const causes = causesIn(requests);
    const causeOf = (verb: string, resource: string) =>
      causes.get(
        requests.findIndex((each) => each.verb === verb && each.target?.resource === resource && !isPerson(each)),
      );
    expect(causeOf('create', 'replicasets')).toMatchObject({ proof: 'owner', object: 'deployments.apps/default/web' });
    expect(causeOf('update', 'deployments')).toMatchObject({ proof: 'revision', revision: 934 });
    expect(causeOf('patch', 'pods')?.proof).toBeUndefined();
    for (const [place, { of }] of causes) {
      const [request, cause] = [present(requests[place], 'request'), present(requests[of], 'cause')];
      expect(isPerson(request)).toBe(false);
      expect(cause.answeredAt).toBeLessThanOrEqual(request.receivedAt);
    }
  });

  it('AUD4: commands of a person, by what they wrote', () => {
    const lines = [...stepsOf(run)].filter(({ kind }) => kind === auditSteps.command).map(({ args }) => args.line);
    expect(lines.slice(0, 3)).toEqual([
      'kubectl apply deployments/web',
      'kubectl patch deployments/web',
      'kubectl set deployments/web',
    ]);
    expect(lines.at(-1)).toBe('kubectl delete deployments/web');
    const others = [...stepsOf(told(textOf('c06')))].filter(({ kind }) => kind === auditSteps.command);
    expect(others.map(({ args }) => args.line)).toContain('kubectl drain pods/web-5947d8885d-v6rv2');
  });

  it('AUD5: what is typed is refused in words', () => {
    const again = told(C01);
    again.give({ type: 'kubectl', argv: ['get', 'pods'], files: {} });
    again.advance({ quiescent: true });
    expect([...again.engine.table(COMMANDS_TABLE).values()][0]).toMatchObject({ exitCode: 1 });
    expect(again.fork(100).engine.stepCount).toBe(101);
  });

  it('AUD6: damaged logs are told as far as they go', () => {
    const lines = C01.split('\n').slice(0, 120);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(119), fc.nat(900), fc.nat(60)), { maxLength: 12 }), (damages) => {
        const damaged = [...lines];
        for (const [line, at, cut] of damages) {
          const text = damaged[line] ?? '';
          // What stays JSON goes furthest.
          damaged[line] = text.slice(0, at).replace(/"[a-z]\w*":"[^"]*",?$/, '') + text.slice(at + (cut % 2) * cut);
        }
        const log = logOf(damaged.join('\n'));
        if (log === undefined) return;
        const left = newRun({ nodes: 0, latencies: 'zero', log }, 1, 100_000, false);
        left.advance({ quiescent: true });
        expect(left.engine.stepCount).toBeGreaterThan(log.requests.length);
      }),
      { numRuns: 40, seed: 5 },
    );
  });
});
