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
export function secondsOf(micros: number): number {
  return Math.round(micros / 100_000) / 10;
}

/** These verbs speak of a collection: there is no name to tell. */
export function isOfCollection(verb: string): boolean {
  return verb === 'list' || verb === 'watch' || verb === 'create' || verb === 'deletecollection';
}
