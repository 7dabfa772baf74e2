import { CONTRACT_VERSION, type Command, type EmbedEvent, type GoTo, type NumberedCommand } from './contract.ts';
import { checked, type Fields, fieldsOf, isText, isWhole, LOOKS, SETTINGS } from './fields.ts';

/** Whether this asks to be spoken to over the port that came with it, in a version that is spoken here. */
export function isHello(value: unknown): boolean {
  const fields = fieldsOf(value);
  return fields?.kubestep === 'hello' && isWhole(fields.version, CONTRACT_VERSION);
}

/** Whether a frame says that it listens, and speaks the version of the SDK. */
export function isHere(value: unknown): boolean {
  const fields = fieldsOf(value);
  return (
    fields?.kubestep === 'here' &&
    Array.isArray(fields.versions) &&
    fields.versions.some((one) => one === CONTRACT_VERSION)
  );
}

/**
 * A command with its number. One whose number can be read and whose rest cannot is `unknown`, so that it can be refused in
 * words; everything else is undefined, and nobody answers it.
 */
export function readCommand(
  value: unknown,
): NumberedCommand | { readonly id: number; readonly unknown: string } | undefined {
  const fields = fieldsOf(value);
  if (fields === undefined || !isWhole(fields.id, 0) || !isText(fields.type, 40)) return undefined;
  const { id, type } = fields;
  if (!Object.hasOwn(COMMANDS, type)) return { id, unknown: `there is no command ${type}` };
  const command = COMMANDS[type as Command['type']](fields);
  return command === undefined ? { id, unknown: `${type}: a field is not what it should be` } : { ...command, id };
}

const COMMANDS: { readonly [type in Command['type']]: (fields: Fields) => Command | undefined } = {
  go: ({ to }) => (isGoTo(to) ? { type: 'go', to } : undefined),
  play: () => ({ type: 'play' }),
  pause: () => ({ type: 'pause' }),
  reset: () => ({ type: 'reset' }),
  apply: ({ yaml, line }) => {
    if (isText(yaml) && yaml !== '') return { type: 'apply', yaml };
    return isText(line) && line !== '' ? { type: 'apply', line } : undefined;
  },
  set: (fields) => {
    const settings = checked(fields, SETTINGS);
    return settings && { type: 'set', ...settings };
  },
  look: (fields) => {
    const looks = checked(fields, LOOKS);
    return looks && { type: 'look', ...looks };
  },
  export: ({ as }) => (as === 'link' || as === 'run' || as === 'poster' ? { type: 'export', as } : undefined),
};

function isGoTo(value: unknown): value is GoTo {
  if (value === 'start' || value === 'end' || isWhole(value, 0)) return true;
  const fields = fieldsOf(value);
  if (fields === undefined) return false;
  if (fields.scene === 1 || fields.scene === -1) return true;
  return Number.isSafeInteger(fields.by) && isWhole(Math.abs(fields.by as number), 1);
}

const TYPES: { readonly [type in EmbedEvent['type']]: (fields: Fields) => boolean } = {
  ready: isStanding,
  step: isStanding,
  error: ({ about, message }) => (about === 'link' || about === 'engine') && isText(message),
  check: ({ met, unmet }) => typeof met === 'boolean' && Array.isArray(unmet),
  link: ({ href }) => isText(href),
  height: ({ height }) => isWhole(height, 1),
  ack: ({ id, ok }) => isWhole(id, 0) && typeof ok === 'boolean',
};

function isStanding({ step, steps, sentence }: Fields): boolean {
  return isWhole(step, 0) && isWhole(steps, 0) && isText(sentence);
}

/** What a frame says, with whatever else a later version adds; undefined for what is no event that is known here. */
export function readEvent(value: unknown): EmbedEvent | undefined {
  const fields = fieldsOf(value);
  if (fields === undefined || !isText(fields.type, 40) || !Object.hasOwn(TYPES, fields.type)) return undefined;
  return TYPES[fields.type as EmbedEvent['type']](fields) ? (value as EmbedEvent) : undefined;
}
