import { grantOf } from '../../facts.ts';
import { duration, isHeader, listed, nodeIn } from '../../insight-args.ts';
import type { InsightTexts } from '../../text.ts';
import { article, counted } from '../words.ts';
import { and, Who, who } from './who.ts';

const NUMBERS: readonly string[] = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];
const number = (count: number): string => NUMBERS[count] ?? String(count);

const PROOFS: { readonly [method: string]: string | undefined } = {
  x509: 'the **certificate** says so, and nobody had to be asked',
  serviceaccount: 'the **token** says so, and the server can check its signature by itself',
  'static-token': 'the token is on a **list** that the server was started with',
  anonymous: 'there are **no credentials**, and whoever shows none is this user',
};

/** What admission plugins do, where their own words are too short. */
const PLUGINS: { readonly [plugin: string]: ((change: string) => string) | undefined } = {
  ServiceAccount: (change) =>
    change.includes('token')
      ? '**ServiceAccount** mounts a volume with a token'
      : `**ServiceAccount** makes it ${change.replace(/^runs/, 'run')}`,
  DefaultTolerationSeconds: () => '**DefaultTolerationSeconds** gives it 300 seconds of patience with a lost node',
  Priority: (change) => `**Priority** sets ${change}`,
};

export const requests: InsightTexts<
  | 'asked'
  | 'discovered'
  | 'discoveredFromCache'
  | 'known'
  | 'knownByToken'
  | 'allowed'
  | 'notThere'
  | 'readForYou'
  | 'defaulted'
  | 'admitted'
  | 'stored'
  | 'gone'
  | 'invalid'
  | 'forbidden'
  | 'printed'
  | 'answeredByHand'
  | 'refused'
  | 'conflict'
  | 'heard'
  | 'watchesAgain'
  | 'tooOld'
  | 'throttled'
> = {
  asked: {
    say: ({ line, file, objects, kind, replicas, images, user, server, isNew }) => {
      const [, seconds] = /^sleep (\d+)$/.exec(line) ?? [];
      if (seconds !== undefined)
        return `You wait **${counted(Number(seconds), 'second', 'seconds')}**. What happens meanwhile happens by itself.`;
      if (file === '' && server === '') return 'You type `{line}`.';
      if (file === '')
        return isNew
          ? `You type \`{line}\`. kubectl has only read its own settings so far: it will speak to {server}${user === '' ? '' : ' as **{user}**'}.`
          : 'You type `{line}`.';
      const of = replicas > 0 && images !== '' ? ` of **${counted(replicas, `${images} Pod`, `${images} Pods`)}**` : '';
      const what =
        kind === ''
          ? `hand kubectl **{file}**: ${counted(objects, 'object', 'objects')}`
          : `ask for ${article(kind)} **{kind}**${of}${objects > 1 ? `, and ${counted(objects - 1, 'object', 'objects')} more` : ''}`;
      if (objects === 0) return 'You hand kubectl **{file}**, and it finds **no object** in it.';
      return isNew
        ? `You ${what}. kubectl has only read {file} so far: **nothing has left your machine**.`
        : `You ${what}${kind === '' ? '' : ', with {file}'}.`;
    },
  },
  discovered: {
    say: ({ requests, schema }) =>
      `kubectl asks the API server what it can do: ${counted(requests, 'request', 'requests')}, ${
        schema ? 'for the form of a manifest and ' : ''
      }for the list of its **{resources} resources**. It keeps the list on disk, so the next command need not ask.`,
  },
  discoveredFromCache: {
    say: 'Nothing is asked this time: which **{resources} resources** the server has, kubectl knows from its **cache on disk**.',
  },
  known: {
    say: ({ method, groups }) => {
      const belongs = method === 'anonymous' ? ' Its group is {groups}.' : ' It says the groups, too: {groups}.';
      return `The request arrives as **{user}**: ${PROOFS[method] ?? '{method} says so'}.${groups === '' ? '' : belongs}`;
    },
  },
  knownByToken: {
    say: ({ client }) =>
      `${Who(client)} is a client like any other, with no back door. Its **token** says who it is: **{user}**.`,
  },
  allowed: {
    say: ({ authorizer, reason, client, user }) => {
      const name = client === 'kubectl' ? `**${user}**` : who(client);
      if (authorizer === 'privileged groups')
        return `It may: ${name} is in **system:masters**, and that group may do everything. Roles are **not even looked at**.`;
      if (authorizer === 'Node')
        return `The **Node authorizer** lets ${name} {verb} {resource}, because this one concerns its **own node**. Of other nodes it may know nothing.`;
      const grant = grantOf(reason);
      return grant === undefined
        ? `**{authorizer}** lets ${name} **{verb} {resource}**.`
        : `A **role** lets ${name} {verb} {resource}: ${grant.binding} grants ${grant.role}.`;
    },
  },
  notThere: {
    say: '**404**: {name} does not exist yet. So kubectl will make it with a **POST**, not change it with a PATCH.',
  },
  readForYou: {
    say: ({ items, from, isApply, isPlural }) => {
      if (items >= 0)
        return `The answer is a list of **{resource}** with ${items === 0 ? '**nothing** in it' : counted(items, 'object', 'objects')}, ${from === 'etcd' ? 'read from etcd' : 'from the watch cache: etcd is not asked'}.`;
      if (isPlural) return 'The answer is a list of **{resource}**.';
      return isApply
        ? '**{name}** is there already, so kubectl compares it with your file.'
        : `kubectl gets **{name}** as it is now${from === 'etcd' ? ', straight from etcd' : ''}.`;
    },
  },
  defaulted: {
    say: ({ fields, others }) =>
      fields === ''
        ? 'What the {kind} leaves out is filled in with **defaults**.'
        : `What you left out is filled in: ${and(fields.split('; ').map((field) => `**${field}**`))}${
            others > 0 ? `, and ${others} more` : ''
          }. **You did not write that**, and it counts.`,
  },
  admitted: {
    say: ({ plugins, changes }) => {
      const done = listed(plugins).map((plugin, at) => {
        const change = changes.split('\n')[at] ?? '';
        return PLUGINS[plugin]?.(change) ?? `**${plugin}**: ${change}`;
      });
      return `On its way in the object changes, and **nobody asked for it**: ${and(done)}.`;
    },
  },
  stored: {
    say: ({ isNew, isGone, isMarked, finalizers, subresource, changes, isFirst }) => {
      if (isGone) return '**{kind} {name}** is gone from the store, at revision **{revision}**.';
      if (isMarked)
        return finalizers === ''
          ? '{kind} {name} is not gone: it is only **marked for deletion**, revision {revision}. Others have to let go first.'
          : '{kind} {name} is not gone: it is only **marked for deletion**. It stays until somebody takes off {finalizers}.';
      if (isNew) return `Stored: **{key}**, revision **{revision}**.${isFirst ? ' Only now is it true.' : ''}`;
      const by = subresource === '' || subresource === 'status' ? '' : ` by its ${subresource}`;
      return `Stored, revision **{revision}**: ${subresource === 'status' ? 'the status of ' : ''}**{kind} {name}** has changed${by}${changes === '' ? '.' : ': **{changes}**.'}`;
    },
  },
  gone: {
    say: ({ client, kind }) =>
      kind === 'Pod' && nodeIn(client) !== undefined
        ? `Pod **{name}** is **gone from the store**, revision {revision}: ${who(client)} has asked for it, since nothing of the Pod is left there.`
        : `${Who(client)} has **{kind} {name}** removed: it is **gone from the store**, revision {revision}.`,
  },
  invalid: {
    say: ({ errors }) =>
      `Well formed, but **not valid**: ${errors === 1 ? 'one mistake' : `${errors} mistakes, all named at once`}. {message}`,
  },
  forbidden: {
    say: ({ name, namespace, resource, tried, denied, reason }) => {
      const what = resource.startsWith('/') ? '{verb} {resource}' : `{verb} {resource}${name === '' ? '' : ' {name}'}`;
      const where = namespace === '' ? '' : ' in namespace {namespace}';
      const asked = listed(tried);
      const why =
        denied === ''
          ? `${and(asked)} ${asked.length === 1 ? 'was' : 'were'} asked, and **${asked.length === 1 ? 'does not allow it' : 'none allows it'}**`
          : `**{denied} says no**${reason === '' ? '' : ' ({reason})'}, and that is the end`;
      return `**{user} may not** ${what}${where}: ${why}. The answer is **403**.`;
    },
  },
  printed: {
    say: ({ line, code, lines, first, noPods, answer, program, alone, part }) => {
      if (part !== '') {
        const wrote = lines === 0 ? 'has written **nothing**' : `has written **${counted(lines, 'line', 'lines')}**`;
        return `\`{part}\` ${code === 0 ? 'is done and' : 'gives up, exit code **{code}**; it'} ${wrote}. The shell **goes on with the line** that it is a part of.`;
      }
      const typed = alone && program !== '' ? 'You type `{line}`: ' : '';
      const name = `${typed}${program === '' ? 'The command' : program}`;
      if (code !== 0) return `${name} gives up, exit code **{code}**${lines === 0 ? '.' : ': “{first}”'}`;
      if (noPods) return `kubectl has its **${answer}**, prints “{first}” and is done. And **not one Pod exists**.`;
      const asked = typed === '' ? '' : ' Nobody had to be asked.';
      const [, seconds] = /^sleep (\d+)$/.exec(line) ?? [];
      if (seconds !== undefined) return `The **${counted(Number(seconds), 'second', 'seconds')}** are over.`;
      if (lines === 0) return `${name} is done and has nothing to print.${asked}`;
      if (lines === 1) return `${name} prints “**{first}**” and is done.${asked}`;
      return isHeader(first)
        ? `${name} prints a table of **${counted(lines - 1, 'row', 'rows')}** and is done.${asked}`
        : `${name} prints **{lines} lines** and is done.${asked} The first: “{first}”`;
    },
  },
  watchesAgain: {
    say: ({ client, revision }) =>
      revision === 'now'
        ? `${Who(client)} opens a **new watch** on {resource}: first what there is, then every change.`
        : `${Who(client)} asks to watch {resource} **again**, and to hear what came after revision **{revision}**, the last that it knows of.`,
  },
  tooOld: {
    say: ({ client }) =>
      `**410**: ${who(client)} would go on from revision {revision}, but what the server remembers of {resource} begins with **{oldest}**. What lies between is lost to it: it gets **the whole list** once more.`,
  },
  throttled: {
    say: ({ client, wait }) =>
      `${Who(client)} **waits ${duration(wait)}** before it sends: it may send {qps} requests a second, and more are due.`,
  },
  answeredByHand: {
    say: ({ code, items, message, isStream, from, object, says }) => {
      if (isStream)
        return 'The server answers **{code}** and keeps the connection open: changes will come as they happen.';
      if (message !== '') return 'The server answers **{code}**: {message}';
      if (code === 404) return 'The server answers **404**: nothing is served at {path}.';
      if (items >= 0) return `The server answers **{code}** with a list of **${counted(items, 'object', 'objects')}**.`;
      if (object !== '')
        return `The server answers **{code}** with **{object}**${from === 'etcd' ? ', as it stands in etcd at this moment' : ''}.`;
      return `The server answers **{code}**${says === '' ? '' : ': “{says}”'}.`;
    },
  },
  refused: {
    say: ({ client, message, reason }) =>
      `${Who(client)} hears **{code}${reason === '' ? '' : ' {reason}'}** to its {verb} of {resource}${message === '' ? '' : ': {message}'}.`,
  },
  conflict: {
    say: ({ client, writer, micros }) => {
      const when = micros > 0 ? `${duration(micros)} before` : 'meanwhile';
      const by =
        writer === client
          ? `${who(client)} wrote it itself ${when}, and has not heard of that yet`
          : `${who(writer)} wrote it ${when}`;
      return `**409 Conflict**: by now {name} is at revision **{revision}**: ${by}. Nothing is lost: it reads again and tries **once more**.`;
    },
  },
  heard: {
    say: ({ watchers, count, handlers, busy, resource, event }) => {
      if (watchers === '')
        return `${number(count)} ${count === 1 ? 'watch matches' : 'watches match'}, and ${count === 1 ? 'is' : 'are'} told.`;
      const nodes = listed(watchers).filter((each) => each.startsWith('kubelet/'));
      const told = handlers === '' ? listed(watchers) : listed(handlers);
      const others = told.filter((each) => !listed(busy).includes(each) && !nodes.includes(each));
      const head = `${number(count)} ${count === 1 ? 'watch matches' : 'watches match'}.`;
      const doers = listed(busy);
      const idle =
        others.length === 0
          ? 'nobody else hears of it'
          : others.length < 3
            ? `${and(others.map(who))} only ${others.length === 1 ? 'hears' : 'hear'} of it`
            : `${others.length} others only hear of it`;
      const work =
        doers.length === 0
          ? `${Who(told[0] ?? '')}${told.length > 1 ? ` and ${counted(told.length - 1, 'other', 'others')}` : ''} ${told.length === 1 ? 'hears' : 'hear'} of it, and **nobody has anything to do**.`
          : doers.length === 1
            ? `**Only ${who(busy)}** has something to do; ${idle}.`
            : `**${and(doers.map((doer, at) => (at === 0 ? Who(doer) : who(doer))))}** have something to do; ${idle}.`;
      const kubelets =
        resource !== 'pods'
          ? ''
          : nodes.length > 0
            ? ' The other kubelets hear nothing: each watches **its own node** alone.'
            : event === 'ADDED'
              ? ' **The kubelets hear nothing**: it is nobody’s Pod yet.'
              : '';
      return `${head} ${work}${kubelets}`;
    },
  },
};
