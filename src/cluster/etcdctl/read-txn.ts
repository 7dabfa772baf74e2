import { GivenFlags, parseArgv } from '../kubectl/flags/argv.ts';
import type { Compare, RequestOp, TxnRequest } from '../ports/etcd.ts';
import { type Call, FLAGS } from './command.ts';
import { fromHex } from './numbers.ts';
import { deleteOf, putOf, rangeOf } from './requests.ts';
import { BAD_INPUT, Exit } from './terminal.ts';

// Models etcd etcdctl/ctlv3/command/txn_command.go (v3.5)

const bad = (text: string): Exit => new Exit(BAD_INPUT, text);

/** Three blocks of lines, each ended by an empty one: comparisons, operations if they hold, operations if not. */
export function readTxn(text: string, call: Call): TxnRequest | Exit {
  const lines = text.split('\n');
  // What follows the last newline is no line.
  lines.pop();
  const block = (): readonly string[] | undefined => {
    const found: string[] = [];
    for (;;) {
      const line = lines.shift();
      if (line === undefined) return undefined;
      if (line === '') return found;
      found.push(line);
    }
  };
  const [compares, success, failure] = [block(), block(), block()];
  const compare: Compare[] = [];
  for (const line of compares ?? []) {
    const read = readCompare(line);
    if (read instanceof Exit) return read;
    compare.push(read);
  }
  if (compares === undefined) return bad('EOF');
  const then = readOps(success, call);
  if (then instanceof Exit) return then;
  const otherwise = readOps(failure, call);
  return otherwise instanceof Exit ? otherwise : { compare, success: then, failure: otherwise };
}

const TARGETS: ReadonlyMap<string, Compare['target']> = new Map([
  ['ver', 'version'],
  ['version', 'version'],
  ['c', 'create'],
  ['create', 'create'],
  ['m', 'mod'],
  ['mod', 'mod'],
  ['val', 'value'],
  ['value', 'value'],
  ['lease', 'lease'],
]);

function readCompare(line: string): Compare | Exit {
  const open = line.indexOf('(');
  if (open < 0) return bad(`malformed comparison: ${line}`);
  const name = line.slice(0, open);
  const parts = /^("(?:[^"\\]|\\.)*")\)\s+(\S+)\s+("(?:[^"\\]|\\.)*")/.exec(line.slice(open + 1));
  if (parts === null) return bad(`malformed comparison: ${line}; got ${name}("")  ""`);
  const [, key = '', result = '', operand = ''] = parts;
  const target = TARGETS.get(name);
  if (target === undefined) return bad(`malformed comparison: ${line} (unknown target ${name})`);
  if (!isResult(result)) return bad(`unknown result op`);
  const value = JSON.parse(operand) as string;
  if (target === 'value') return { key: JSON.parse(key) as string, target, result, operand: value };
  const number = target === 'lease' ? fromHex(value) : /^-?\d+$/.test(value) ? value : undefined;
  if (number === undefined) return bad(`invalid txn compare request: ${line}`);
  return { key: JSON.parse(key) as string, target, result, operand: target === 'lease' ? number : Number(number) };
}

function isResult(text: string): text is Compare['result'] {
  return text === '=' || text === '!=' || text === '<' || text === '>';
}

function readOps(lines: readonly string[] | undefined, call: Call): readonly RequestOp[] | Exit {
  if (lines === undefined) return bad('EOF');
  const ops: RequestOp[] = [];
  for (const line of lines) {
    const op = readOp(line, call);
    if (op instanceof Exit) return op;
    ops.push(op);
  }
  return ops;
}

function readOp(line: string, call: Call): RequestOp | Exit {
  const [verb = '', ...argv] = wordsOf(line);
  const flags = FLAGS.get(verb);
  const parsed = flags === undefined ? undefined : parseArgv(argv, flags);
  if (parsed === undefined || 'message' in parsed) return bad(`invalid txn request: ${line}`);
  const inner: Call = { ...call, words: parsed.words, options: new GivenFlags(parsed.flags) };
  if (verb === 'get') {
    const range = rangeOf(inner);
    return range instanceof Exit ? range : { type: 'range', range };
  }
  if (verb === 'put') {
    const request = putOf(inner);
    return request instanceof Exit ? request : { type: 'put', put: request };
  }
  if (verb !== 'del') return bad(`invalid txn request: ${line}`);
  const request = deleteOf(inner);
  return request instanceof Exit ? request : { type: 'delete', delete: request };
}

function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => (double === undefined ? undefined : unquote(double)) ?? single ?? plain ?? '',
  );
}

function unquote(text: string): string {
  return text.replaceAll(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char));
}
