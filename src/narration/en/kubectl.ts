import type { kubectl as kubectlSteps } from '../../steps/kubectl.ts';
import type { Texts } from '../text.ts';

export const kubectl: Texts<typeof kubectlSteps> = {
  command: {
    say: 'You type **{line}**.',
    why: 'kubectl is an ordinary client: it has no power of its own and no way round the API server. All that follows is what this one line causes, and each component learns of it only by watching the API server.',
  },
  arguments: {
    say: 'kubectl takes the line apart: **{line}**.',
    why: 'The first word chooses the command; flags may stand anywhere. A flag that the command does not know ends it here, before anything is sent.',
  },
  kubeconfig: {
    say: 'kubectl reads its kubeconfig: context **{context}**, user **{user}**, server {server}.',
    why: 'A context joins a cluster, a user and a default namespace. The user entry holds the credentials, here a client certificate: the name and the groups in it are all that the server will know about you. kubectl itself decides nothing about your rights.',
  },
  parsed: {
    say: ({ file, documents }) =>
      `kubectl reads **${file}** and turns its YAML into JSON: ${documents} ${documents === 1 ? 'document' : 'documents'}.`,
    why: 'The API speaks JSON; YAML is for people. Broken YAML and documents without apiVersion or kind are refused on your machine, without a single request.',
  },
  discovered: {
    say: ({ source, resources }) =>
      source === 'cache'
        ? `kubectl knows the ${resources} resources of this server from its **discovery cache**.`
        : `kubectl asks **${source}** what the server can do: ${resources} resources.`,
    why: 'Which kinds exist, how they are called for short and whether they live in a namespace is not built into kubectl; the server says so. The answer is kept on disk for six hours. A kind that is not in it makes kubectl ask again, so a fresh CRD is found.',
  },
  validated: {
    say: ({ kind, mode }) =>
      mode === 'server'
        ? `The server checks the fields of **${kind}** itself, so kubectl does not.`
        : `kubectl checks the fields of **${kind}** (${mode}).`,
    why: 'kubectl looks into the OpenAPI document only to see whether the server understands fieldValidation. Every server since 1.25 does, and then a misspelt field is refused by the server with the request itself.',
  },
  mapped: {
    say: 'The kind **{kind}** is the resource **{resource}** of the API.',
    why: 'Manifests name kinds, addresses name resources. The REST mapping between them comes from discovery; it also says whether the address has a namespace in it.',
  },
  patchComputed: {
    say: ({ type, fields }) =>
      fields === 0
        ? 'kubectl compares and finds **nothing to change**.'
        : `kubectl computes a **${type} patch** of ${fields} top-level ${fields === 1 ? 'field' : 'fields'}.`,
    why: 'apply compares three things: what was applied last (an annotation on the object), what your file says now, and what the server has. Fields that others set and that you never mentioned are left alone; fields that you took out of the file are deleted. When nothing remains, no request is sent.',
  },
  request: {
    say: 'kubectl sends **{verb} {path}**.',
    why: 'From here on the API server decides. The request passes authentication, authorization and admission before anything is stored, just like the requests of controllers, scheduler and kubelets.',
  },
  response: {
    say: ({ code, reason }) => `The server answers **${code}**${reason === '' ? '' : ` ${reason}`}.`,
    why: 'A success means that the wish is stored, not that it has been carried out: controllers, scheduler and kubelets start only now. An error comes as a Status object whose reason kubectl turns into its message.',
  },
  watchEvent: {
    say: ({ type }) =>
      type === 'BOOKMARK'
        ? 'A **bookmark** says that kubectl is up to date.'
        : `The watch brings kubectl an event: **${type}**.`,
    why: 'Commands that wait do not ask again and again. They keep one watch open, as controllers do, and the server tells them of every change in order.',
  },
  printed: {
    say: 'kubectl prints: **{line}**',
    why: 'Tables are made by the server; kubectl only aligns their columns. What it says about a change is taken from the answer to the request, so it says nothing about Pods that do not exist yet.',
  },
  exit: {
    say: ({ code }) => (code === 0 ? 'kubectl is done.' : `kubectl ends with exit code **${code}**.`),
    why: 'kubectl returns as soon as the server has answered. The work that the command has set off goes on without it; use rollout status, wait or get -w to follow it.',
  },
};
