import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isAuditLog, readLog } from '../../src/brought/audit/read-log.ts';
import { calledOf } from '../../src/brought/look-at.ts';
import { namesOf } from '../../src/brought/owners.ts';
import { readBrought } from '../../src/brought/read-brought.ts';
import type { BroughtFile } from '../../src/brought/read-file.ts';
import { sayComplaint, sayRemark } from '../../src/brought/words.ts';
import type { Options } from './options.ts';

/** The options of a run that begins with what is in the files, and what is to be said of them; a text where nothing is. */
export function withStart(options: Options): { readonly options: Options; readonly said: readonly string[] } | string {
  if (options.start === undefined) return { options, said: [] };
  const files = filesAt(options.start);
  if (typeof files === 'string') return files;
  const [only] = files;
  if (files.length === 1 && only !== undefined && isAuditLog(only.text)) {
    const { log, complaints } = readLog(only);
    const said = complaints.map((each) => sayComplaint('en', each));
    return log === undefined
      ? said.join('\n')
      : { options: { ...options, cluster: { ...options.cluster, log } }, said };
  }
  const { start, wishes, complaints, remarks } = readBrought(files);
  const said = [
    ...complaints.map((each) => sayComplaint('en', each)),
    ...remarks.map((each) => sayRemark('en', each)),
    ...(wishes.length === 0
      ? []
      : [
          `${namesOf(wishes.map(calledOf))}: without a uid, so that no server has kept it. Name its file to have it applied.`,
        ]),
  ];
  if (start === undefined) return [`no object of a cluster is in ${options.start}`, ...said].join('\n');
  return { options: { ...options, cluster: { ...options.cluster, start } }, said };
}

function filesAt(path: string): readonly BroughtFile[] | string {
  try {
    if (!statSync(path).isDirectory()) return [{ name: path, text: readFileSync(path, 'utf8') }];
    const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(?:ya?ml|json)$/.test(name),
    );
    return names.sort().map((name) => ({ name, text: readFileSync(join(path, name), 'utf8') }));
  } catch (error) {
    return `${path} cannot be read: ${(error as Error).message}`;
  }
}
