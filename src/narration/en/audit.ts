import type { auditSteps } from '../../steps/audit.ts';
import type { Texts } from '../text.ts';

const PROOFS: { readonly [proof: string]: string } = {
  revision: 'its request names that revision',
  owner: 'its object names that owner',
  object: 'its request is about that object',
};

const VERBS: { readonly [verb: string]: string } = {
  create: 'creates',
  update: 'updates',
  patch: 'patches',
  delete: 'deletes',
  deletecollection: 'deletes all',
};

/** Of a part of an object: a status, a binding. */
const PARTS: { readonly [verb: string]: string } = {
  'create binding': 'binds',
  'create eviction': 'evicts',
  'update status': 'updates the status of',
  'patch status': 'patches the status of',
  'update scale': 'scales',
  'patch scale': 'scales',
};

const doing = (verb: string, part: string): string => PARTS[`${verb} ${part}`] ?? VERBS[verb] ?? '{verb}';

const at = (revision: number): string => (revision === 0 ? '' : ' at revision {revision}');

/** What its sender knew, in a sentence of its own. */
function knew({ cause, revision, proof }: { cause: string; revision: number; proof: string }): string {
  if (cause === '') return '';
  if (proof === '') return ` Supposed: because {cause} had changed${at(revision)}.`;
  return ` It had seen {cause}${at(revision)}: ${PROOFS[proof] ?? 'its request says so'}.`;
}

export const audit: Texts<typeof auditSteps> = {
  begun: {
    say: 'The audit log begins: {requests} requests to one API server.',
    why: 'An audit log has every request with who sent it, when, which rule allowed it, and what came of it. Everything told here stands in it; where a cause is only supposed, the sentence says so.',
  },
  fixed: {
    say: 'Nothing can be asked of this run: **a log tells it**, and what has happened has happened.',
    why: 'The log shows what a real API server was asked and what it answered. Begin a run with the objects of that cluster to try something with it.',
  },
  command: {
    say: '**{user}** asks for something, by its requests about `{line}`.',
    why: 'The log has requests, not command lines. Requests of one client that follow one another closely are taken for one command, and its words are supposed from what was written.',
  },
  did: {
    say: ({ verb, subresource, code, message, ...known }) =>
      code < 400
        ? `**{who} ${doing(verb, subresource)} {object}**.${knew(known)}`
        : `**{who} is refused** ({code}) when it ${doing(verb, subresource)} {object}${message === '' ? '' : ': {message}'}${message.endsWith('.') ? '' : '.'}${knew(known)}`,
    why: 'The log has the request, the rule that allowed it and the answer. What an update was based on is proven by the revision that it sends back, what was made for whom by the owner that it names; anything else about why is supposed, and says so.',
  },
  seen: {
    say: ({ proof, revision }) => `It has seen **{object}**${at(revision)}: ${PROOFS[proof] ?? 'its request says so'}.`,
    why: 'Whoever updates an object sends back the revision that it has read, and whoever makes an object for another names its owner: that proves what the sender knew when it wrote.',
  },
  supposed: {
    say: ({ revision }) => `Supposed, not proven: **{object}** had changed${at(revision)}.`,
    why: 'The log does not say why somebody writes. This was the newest change, by somebody else, of what the request is about; a controller that watches it has most likely acted on it.',
  },
};
