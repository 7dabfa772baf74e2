import type { Oddity } from '../recordings/agreement.ts';
import { isEvent } from '../recordings/history.ts';
import { type JsonObject, textAt } from '../recordings/json.ts';
import type { CommonWrite } from './effect.ts';
import type { Side } from './naming.ts';
import type { Normaliser } from './normalise.ts';

/** What only certain writers could have caused, so that a comparison can leave those writers out. */
export interface Excluded {
  /** Does one of them keep the status of this object? */
  keeps(object: JsonObject): boolean;
  wroteEvent(etcdKey: string): boolean;
  saidByEvent(line: string): boolean;
  /** Is it what one of them wrote that does not agree with the rest of the recording? */
  explains(oddity: Oddity): boolean;
}

export const NOTHING_EXCLUDED: Excluded = {
  keeps: () => false,
  wroteEvent: () => false,
  saidByEvent: () => false,
  explains: () => false,
};

export function exclude(side: Side, normaliser: Normaliser, writers: RegExp): Excluded {
  const kept = new Set<string>();
  const events = new Set<string>();
  const messages = new Set<string>();
  const written = new Set<string>();
  for (const { entry, podName } of side.history.writes) {
    if (!writers.test(entry.user)) continue;
    written.add(entry.name);
    if (isEvent(entry)) {
      events.add(`/registry/events/${entry.namespace}/${entry.name}`);
      const pod = normaliser.pod(podName);
      messages.add(normaliser.text(textAt(entry.request, 'message') || textAt(entry.request, 'note'), pod));
    } else if (entry.subresource === 'status') kept.add(entry.name);
  }
  messages.delete('');
  return {
    keeps: (object) => kept.has(textAt(object, 'metadata', 'name')),
    wroteEvent: (key) => events.has(key),
    explains: ({ writer, name }) => (writer === undefined ? written.has(name) : writers.test(writer)),
    saidByEvent: (line) => [...messages].some((message) => line.endsWith(message)),
  };
}

/** The same, and without events that need not be there. */
export function alsoWithout(excluded: Excluded, events: ReadonlySet<CommonWrite>, normaliser: Normaliser): Excluded {
  const made = [...events].filter(({ action }) => action === 'create').map(({ write }) => write);
  if (made.length === 0) return excluded;
  const keys = new Set(made.map(({ entry }) => `/registry/events/${entry.namespace}/${entry.name}`));
  const messages = made.map(({ entry, podName }) => {
    return normaliser.text(textAt(entry.request, 'message') || textAt(entry.request, 'note'), normaliser.pod(podName));
  });
  return {
    ...excluded,
    wroteEvent: (key) => keys.has(key) || excluded.wroteEvent(key),
    saidByEvent: (line) => messages.some((message) => line.endsWith(message)) || excluded.saidByEvent(line),
  };
}
