import { packedText, unpackedText } from '../../base/packed-text.ts';
import { areFiles, describedRun, readRun } from '../run-file.ts';
import { checksum, isObject } from './fields.ts';
import { DAMAGED, type Link, type LinkedRun, madeForVersion } from './link.ts';
import { wrongInMoment } from './moment-check.ts';
import { placeOf } from './pin-check.ts';

/** A link must not unpack into more than this. */
const MOST_BYTES = 4_000_000;
/** What stands before a packed run: the version of its form and a checksum. */
const FORM = 'v2';
/** The form before: it held a saved run as it is written to a file. */
const NUMBERED = '2';

/** What follows the `#` of a link to a run. */
export function printRunLink(
  { run, files }: LinkedRun,
  { to, moment: { language: _, ...moment } }: Pick<Link, 'to' | 'moment'>,
): string {
  const at = to !== undefined && 'anchor' in to ? to.anchor : 'start';
  const { v: __, build, ...described } = run;
  const beside = { ...(files === undefined ? {} : { files }), at, moment: { ...moment, build } };
  const text = packedText(JSON.stringify({ kubestep: 'run', v: 2, ...described, ...beside }));
  // The checksum stands last: it ends with nothing that programs leave out of an address at the end of a sentence.
  return `run=${FORM}.${text}.${checksum(text)}`;
}

/** What stands behind `#run=`. */
export function readRunLink(text: string): Link | string {
  const [form = '', second, third, ...more] = text.split('.');
  if (second === undefined) return unchecked(text);
  if (third === undefined || more.length > 0) return DAMAGED;
  if (form !== FORM && form !== NUMBERED)
    return /^v?[1-9]\d{0,3}$/.test(form) ? madeForVersion(form.replace('v', '')) : DAMAGED;
  const [packed, sum] = form === FORM ? [second, third] : [third, second];
  if (sum !== checksum(packed)) return DAMAGED;
  const json = unpackedText(packed, MOST_BYTES);
  if (json === undefined) return DAMAGED;
  return form === FORM ? anchored(json) : numbered(json, 'numbered');
}

/** Links had no checksum at first. */
function unchecked(packed: string): Link | string {
  const json = unpackedText(packed, MOST_BYTES);
  return json === undefined ? DAMAGED : numbered(json, 'unchecked');
}

function numbered(json: string, form: Link['form']): Link | string {
  const file = readRun(json);
  if (typeof file === 'string') return file;
  const { run, position, filter, files } = file;
  return {
    form,
    of: { run, ...(files === undefined ? {} : { files }) },
    to: position === undefined ? { start: true } : { seq: position },
    moment: { build: run.build, ...(filter === undefined ? {} : { filter }) },
  };
}

function anchored(json: string): Link | string {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return DAMAGED;
  }
  if (!isObject(value)) return DAMAGED;
  const { kubestep, v, files, at, moment, ...described } = value;
  if (kubestep !== 'run' || v !== 2 || !isObject(moment)) return DAMAGED;
  const run = describedRun({ v: 1, build: moment.build, ...described });
  if (typeof run === 'string') return run;
  if (files !== undefined && !areFiles(files)) return 'files is not a list of manifests';
  const to = placeOf(at);
  if (to === undefined) return 'the place is not described in full';
  const wrong = wrongInMoment(moment);
  if (wrong !== undefined) return `${wrong} cannot be read`;
  return {
    form: 'anchored',
    of: { run, ...(files === undefined ? {} : { files: files as NonNullable<LinkedRun['files']> }) },
    to,
    moment,
  };
}
