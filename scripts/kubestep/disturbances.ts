import { DELAYS } from '../../src/protocol/fault-check.ts';
import type { ClusterConfig } from '../../src/protocol/run-description.ts';

type Delays = NonNullable<ClusterConfig['delays']>;
type Faults = NonNullable<ClusterConfig['faults']>;

const FAULTS = {
  requests: 'requestErrorPerMille',
  lost: 'lostRequestPerMille',
  slow: 'slowRequestPerMille',
  'slow-by': 'slowRequestMillis',
  watches: 'dropWatchPerMille',
} as const;

/** `network=20..60,etcdCommit=50`, in milliseconds; a text that says why when it is something else. */
export function readDelays(text: string): Delays | string {
  const delays: Record<string, readonly [number, number]> = {};
  for (const part of text.split(',')) {
    const [, name = '', from = '', to = from] = /^(\w+)=(\d+(?:\.\d+)?)(?:\.\.(\d+(?:\.\d+)?))?$/.exec(part) ?? [];
    if (name === '') return `--delays takes NAME=MS or NAME=FROM..TO, not ${part}`;
    if (!DELAYS.includes(name)) return `no delay is called ${name}: there are ${DELAYS.join(', ')}`;
    if (Number(to) < Number(from)) return `${part} ends before it begins`;
    delays[name] = [Number(from), Number(to)];
  }
  return delays;
}

/** `requests=20,watches=5,slow=10,slow-by=900`: of a thousand, the last in milliseconds. */
export function readFaults(text: string): Faults | string {
  const faults: { -readonly [name in keyof Faults]: Faults[name] } = {};
  for (const part of text.split(',')) {
    const [, name, count = ''] = /^(requests|lost|slow|slow-by|watches)=(\d{1,6})$/.exec(part) ?? [];
    if (name === undefined || (name !== 'slow-by' && Number(count) > 1000))
      return `--faults takes requests=N, lost=N, slow=N and watches=N of a thousand, and slow-by=MS, not ${part}`;
    faults[FAULTS[name as keyof typeof FAULTS]] = Number(count);
  }
  return faults;
}
