import type { Journal } from '../../../engine/index.ts';
import type { Instant } from '../instant.ts';
import { deedBehind } from '../moments.ts';
import { held, type Rule, wished } from '../unmet.ts';

interface Heard {
  upTo: number;
  readonly alarms: number[];
}

/** No table has the alarm; each step of a journal is looked at once for it. */
const heard = new WeakMap<Journal, Heard>();

function lastAlarm({ journal, cursor }: Instant): number | undefined {
  const known = heard.get(journal) ?? { upTo: 0, alarms: [] };
  heard.set(journal, known);
  for (let seq = Math.max(known.upTo, journal.base); seq < journal.end; seq += 1) {
    const { name } = journal.kindOf(seq);
    if (name === 'etcd.alarmRaised' || name === 'etcd.alarmDisarmed') known.alarms.push(seq);
  }
  known.upTo = journal.end;
  return known.alarms.findLast((seq) => seq <= cursor.position && seq >= journal.base);
}

/** A store that has grown over its quota takes nothing more until there is room and the alarm is taken back. */
export const storeSpace: Rule = {
  name: 'storeSpace',
  *find({ at }) {
    const seq = lastAlarm(at);
    if (seq === undefined || at.journal.kindOf(seq).name !== 'etcd.alarmRaised') return;
    yield {
      subject: 'etcd',
      wish: wished('store', {}),
      hold: () => ({
        told: held('noSpace', { quota: String(at.journal.step(seq).args.quota) }),
        since: () => seq,
        deed: () => deedBehind(at, seq),
        change: { type: 'command', line: 'etcdctl alarm disarm' },
      }),
    };
  },
};
