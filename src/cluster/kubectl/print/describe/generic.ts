import type { Event } from '../../../../api/types/core.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import { DescribeWriter } from '../indented-writer.ts';
import { describeEvents } from './events.ts';

const ACRONYMS = ['API', 'URL', 'UID', 'OSB', 'GUID'];
const SHOWN_ABOVE = ['name', 'namespace', 'labels', 'annotations', 'managedFields'];

/**
 * Any object as a tree of words: custom resources, and built-in kinds whose own form is not modelled.
 *
 * Models staging/src/k8s.io/kubectl/pkg/describe/describe.go genericDescriber (v1.36)
 */
export function describeGeneric(object: KObject, events: readonly Event[], now: number): string {
  const writer = new DescribeWriter();
  const { metadata, apiVersion, kind, ...rest } = object;
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Namespace:\t${metadata.namespace ?? ''}`);
  writer.labels('Labels', metadata.labels);
  writer.annotations('Annotations', metadata.annotations);
  const shown = Object.entries(metadata).filter(([key]) => !SHOWN_ABOVE.includes(key));
  describeFields(writer, 0, { apiVersion, kind, metadata: Object.fromEntries(shown), ...rest });
  describeEvents(writer, events, now);
  return writer.aligned();
}

function describeFields(writer: DescribeWriter, level: number, fields: Readonly<Record<string, unknown>>): void {
  for (const key of Object.keys(fields).sort()) {
    const value = fields[key];
    if (value === undefined) continue;
    const label = labelFor(key);
    if (Array.isArray(value)) {
      writer.line(level, `${label}:`);
      for (const item of value) {
        if (typeof item === 'object' && item !== null) describeFields(writer, level + 1, item);
        else writer.line(level + 1, String(item));
      }
    } else if (typeof value === 'object' && value !== null) {
      writer.line(level, `${label}:`);
      describeFields(writer, level + 1, value as Record<string, unknown>);
    } else writer.line(level, `${label}:\t${value === null ? '<nil>' : value}`);
  }
}

/** `apiVersion` → `API Version`; a name with digits or signs other than a hyphen stays as it is. */
function labelFor(field: string): string {
  if (/[^-a-zA-Z]/.test(field)) return field;
  return camelWords(field)
    .map((word) => {
      const upper = word.toUpperCase();
      return ACRONYMS.includes(upper) ? upper : word.charAt(0).toUpperCase() + word.slice(1);
    })
    .join(' ');
}

/** Models github.com/fatih/camelcase: runs of small letters, capitals, digits and of all else; the last capital belongs to what follows. */
function camelWords(field: string): readonly string[] {
  const runs = field.match(/[a-z]+|[A-Z]+|[0-9]+|[^a-zA-Z0-9]+/g) ?? [];
  const words: string[] = [];
  for (let at = 0; at < runs.length; at += 1) {
    let run = runs[at] as string;
    const next = runs[at + 1];
    if (run === 'URL' && next === 's') {
      words.push('URLs');
      at += 1;
      continue;
    }
    if (/^[A-Z]/.test(run) && next !== undefined && /^[a-z]/.test(next)) {
      if (run.length > 1) words.push(run.slice(0, -1));
      run = run.slice(-1) + next;
      at += 1;
    }
    words.push(run);
  }
  return words;
}
