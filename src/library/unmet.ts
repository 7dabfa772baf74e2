import { SECOND } from '../base/time/units.ts';
import { KEYS_TABLE } from '../cluster/etcd/rows.ts';
import { subjectOfKey } from '../inspect/keys.ts';
import type { Snapshot } from '../inspect/snapshot.ts';
import { diagnosisAt, diagnosisView } from '../inspect/views/diagnosis.ts';
import { sayChange, sayUnmet } from '../narration/unmet/tell.ts';
import type { UnmetView } from '../protocol/diagnosis-view.ts';
import type { Finding, Language } from './contract.ts';
import { isNamed } from './named-object.ts';
import { UNMET_WORDS } from './words.ts';

/** The wishes that are not met at the cursor; of one object, where it is named. */
export function unmetAt(snapshot: Snapshot, object?: string): readonly UnmetView[] {
  const { unmet } = diagnosisView(snapshot);
  if (object === undefined) return unmet;
  const told = unmet.filter((one) => isAbout(one, object));
  if (told.length > 0) return told;
  // What is told with its owner has a wish of its own.
  const found = [...snapshot.table(KEYS_TABLE).keys()].flatMap((key) => {
    const subject = subjectOfKey(key);
    return subject !== undefined && isNamed(subject, object) ? diagnosisAt(snapshot).about(subject) : [];
  });
  return [...new Set(found)];
}

/** Of whose wish it is, or of what is in the way. */
function isAbout({ subject, held }: UnmetView, object: string): boolean {
  return [subject, held ?? ''].some((each) => isNamed(each, object));
}

/** One unmet wish as somebody who has no page needs it. */
export function findingOf({ subject, held, wish, hold, since, change }: UnmetView, language: Language): Finding {
  const words = UNMET_WORDS[language];
  return {
    subject,
    inTheWay: held,
    sentence: plain(sayUnmet(words, { wish, hold })),
    change: plain(sayChange(words, hold)),
    command: change?.type === 'command' ? change.line : undefined,
    field: change?.type === 'field' ? { subject: change.subject, path: change.path } : undefined,
    since: since === undefined ? undefined : since.micros / SECOND,
    step: since?.seq,
  };
}

function plain(text: string): string {
  return text.replaceAll('**', '');
}
