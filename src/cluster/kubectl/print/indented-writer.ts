// Models staging/src/k8s.io/kubectl/pkg/describe/describe.go and interface.go (v1.36)

import type { StringMap } from '../../../api/types/meta.ts';
import { LAST_APPLIED } from '../../../api/values/annotations.ts';
import { parseTime } from '../../../api/values/time.ts';
import { fromUtf8, utf8, utf8Length } from '../../../base/bytes/utf8.ts';
import { DAY } from '../../../base/time/units.ts';
import { DESCRIBE_OPTIONS, shownControls, TabWriter } from './tabwriter.ts';

const MAX_ANNOTATION = 140;

/**
 * Lines at levels of two blanks. Text is aligned only when it is finished, so one writer serves aligned and plain output.
 *
 * Models staging/src/k8s.io/kubectl/pkg/describe/describe.go PrefixWriter (v1.36)
 */
export class DescribeWriter {
  private readonly blocks: string[] = [];
  private text = '';

  line(level: number, text: string): void {
    this.text += `${'  '.repeat(level)}${text}\n`;
  }

  /** Columns after this do not line up with those before. */
  flush(): void {
    this.blocks.push(this.text);
    this.text = '';
  }

  /** With tabs, as rollout history shows it. */
  plain(): string {
    return shownControls(this.blocks.join('') + this.text);
  }

  aligned(): string {
    this.flush();
    return this.blocks
      .map((block) => {
        const writer = new TabWriter(DESCRIBE_OPTIONS);
        writer.write(block);
        return writer.flush();
      })
      .join('');
  }

  labels(title: string, labels: StringMap | undefined, separator = '='): void {
    const keys = Object.keys(labels ?? {}).sort();
    if (keys.length === 0) this.line(0, `${title}:\t<none>`);
    keys.forEach((key, at) => {
      this.line(0, `${at === 0 ? `${title}:` : ''}\t${key}${separator}${labels?.[key]}`);
    });
  }

  annotations(title: string, annotations: StringMap | undefined): void {
    const keys = Object.keys(annotations ?? {})
      .filter((key) => key !== LAST_APPLIED)
      .sort();
    if (keys.length === 0) this.line(0, `${title}:\t<none>`);
    keys.forEach((key, at) => {
      const value = (annotations?.[key] ?? '').replace(/\n$/, '');
      const start = at === 0 ? `${title}:` : '';
      if (utf8Length(value) + utf8Length(key) + 2 <= MAX_ANNOTATION && !value.includes('\n')) {
        this.line(0, `${start}\t${key}: ${value}`);
        return;
      }
      this.line(0, `${start}\t${key}:`);
      for (const part of value.split('\n')) this.line(0, `\t  ${shorten(part, MAX_ANNOTATION - 2)}`);
    });
  }
}

/** Cut between two bytes, be it within a letter. */
function shorten(text: string, length: number): string {
  const bytes = utf8(text);
  return bytes.length > length ? `${fromUtf8(bytes.slice(0, length))}...` : text;
}

const DAYS = ['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `Sat, 21 Nov 2026 02:22:48 +0000`, from an API time. */
export function rfc1123z(time: string | null | undefined): string {
  const micros = parseTime(time);
  if (!time || micros === undefined) return 'Mon, 01 Jan 0001 00:00:00 +0000';
  const weekday = DAYS[Math.floor(micros / DAY) % 7];
  const month = MONTHS[Number(time.slice(5, 7)) - 1];
  return `${weekday}, ${time.slice(8, 10)} ${month} ${time.slice(0, 4)} ${time.slice(11, 19)} +0000`;
}

/** `app=nginx,tier=web`, or `<none>`. */
export function labelText(labels: StringMap | undefined): string {
  const keys = Object.keys(labels ?? {}).sort();
  return keys.length === 0 ? '<none>' : keys.map((key) => `${key}=${labels?.[key]}`).join(',');
}
