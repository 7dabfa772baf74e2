import { etcd } from '../../../steps/etcd.ts';
import { lastMoment } from '../moment-index.ts';
import { deedBehind } from '../moments.ts';
import { held, type Rule, wished } from '../unmet.ts';

/** A store that has grown over its quota takes nothing more until there is room and the alarm is taken back. */
export const storeSpace: Rule = {
  name: 'storeSpace',
  *find({ at }) {
    const seq = lastMoment(at, [etcd.alarmRaised.name, etcd.alarmDisarmed.name]);
    if (seq === undefined || at.journal.kindOf(seq) !== etcd.alarmRaised) return;
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
