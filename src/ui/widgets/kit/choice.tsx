import { type ReactElement, useId } from 'react';
import { LongChoice } from './long-choice.tsx';

/** In a longer one nobody finds anything. */
const MOST_IN_A_MENU = 60;
const itself = (option: string) => option;

/** A choice among names, with its label on the screen. */
export function Choice(props: {
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly string[];
  readonly show?: (option: string) => string;
  readonly onChoose: (option: string) => void;
}): ReactElement {
  const id = useId();
  if (props.options.length > MOST_IN_A_MENU) return <LongChoice {...props} show={props.show ?? itself} />;
  const missing = props.value !== undefined && !props.options.includes(props.value);
  return (
    <div className="k-choice">
      <label htmlFor={id}>{props.label}</label>
      <select id={id} value={props.value ?? ''} onChange={(event) => props.onChoose(event.currentTarget.value)}>
        {(props.value === undefined || missing) && <option value={props.value ?? ''}>{props.value ?? '–'}</option>}
        {props.options.map((option) => (
          <option key={option} value={option}>
            {props.show?.(option) ?? option}
          </option>
        ))}
      </select>
    </div>
  );
}
