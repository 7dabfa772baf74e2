import { type ReactElement, type ReactNode, useId } from 'react';

/** A text field with its name, and below it what is expected of it when that is not there. */
export function Field(props: {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly wide?: boolean;
  readonly list?: readonly string[];
  /** What is expected, where what stands there cannot be used. */
  readonly problem?: string | undefined;
  readonly numeric?: boolean;
  readonly onChange: (value: string) => void;
}): ReactElement {
  const id = useId();
  const { problem, list } = props;
  return (
    <div className={`c-field${props.wide === true ? ' c-wide' : ''}`}>
      <label htmlFor={id}>{props.label}</label>
      <input
        id={id}
        className="k-field"
        autoComplete="off"
        spellCheck={false}
        inputMode={props.numeric === true ? 'numeric' : undefined}
        list={list === undefined ? undefined : `${id}-list`}
        placeholder={props.placeholder}
        value={props.value}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
      {list !== undefined && (
        <datalist id={`${id}-list`}>
          {list.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
      {problem !== undefined && (
        <span id={`${id}-problem`} className="c-problem k-bad">
          {problem}
        </span>
      )}
    </div>
  );
}

export function Choice(props: {
  readonly label: string;
  readonly value: string;
  readonly wide?: boolean;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}): ReactElement {
  return (
    <label className={`c-field${props.wide === true ? ' c-wide' : ''}`}>
      {props.label}
      <select className="k-field" value={props.value} onChange={(event) => props.onChange(event.currentTarget.value)}>
        {props.options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Some of a few, each a box to tick. */
export function Ticks(props: {
  readonly legend: string;
  readonly names: readonly string[];
  readonly ticked: readonly string[];
  readonly label?: (name: string) => string;
  readonly onChange: (ticked: readonly string[]) => void;
}): ReactElement {
  const { names, ticked } = props;
  return (
    <fieldset className="c-ticks">
      <legend>{props.legend}</legend>
      {names.map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={ticked.includes(name)}
            onChange={() => props.onChange(names.filter((each) => ticked.includes(each) !== (each === name)))}
          />{' '}
          {props.label?.(name) ?? name}
        </label>
      ))}
    </fieldset>
  );
}

export function Group({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement {
  return (
    <section className="c-group">
      <h3>{title}</h3>
      <div className="c-fields">{children}</div>
    </section>
  );
}
