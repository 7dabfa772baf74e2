// Models staging/src/k8s.io/kubectl/pkg/cmd/util/helpers.go (v1.36)

/** What ends a command: text for standard error and the exit code. Carried as a value, never thrown. */
export class Failure {
  constructor(
    readonly text: string,
    readonly code = 1,
  ) {}
}

export function failure(message: string): Failure {
  return new Failure(`error: ${message}\n`);
}

export function isFailure(value: unknown): value is Failure {
  return value instanceof Failure;
}

interface StatusLike {
  readonly kind?: string;
  readonly status?: string;
  readonly message?: string;
  readonly reason?: string;
  readonly code?: number;
  readonly details?: {
    readonly name?: string;
    readonly kind?: string;
    readonly causes?: readonly { readonly field?: string; readonly message?: string }[];
  };
}

/**
 * How kubectl words an error answer.
 *
 * Models staging/src/k8s.io/kubectl/pkg/cmd/util/helpers.go StandardErrorMessage, checkErr (v1.36)
 */
export function failureOf(code: number, body: unknown, prefix = ''): Failure {
  if (typeof body === 'string' || body === null || body === undefined) return plainFailure(code, body, prefix);
  const status = body as StatusLike;
  const message = `${prefix}${status.message ?? ''}`;
  if (status.reason === 'Invalid' && status.details !== undefined) return new Failure(`${invalidText(status)}\n`);
  if (status.reason === 'Unauthorized') {
    return new Failure(`error: You must be logged in to the server (${status.message ?? ''})\n`);
  }
  const reason = status.reason ?? '';
  return new Failure(reason === '' ? `Error from server: ${message}\n` : `Error from server (${reason}): ${message}\n`);
}

function invalidText(status: StatusLike): string {
  const { name, kind, causes = [] } = status.details ?? {};
  const title = `The ${kind} "${name}" is invalid`;
  if (causes.length === 0) return `${title}: ${status.message ?? ''}`;
  const errors = causes.map((cause) =>
    cause.field === undefined ? `${cause.message}` : `${cause.field}: ${cause.message}`,
  );
  const distinct = [...new Set(errors)];
  return distinct.length === 1
    ? `${title}: ${distinct[0]}`
    : `${title}: \n${distinct.map((error) => `* ${error}`).join('\n')}`;
}

/** Not a Status: what client-go makes of a bare answer. */
function plainFailure(code: number, text: unknown, prefix: string): Failure {
  if (code === 404)
    return new Failure(`Error from server (NotFound): ${prefix}the server could not find the requested resource\n`);
  return new Failure(
    `Error from server: ${prefix}${typeof text === 'string' ? text.trim() : `an error on the server (code ${code})`}\n`,
  );
}
