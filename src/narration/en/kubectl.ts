import type { kubectl as kinds } from '../../steps/kubectl.ts';
import type { Texts } from '../text.ts';
import { counted } from './words.ts';

export const kubectl: Texts<typeof kinds> = {
  command: {
    say: 'You type **{line}**.',
    why: 'Everything that follows has its cause here. kubectl is an ordinary client: it sends a few HTTP requests and ends. Most of what a command brings about happens long after it has returned.',
  },
  arguments: {
    say: 'kubectl reads its arguments: {line}',
    why: 'Verb, resource, names and options are sorted out before anything is read or sent. A mistake here costs nothing and reaches no server.',
  },
  kubeconfig: {
    say: 'From the kubeconfig it takes the context **{context}**: server {server}, user **{user}**.',
    why: 'A context joins three things: which cluster, as whom, and in which namespace. kubectl always uses the current one unless told otherwise, which is how people delete things in the wrong cluster.',
  },
  parsed: {
    say: ({ file, documents }) =>
      `It reads **${file === 'STDIN' ? 'the standard input' : file}** and finds **${documents === 0 ? 'no object that can be read' : counted(documents, 'object', 'objects')}**.`,
    why: 'YAML is only a notation: it is turned into JSON here, and the server never sees comments or the order of fields. Several objects are separated by --- and handled one after the other; if one fails, those before it are already stored.',
  },
  kustomized: {
    say: ({ folder, objects }) =>
      `It builds the kustomization in **${folder}**: **${counted(objects, 'object', 'objects')}** come out of it.`,
    why: 'A kustomization takes manifests as they are and says what is different here: names, labels, images, patches. All of that happens on the machine of kubectl; the server gets finished objects. ConfigMaps and Secrets that it generates have a hash of their content in their names, so that a changed content is a new object and Pods are made anew.',
  },
  discovered: {
    say: ({ source, resources }) =>
      source === 'cache'
        ? `It knows **${counted(resources, 'resource', 'resources')}** of this server from its **cache on disk**.`
        : `The server answers at {source} which **${counted(resources, 'resource', 'resources')}** it serves.`,
    why: 'kubectl has no fixed list of types. It asks each server what it offers, and so works with types that were added after it was built. The answer is kept on disk for some hours, because asking each time would make every command slower.',
  },
  validated: {
    say: ({ mode }) =>
      mode === 'server'
        ? 'The fields of the **{kind}** will be checked **by the server**.'
        : 'kubectl checks the fields of the **{kind}** itself.',
    why: 'Servers have checked for unknown and repeated fields themselves since version 1.25, and know their own types best. kubectl only makes sure that the server can, and asks it to refuse rather than to ignore.',
  },
  mapped: {
    say: '**{kind}** is served as the resource **{resource}**.',
    why: 'A manifest says kind, a URL says resource. Only discovery knows which belongs to which, and whether it lives in a namespace. If this fails, the type is unknown to this server: a CRD is missing, or the apiVersion is one it no longer serves.',
  },
  patchComputed: {
    say: ({ fields }) =>
      fields === 0
        ? 'It compares and finds **no difference**: nothing needs to be sent.'
        : 'It works out the **difference** and sends it as a {type} patch.',
    why: 'apply compares three things: what you wrote now, what you applied last time, and what is there. Only so can it tell a field that you removed from one that somebody else added, and leave the latter alone.',
  },
  request: {
    say: 'kubectl sends **{verb}** {path}.',
    why: 'This is all kubectl ever does: HTTP requests, which you could send with any other program. With -v=8 it shows them.',
  },
  response: {
    say: ({ reason }) => `The answer is **{code}**${reason === '' ? '' : ': {reason}'}.`,
    why: 'The code tells what became of the request: 200 and 201 done, 404 not there, 409 in conflict with another write, 403 not allowed. kubectl turns the rest into a sentence.',
  },
  watchEvent: {
    say: ({ type }) => `The watch brings an event: **${type.toLowerCase()}**.`,
    why: 'With -w kubectl keeps one request open and prints whatever comes, instead of asking again and again. Controllers learn of changes in the same way.',
  },
  printed: {
    say: ({ line }) => (line === '' ? 'It prints an empty line.' : 'It prints: {line}'),
    why: 'For lists, the server itself prepares the columns, so that new types are shown sensibly by an old kubectl. “created” or “configured” means stored, not running.',
  },
  exit: {
    say: ({ code, part }) =>
      part !== undefined
        ? '`{part}` ends with **code {code}**. The line that it is a part of goes on.'
        : code === 0
          ? 'The command ends: **success**. The cluster goes on working.'
          : 'The command ends with **code {code}**.',
    why: 'Scripts rely on the exit code. Zero after apply says that the wish was accepted; to know whether it came true, ask with kubectl wait or rollout status.',
  },
  editorOpened: {
    say: 'kubectl writes what it got to `{file}`, opens it in the **editor**, and waits.',
    why: 'The API server knows nothing of this: the object is not locked. Who changes it meanwhile is not in your way, as long as your change is about other fields.',
  },
  editorSaved: {
    say: 'You **save** the file and close the editor: command {command} goes on.',
    why: 'kubectl compares what you saved with what it had got, and sends only the difference, as a patch.',
  },
  editorClosed: {
    say: 'You close the editor **without saving**: command {command} goes on.',
    why: 'What is in the file is what was there before: there is no difference to send.',
  },
  lineTyped: {
    say: 'You type `{line}` into command {command}.',
    why: 'The line goes over the open connection, through the API server and the kubelet, to what runs in the container and reads it there.',
  },
  inputEnded: {
    say: 'You press **Ctrl+D**: there is no more to read for command {command}.',
    why: 'A shell that finds nothing more to read leaves, with the exit code of its last command.',
  },
  interrupted: {
    say: 'You press **Ctrl+C**: command {command} is to stop.',
    why: 'What runs is asked to end. A watch has no end of its own: kubectl closes its connection and exits with code 1, and the API server forgets the watch. In a conversation with a container the key goes to the shell there.',
  },
};
