import { prefixEnd } from '../../base/sorted-map.ts';
import type { DeleteRangeRequest, PutRequest, RangeRequest } from '../ports/etcd.ts';
import type { Call } from './command.ts';
import { fromHex } from './numbers.ts';
import { BAD_ARGS, BAD_FEATURE, Exit } from './terminal.ts';

const EVERYTHING = '\0';

/** What `key [range_end]` and the flags say: which keys. */
export function keysOf(command: string, { words, options }: Call): { key: string; rangeEnd?: string } | Exit {
  const [key = '', end] = words;
  if (options.is('prefix') && options.is('from-key'))
    return new Exit(BAD_ARGS, '`--prefix` and `--from-key` cannot be set at the same time, choose one');
  if (words.length < 1 || (words.length > 2 && command !== 'get'))
    return new Exit(BAD_ARGS, `${command} command needs one argument as key and an optional argument as range_end`);
  if (end !== undefined) {
    if (options.is('prefix') || options.is('from-key'))
      return new Exit(BAD_ARGS, 'too many arguments, only accept one argument when `--prefix` or `--from-key` is set');
    return { key, rangeEnd: end };
  }
  if (options.is('prefix'))
    return key === '' ? { key: EVERYTHING, rangeEnd: EVERYTHING } : { key, rangeEnd: prefixEnd(key) };
  if (options.is('from-key')) return { key: key === '' ? EVERYTHING : key, rangeEnd: EVERYTHING };
  return { key };
}

const ORDERS = { ASCEND: 'ascend', DESCEND: 'descend' } as const;
const TARGETS = { CREATE: 'create', KEY: 'key', MODIFY: 'mod', VALUE: 'value', VERSION: 'version' } as const;

/** Models etcd etcdctl/ctlv3/command/get_command.go getGetOp (v3.5) */
export function rangeOf(call: Call): RangeRequest | Exit {
  const { options } = call;
  const order = (options.text('order') ?? '').toUpperCase();
  const target = (options.text('sort-by') ?? '').toUpperCase();
  const consistency = options.text('consistency') ?? 'l';
  if (options.is('keys-only') && options.is('count-only'))
    return new Exit(BAD_ARGS, '`--keys-only` and `--count-only` cannot be set at the same time, choose one');
  const keys = keysOf('get', call);
  if (keys instanceof Exit) return keys;
  if (consistency !== 'l' && consistency !== 's')
    return new Exit(BAD_FEATURE, `unknown consistency flag "${consistency}"`);
  if (order !== '' && !Object.hasOwn(ORDERS, order)) return new Exit(BAD_FEATURE, `bad sort order ${order}`);
  if (target !== '' && !Object.hasOwn(TARGETS, target)) return new Exit(BAD_FEATURE, `bad sort target ${target}`);
  const sortOrder = order === '' ? 'none' : ORDERS[order as keyof typeof ORDERS];
  const sortTarget = target === '' ? 'key' : TARGETS[target as keyof typeof TARGETS];
  return {
    ...keys,
    limit: Number(options.text('limit') ?? 0),
    revision: Number(options.text('rev') ?? 0),
    // A target without an order means the ascending one; by key that is how they come.
    sortOrder: sortOrder === 'none' && target !== '' && sortTarget !== 'key' ? 'ascend' : sortOrder,
    sortTarget,
    serializable: consistency === 's',
    keysOnly: options.is('keys-only'),
    countOnly: options.is('count-only'),
  };
}

/** Models etcd etcdctl/ctlv3/command/put_command.go getPutOp (v3.5) */
export function putOf({ words, options, terminal }: Call): PutRequest | Exit {
  const [key = '', given] = words;
  const keepsValue = options.is('ignore-value');
  if (words.length === 0) return new Exit(BAD_ARGS, 'put command needs 1 argument and input from stdin or 2 arguments');
  if (keepsValue && words.length > 1)
    return new Exit(BAD_ARGS, "put command needs only 1 argument when 'ignore-value' is set");
  const value = given ?? terminal.invocation.stdin;
  if (words.length > 2 || (!keepsValue && value === undefined))
    return new Exit(BAD_ARGS, 'put command needs 1 argument and input from stdin or 2 arguments');
  const id = options.text('lease') ?? '0';
  const lease = fromHex(id);
  if (lease === undefined)
    return new Exit(BAD_ARGS, `bad lease ID (strconv.ParseInt: parsing "${id}": invalid syntax), expecting ID in Hex`);
  return {
    key,
    lease,
    prevKv: options.is('prev-kv'),
    ignoreValue: keepsValue,
    ignoreLease: options.is('ignore-lease'),
    ...(keepsValue ? {} : { value: value ?? '' }),
  };
}

/** Models etcd etcdctl/ctlv3/command/del_command.go getDelOp (v3.5) */
export function deleteOf(call: Call): DeleteRangeRequest | Exit {
  const keys = keysOf('del', call);
  return keys instanceof Exit ? keys : { ...keys, prevKv: call.options.is('prev-kv') };
}
