import { type ReactElement, useState } from 'react';
import type { FieldValue, ThreeWayField, ThreeWayObject } from '../../protocol/three-way.ts';
import { shortActor } from '../widgets/kit/actors.ts';
import { instant } from '../widgets/kit/format.ts';
import { Bullet, breakable, Section } from '../widgets/kit/kit.tsx';
import { useWords } from '../widgets/kit/words.ts';
import { threeWayWords } from './strings.ts';
import { isOtherInText, shownJson, toldOfApply, toldOfObject } from './told.ts';

interface Doing {
  readonly file: string | undefined;
  /** Absent where no text has the object. */
  readonly onTake: ((field: ThreeWayField) => void) | undefined;
  readonly onGo: (seq: number) => void;
}

/** One object: a sentence, the fields that differ, and what others wrote into it. */
export function ObjectFields({ object, ...doing }: Doing & { readonly object: ThreeWayObject }): ReactElement {
  const t = useWords(threeWayWords);
  const { state, fields, others, filled, lastApplied, more } = object;
  const place = object.namespace === undefined ? object.name : `${object.namespace}/${object.name}`;
  return (
    <Section title={`${object.kind} ${place}`}>
      <p className="tw-does">{toldOfObject(object, t)}</p>
      {state === 'there' && lastApplied === undefined && object.document !== undefined && (
        <p className="k-note">{t('never')}</p>
      )}
      {lastApplied?.by === 'managedFields' && <p className="k-note">{t('byManager', lastApplied)}</p>}
      {fields.length > 0 && <Table fields={fields} tells {...doing} />}
      {others.length > 0 && <Others fields={others} {...doing} />}
      {more > 0 && <p className="k-note">{t('more', { count: more })}</p>}
      {filled > 0 && object.document !== undefined && (
        <p className="k-note">{t(filled === 1 ? 'filled1' : 'filled', { count: filled })}</p>
      )}
    </Section>
  );
}

/** What an Apply leaves alone is opened by who wants it. */
function Others({ fields, ...doing }: Doing & { readonly fields: readonly ThreeWayField[] }): ReactElement {
  const t = useWords(threeWayWords);
  const [open, setOpen] = useState(false);
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('others', { count: fields.length })}</summary>
      {open && <Table fields={fields} tells={false} {...doing} />}
    </details>
  );
}

/** Where there is no room for columns each field is a card: the words of the head stand before its values. */
function Table(props: Doing & { readonly fields: readonly ThreeWayField[]; readonly tells: boolean }): ReactElement {
  const t = useWords(threeWayWords);
  const isOfText = props.onTake !== undefined;
  const { fields, ...doing } = props;
  return (
    <table className="k-table tw-table">
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          {isOfText && <th scope="col">{t('text')}</th>}
          <th scope="col">{t('live')}</th>
          <th scope="col">{t('applied')}</th>
          <th scope="col">{t('who')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <Row key={field.path} field={field} {...doing} />
        ))}
      </tbody>
    </table>
  );
}

function Row({
  field,
  tells,
  file,
  onTake,
  onGo,
}: Doing & { readonly field: ThreeWayField; readonly tells: boolean }): ReactElement {
  const t = useWords(threeWayWords);
  const { path, given, live, applied, changed } = field;
  return (
    <tr>
      <th scope="row" className="k-mono">
        {breakable(path, /(?<=[.\]])/)}
      </th>
      {onTake !== undefined && <Value of={t('text')} json={given} isOther={given !== applied} />}
      <Value of={t('live')} json={live} isOther={live !== applied} />
      <Value of={t('applied')} json={applied} isOther={false} />
      <td>
        <Changed changed={changed} onGo={onGo} />
        {tells && onTake !== undefined && <p>{toldOfApply(field, t)}</p>}
        {onTake !== undefined && isOtherInText(field) && (
          <button
            type="button"
            className="k-btn k-small"
            title={t('takeLong', { path, file: file ?? '' })}
            onClick={() => onTake(field)}
          >
            {t('take')}
          </button>
        )}
      </td>
    </tr>
  );
}

function Value(props: {
  readonly of: string;
  readonly json: string | undefined;
  readonly isOther: boolean;
}): ReactElement {
  const t = useWords(threeWayWords);
  const { json } = props;
  return (
    <td className="k-mono" data-of={props.of} title={json}>
      {json === undefined ? (
        <span className="k-weak">{t('none')}</span>
      ) : (
        <span className={props.isOther ? 'tw-other' : undefined}>{shownJson(json)}</span>
      )}
    </td>
  );
}

/** Who made the field what it is in the cluster, and where that can be seen. */
function Changed(props: {
  readonly changed: FieldValue | undefined;
  readonly onGo: (seq: number) => void;
}): ReactElement {
  const t = useWords(threeWayWords);
  const { changed } = props;
  if (changed === undefined) return <p className="k-weak">{t('before')}</p>;
  const { actor, manager, value, seq, time } = changed;
  const who = shortActor(actor);
  const said = value === undefined ? t('removed', { actor: who }) : t('changed', { manager: manager ?? who });
  return (
    <p>
      <Bullet actor={actor} /> {said}{' '}
      <button type="button" className="k-link" title={t('go')} onClick={() => props.onGo(seq)}>
        {t('atTime', { time: instant(time) })}
      </button>
    </p>
  );
}
