import type { Frame } from '../../../protocol/messages.ts';
import type { Host } from '../../widgets/kit/host.ts';
import { causes } from './views.ts';

export const frame: Frame = {
  seq: 61,
  index: 61,
  total: 212,
  head: 400,
  time: 171_600,
  headTime: 540_000,
  atEnd: false,
  quiescent: false,
  stoppedAfter: undefined,
  ended: undefined,
  breakpoint: undefined,
  branch: 1,
  edition: 0,
  present: 61,
  isPast: false,
  untold: undefined,
  waiting: [],
  begun: 1,
  branches: [{ id: 1, name: 'main', forkedAt: undefined, forkedTime: undefined, steps: 400 }],
  run: { v: 1, build: 'test', seed: 1, cluster: { nodes: 3, latencies: 'realistic' }, inputs: [] },
  digest: 'x',
};

/** A Host that only remembers what it was asked. */
export function testHost(over: Partial<Host> = {}): Host & { readonly calls: unknown[][] } {
  const calls: unknown[][] = [];
  const note =
    (name: string) =>
    (...args: unknown[]): void => {
      calls.push([name, ...args]);
    };
  const later =
    (name: string) =>
    async (...args: unknown[]): Promise<void> => {
      calls.push([name, ...args]);
    };
  return {
    language: 'en',
    dark: false,
    frame,
    looking: {},
    breakpoints: [],
    sentence: (step) => String(step.args.sentence ?? step.kind),
    look: note('look'),
    seek: note('seek'),
    seekIndex: note('seekIndex'),
    runToBreakpoint: note('runToBreakpoint'),
    give: later('give'),
    ahead: (read) => read(later('give')),
    answer: note('answer'),
    withdraw: note('withdraw'),
    beside: note('beside'),
    query: (async (query: { type: string; fromIndex?: number; count?: number; text?: string }) => {
      calls.push(['query', query]);
      if (query.type === 'fieldHistory') return { type: 'fieldHistory', writes: 0, gone: 0, values: [] };
      if (query.type === 'why') return { type: 'why', chain: causes };
      if (query.type === 'steps') return { type: 'steps', from: query.fromIndex, total: causes.length, steps: causes };
      if (query.type === 'find')
        return {
          type: 'find',
          objects: [{ subject: 'pods/default/nginx', firstWrite: 3, lastWrite: 9, exists: false }],
          steps: causes,
          fields: [{ subject: 'pods/default/other', path: 'spec.image', value: 'nginx' }],
          more: false,
        };
      return {
        type: 'whyField',
        chain: causes.slice(0, 2).map((step, place) => ({
          subject: place === 0 ? 'pods/default/x' : 'deployments/default/nginx',
          path: 'spec.replicas',
          value: '3',
          step,
        })),
      };
    }) as unknown as Host['query'],
    setBreakpoints: note('setBreakpoints'),
    openRun: later('openRun'),
    openWhy: note('openWhy'),
    calls,
    ...over,
  };
}
