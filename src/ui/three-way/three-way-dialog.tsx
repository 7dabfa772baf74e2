import { type ReactElement, useState } from 'react';
import type { QueryResult } from '../../protocol/queries.ts';
import type { ThreeWayField, ThreeWayObject } from '../../protocol/three-way.ts';
import { applyOf, whatApplyDoes } from '../editor/actions.ts';
import { ask } from '../editor/checker.ts';
import { editorWords } from '../editor/strings.ts';
import { type Page, usePage } from '../public.ts';
import { useAsk } from '../widgets/kit/ask.ts';
import { Dialog } from '../widgets/kit/dialog.tsx';
import { type Host, useHost, useNow } from '../widgets/kit/host.ts';
import { useWords } from '../widgets/kit/words.ts';
import { ObjectFields } from './object-fields.tsx';
import { threeWayWords } from './strings.ts';
import { isOtherInText, isWritten } from './told.ts';
import './three-way.css';

type File = ReturnType<NonNullable<Page['manifests']>>[number];
type Answer = Extract<QueryResult, { readonly type: 'threeWay' }>;

/** Files in which an object is looked for, the shown one first. */
const MOST_FILES = 8;
/** More edits in one go than a text can need. */
const MOST_TAKEN = 200;

/** The text, the cluster at the cursor and what was applied last, field by field; what an Apply would do, and the way back into the text. */
export function ThreeWayDialog(props: {
  /** The object that is asked for; without one all of the shown file. */
  readonly subject: string | undefined;
  readonly onClose: () => void;
}): ReactElement {
  const t = useWords(threeWayWords);
  const host = useHost();
  const { manifests, writeManifest } = usePage();
  const { subject, onClose } = props;
  const files = [...(manifests?.() ?? [])].reverse();
  const [edition, setEdition] = useState(0);
  const [said, setSaid] = useState('');
  const moment = useNow((frame) => `${frame?.branch} ${frame?.edition} ${frame?.seq}`);
  const answer = useAsk(`${subject} ${moment} ${edition}`, () => found(host, files, subject));
  const write = async (file: File, change: (text: string) => Promise<Taken>) => {
    const { text, isPrinted } = await change(file.text);
    writeManifest?.(file.name, text);
    setSaid(isPrinted ? t('printed', { file: file.name }) : '');
    setEdition((before) => before + 1);
  };
  return (
    <Dialog title={t('title')} wide onClose={onClose}>
      {answer.state === 'asking' && <p className="k-pad k-empty">{t('asking')}</p>}
      {answer.state === 'failed' && <p className="k-pad k-bad">{t('failed', { message: answer.message })}</p>}
      {answer.state === 'answered' && (
        <>
          <Head
            file={answer.value.file}
            objects={answer.value.told.objects}
            onTakeAll={(file) => void write(file, (text) => allTaken(host, text, answer.value.told.objects))}
            onClose={onClose}
          />
          <p role="status" className="tw-said">
            {said}
          </p>
          <Objects
            {...answer.value}
            onTake={
              writeManifest === undefined
                ? undefined
                : (file, object, field) => void write(file, (text) => taken(text, object.document ?? 0, field))
            }
            onGo={(seq) => {
              host.seek(seq);
              onClose();
            }}
          />
        </>
      )}
    </Dialog>
  );
}

interface Found {
  readonly file: File | undefined;
  readonly told: Answer;
}

/** Of one object the first file that has it; without any, the cluster alone. */
async function found(host: Host, files: readonly File[], subject: string | undefined): Promise<Found> {
  const [shown] = files;
  if (subject === undefined)
    return { file: shown, told: await host.query({ type: 'threeWay', text: shown?.text ?? '' }) };
  for (const file of files.slice(0, MOST_FILES)) {
    const told = await host.query({ type: 'threeWay', text: file.text });
    const objects = told.objects.filter((object) => object.subject === subject);
    if (objects.length > 0) return { file, told: { type: 'threeWay', objects, more: 0 } };
  }
  return { file: undefined, told: await host.query({ type: 'threeWay', text: '', subject }) };
}

interface Taken {
  readonly text: string;
  readonly isPrinted: boolean;
}

async function taken(text: string, document: number, field: ThreeWayField): Promise<Taken> {
  const value = field.live === undefined ? undefined : (JSON.parse(field.live) as unknown);
  return (await ask('withFieldEdited', text, document, field.textPath, value)) ?? { text, isPrinted: false };
}

/** One field after the other: where the next one stands is asked anew, since lists may have become longer. */
async function allTaken(host: Host, before: string, objects: readonly ThreeWayObject[]): Promise<Taken> {
  const wanted = new Set(objects.map(({ subject }) => subject));
  let text = before;
  let isPrinted = false;
  for (let count = 0; count < MOST_TAKEN; count += 1) {
    const { objects: now } = await host.query({ type: 'threeWay', text });
    const next = now.find((each) => wanted.has(each.subject) && each.fields.some(isOtherInText));
    const field = next?.fields.find(isOtherInText);
    if (next?.document === undefined || field === undefined) break;
    const after = await taken(text, next.document, field);
    if (after.text === text) break;
    text = after.text;
    isPrinted ||= after.isPrinted;
  }
  return { text, isPrinted };
}

function Head(props: {
  readonly file: File | undefined;
  readonly objects: readonly ThreeWayObject[];
  readonly onTakeAll: (file: File) => void;
  readonly onClose: () => void;
}): ReactElement | null {
  const t = useWords(threeWayWords);
  const inEditor = useWords(editorWords);
  const host = useHost();
  const [problem, setProblem] = useState('');
  const { file, objects } = props;
  const name = file?.name ?? '';
  const gives = useNow((frame) => whatApplyDoes(frame, name));
  if (file === undefined) return null;
  const isToDo = objects.some(isWritten);
  const apply = () =>
    void host
      .give(applyOf(file), { anew: true })
      .then(props.onClose, (error: unknown) =>
        setProblem(t('applyFailed', { message: error instanceof Error ? error.message : String(error) })),
      );
  return (
    <div className="k-pad tw-head">
      <button type="button" className="k-btn" disabled={!isToDo} onClick={apply}>
        {t('apply', { file: name })}
      </button>{' '}
      <button
        type="button"
        className="k-btn"
        disabled={!objects.some(({ fields }) => fields.some(isOtherInText))}
        onClick={() => props.onTakeAll(file)}
      >
        {t('takeAll')}
      </button>
      {isToDo && gives !== 'next' && <span className="k-note">{inEditor(gives)}</span>}
      <p role="alert" className="k-bad">
        {problem}
      </p>
    </div>
  );
}

function Objects(props: {
  readonly file: File | undefined;
  readonly told: Answer;
  readonly onTake: ((file: File, object: ThreeWayObject, field: ThreeWayField) => void) | undefined;
  readonly onGo: (seq: number) => void;
}): ReactElement {
  const t = useWords(threeWayWords);
  const { file, told, onTake } = props;
  return (
    <>
      {told.objects.length === 0 && told.problem === undefined && <p className="k-pad k-empty">{t('empty')}</p>}
      {told.objects.map((object) => (
        <ObjectFields
          key={`${object.document} ${object.subject}`}
          object={object}
          file={file?.name}
          onTake={
            file === undefined || onTake === undefined || object.document === undefined
              ? undefined
              : (field) => onTake(file, object, field)
          }
          onGo={props.onGo}
        />
      ))}
      {told.more > 0 && <p className="k-pad k-note">{t('moreObjects', { count: told.more })}</p>}
      {told.problem !== undefined && <p className="k-pad k-bad">{t('unreadable', { message: told.problem })}</p>}
    </>
  );
}
