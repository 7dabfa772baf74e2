import { Extension, type Value } from '../values/values.ts';
import type { Implementation } from './types.ts';

/** A question to the authorizers that an expression puts together. */
export interface AccessQuestion {
  readonly verb: string;
  readonly path?: string;
  readonly group?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly fieldSelector?: string;
  readonly labelSelector?: string;
  /** Another caller than the one of the request: namespace and name. */
  readonly serviceAccount?: readonly [namespace: string, name: string];
}

export interface AccessAnswer {
  readonly allowed: boolean;
  readonly reason: string;
}

export type Ask = (question: AccessQuestion) => AccessAnswer;

type Draft = Omit<AccessQuestion, 'verb'>;

/** `authorizer`, and what its methods give back. */
// Models staging/src/k8s.io/apiserver/pkg/cel/library/authz.go (v1.36). Selectors are asked with, and no authorizer here looks at them.
export class Authorizer extends Extension {
  readonly typeName = 'kubernetes.authorization.Authorizer';

  constructor(
    readonly ask: Ask,
    readonly draft: Draft = {},
  ) {
    super();
  }

  get key(): string {
    return JSON.stringify(this.draft);
  }
}

class Decision extends Extension {
  readonly typeName = 'kubernetes.authorization.Decision';

  constructor(readonly answer: AccessAnswer) {
    super();
  }

  get key(): string {
    return JSON.stringify(this.answer);
  }
}

const adding =
  (field: keyof Draft): Implementation =>
  ([of, text]) =>
    of instanceof Authorizer && typeof text === 'string'
      ? new Authorizer(of.ask, { ...of.draft, [field]: text })
      : undefined;

const decided =
  (read: (answer: AccessAnswer) => Value): Implementation =>
  ([decision]) =>
    decision instanceof Decision ? read(decision.answer) : undefined;

export const authorizer: ReadonlyMap<string, Implementation> = new Map<string, Implementation>([
  ['path', adding('path')],
  ['group', adding('group')],
  ['resource', adding('resource')],
  ['subresource', adding('subresource')],
  ['namespace', adding('namespace')],
  ['name', adding('name')],
  ['fieldSelector', adding('fieldSelector')],
  ['labelSelector', adding('labelSelector')],
  [
    'serviceAccount',
    ([of, namespace, name]) =>
      of instanceof Authorizer && typeof namespace === 'string' && typeof name === 'string'
        ? new Authorizer(of.ask, { ...of.draft, serviceAccount: [namespace, name] })
        : undefined,
  ],
  [
    'check',
    ([of, verb]) =>
      of instanceof Authorizer && typeof verb === 'string' ? new Decision(of.ask({ ...of.draft, verb })) : undefined,
  ],
  ['allowed', decided(({ allowed }) => allowed)],
  ['reason', decided(({ reason }) => reason)],
  ['errored', decided(() => false)],
  ['error', decided(() => '')],
  [
    'jsonpatch.escapeKey',
    ([text]) => (typeof text === 'string' ? text.replaceAll('~', '~0').replaceAll('/', '~1') : undefined),
  ],
]);
