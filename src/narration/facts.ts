import type { Micros } from '../base/time/units.ts';

/** What some arguments mean, apart from any language. */

const GRANT = /^RBAC: allowed by (\S+ "[^"]*") of (\S+ "[^"]*") to /;

export interface Grant {
  readonly binding: string;
  readonly role: string;
}

/** The binding and the role that the RBAC authorizer names as its reason. */
export function grantOf(reason: string): Grant | undefined {
  const [, binding, role] = GRANT.exec(reason) ?? [];
  return binding === undefined || role === undefined ? undefined : { binding, role };
}

/** `kubectl/v1.36.2 (linux/amd64) …` → `kubectl`. */
export function programOf(userAgent: string): string {
  const end = userAgent.search(/[/ ]/);
  return end < 0 ? userAgent : userAgent.slice(0, end);
}

/** Seconds with at most one decimal, from microseconds. */
export function secondsOf(micros: Micros): number {
  return Math.round(micros / 100_000) / 10;
}

/** What a hook came to: its exit code, and what it said; of other failures only what is said of them. */
export interface HookProblem {
  readonly code: number | undefined;
  readonly said: string;
}

const HOOK_EXIT = /(?:^| )exited with (\d+): .*?, message: "(.*)"$/s;

/** In the message of a hook that failed stand also its container, its Pod and its command: the sentence names them. */
export function hookProblem(error: string): HookProblem {
  const problem = error.replace(/^.* failed - error: /s, '');
  const [, code, said = ''] = HOOK_EXIT.exec(problem) ?? [];
  if (code === undefined) return { code: undefined, said: problem.trim() };
  const lines = said.split(/\\n|\n/).filter((line) => line.trim() !== '');
  return { code: Number(code), said: lines.join(' ⏎ ').replaceAll('\\"', '"') };
}

/** Addresses of IPv6 stand in brackets before a port; names are another matter. */
export function isSameAddress(to: string, address: string): boolean {
  return address.replaceAll(/[[\]]/g, '') === to.replaceAll(/[[\]]/g, '');
}

/** These verbs speak of a collection: there is no name to tell. */
export function isOfCollection(verb: string): boolean {
  return verb === 'list' || verb === 'watch' || verb === 'create' || verb === 'deletecollection';
}
