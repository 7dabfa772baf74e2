// Models the trap of busybox ash, as far as the signal that ends a container goes (v1.36)

import type { SignalHandler } from './program.ts';

const NUMBERS: { readonly [signal: string]: number } = { TERM: 15, QUIT: 3, INT: 2, WINCH: 28 };
const SOON = 20_000;
/** What `wait` comes back with when a signal has come: 128 and its number. */
const SIGNALLED = 128;
const TRAP = /\btrap\s+(?:'([^']*)'|"([^"]*)"|(\S+))\s+([^;\n&|]*)/g;
const FUNCTION = /(?:^|[\s;])(?:function\s+)?(\w+)\s*\(\)\s*\{([\s\S]*?)(?:[;\n]\s*\}|\})/g;

/** What a script does about the signal that it is stopped with: one without `exit` goes on after it, unless it only waits. */
export function handlerOf(script: string, signal = 'TERM'): SignalHandler | undefined {
  if (!script.includes('trap')) return undefined;
  const body = bodyFor(script, signal);
  if (body === undefined || body === '') return undefined;
  const own = functionsOf(script).get(body) ?? body;
  const handler = { exitCode: 0, afterMicros: SOON, script: own.trim() };
  if (/\bexit\b/.test(own)) return handler;
  if (/\bwait\b/.test(script)) return { ...handler, exitCode: SIGNALLED + (NUMBERS[signal] ?? 0) };
  return { ...handler, goesOn: true };
}

function bodyFor(script: string, signal: string): string | undefined {
  for (const [, single, double, bare, names = ''] of script.matchAll(TRAP)) {
    const asked = names.split(/\s+/).map((name) => name.replace(/^SIG/, ''));
    if (asked.includes(signal) || asked.includes(String(NUMBERS[signal]))) return single ?? double ?? bare;
  }
  return undefined;
}

/** What a script defines, each by its name. */
function functionsOf(script: string): ReadonlyMap<string, string> {
  return new Map([...script.matchAll(FUNCTION)].map(([, name = '', body = '']) => [name, body]));
}

/** The rest of a script. */
export function withoutFunctions(script: string): string {
  return script.includes('()') ? script.replace(FUNCTION, ' ') : script;
}
