// Models staging/src/k8s.io/kubectl/pkg/cmd/util/helpers.go (v1.36)

import type { Options } from '../flags/options.ts';

/** What ends a command: text for standard error and the exit code. Carried as a value, never thrown. */
export class Failure {
  constructor(
    readonly text: string,
    readonly code = 1,
    /** How it is worded as one of several. */
    readonly amongOthers: string = text,
    /** What the server has answered, where that is what went wrong. */
    readonly answers: readonly object[] = [],
  ) {}
}

export function failure(message: string): Failure {
  return new Failure(`error: ${message}\n`, 1, `${message}\n`);
}

/** A command that was given wrongly. */
export function misused(options: Options, message: string): Failure {
  return failure(`${message}\nSee 'kubectl ${options.path} -h' for help and examples`);
}

export function isFailure(value: unknown): value is Failure {
  return value instanceof Failure;
}

/** What went wrong, without what says who says so. */
export const messageOf = ({ amongOthers }: Failure): string =>
  amongOthers.replace(/^error: |^Error from server(?: \(\w+\))?: /, '').trimEnd();

/** The code of a request that kubectl itself refuses to send; the body says why. */
export const NOT_SENT = 999;

/** What is left to say at a command's end: a single error in its own words, several one after another. */
export function summary(failures: readonly Failure[]): Failure | undefined {
  const [first] = failures;
  if (first === undefined || failures.length === 1) return first;
  return together(failures);
}

/** The same as commands tell it that collect what goes wrong and go on: one line each, whatever their number. */
export function collected(failures: readonly Failure[]): Failure | undefined {
  return failures.length === 0 ? undefined : together(failures);
}

function together(failures: readonly Failure[]): Failure {
  const text = failures.map(({ amongOthers }) => amongOthers).join('');
  return new Failure(
    text,
    1,
    text,
    failures.flatMap(({ answers }) => answers),
  );
}

/** Several errors as one, in the form of Go's aggregates. */
export function aggregate(errors: readonly string[]): string {
  const distinct = [...new Set(errors)];
  return distinct.length === 1 ? (distinct[0] as string) : `[${distinct.join(', ')}]`;
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
  const answers = [prefix === '' ? status : { ...status, message }];
  if (status.reason === 'Invalid' && status.details !== undefined) {
    return new Failure(`${invalidText(status)}\n`, 1, `Error from server (Invalid): ${message}\n`, answers);
  }
  const text =
    status.reason === 'Unauthorized'
      ? `error: You must be logged in to the server (${status.message ?? ''})\n`
      : `Error from server${status.reason === undefined || status.reason === '' ? '' : ` (${status.reason})`}: ${message}\n`;
  return new Failure(text, 1, text, answers);
}

function invalidText(status: StatusLike): string {
  const { name, kind, causes = [] } = status.details ?? {};
  const title =
    kind === undefined && name === undefined
      ? 'The request is invalid'
      : `The ${kind ?? ''} "${name ?? ''}" is invalid`;
  if (causes.length === 0) return `${title}: ${status.message ?? ''}`;
  const errors = causes.map((cause) => `${cause.field ?? ''}: ${cause.message}`);
  const distinct = [...new Set(errors)];
  return distinct.length === 1
    ? `${title}: ${distinct[0]}`
    : `${title}: \n${distinct.map((error) => `* ${error}`).join('\n')}`;
}

/** Not a Status: what client-go makes of a bare answer. */
function plainFailure(code: number, text: unknown, prefix: string): Failure {
  if (code === NOT_SENT) {
    const told = String(text).replace(/^error: /, '');
    return new Failure(`${String(text).replace(/^error: /, `error: ${prefix}`)}\n`, 1, `${prefix}${told}\n`);
  }
  if (code === 404)
    return new Failure(`Error from server (NotFound): ${prefix}the server could not find the requested resource\n`);
  return new Failure(
    `Error from server: ${prefix}${typeof text === 'string' ? text.trim() : `an error on the server (code ${code})`}\n`,
  );
}

/** The same, where an empty name is refused before the server sees it. */
export function exactlyOneFullName(words: readonly string[], options: Options): string | Failure {
  const name = exactlyOneName(words, options);
  return name === '' ? failure('name must be specified') : name;
}

/** What makes something takes its name as the one word. */
export function exactlyOneName(words: readonly string[], options: Options): string | Failure {
  const [name] = words;
  const count = options.dash ?? words.length;
  return name === undefined || count !== 1 ? misused(options, `exactly one NAME is required, got ${count}`) : name;
}
