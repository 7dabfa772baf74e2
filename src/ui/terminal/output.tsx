import type { ReactElement } from 'react';

/** What the browser lays out at once; what is out of sight costs nothing, and can still be found and copied. */
const LINES_OF_A_PAGE = 400;

/** A text in full, page by page. */
function pagesOf(text: string): readonly string[] {
  const shown = text.endsWith('\n') ? text.slice(0, -1) : text;
  const pages: string[] = [];
  let from = 0;
  for (let lines = 0, at = shown.indexOf('\n'); at >= 0; at = shown.indexOf('\n', at + 1)) {
    lines += 1;
    if (lines % LINES_OF_A_PAGE !== 0) continue;
    pages.push(shown.slice(from, at));
    from = at + 1;
  }
  return [...pages, shown.slice(from)];
}

const heightOf = (page: string): number => (page.match(/\n/g)?.length ?? 0) + 1;

/** All of what was written, never cut. `mark`: what is looked for, and is lit wherever it stands. */
export function Output(props: {
  readonly text: string;
  readonly look?: string | undefined;
  readonly mark?: string | undefined;
}): ReactElement {
  const { text, look, mark = '' } = props;
  const pages = pagesOf(text);
  const [only] = pages;
  if (pages.length === 1 && only !== undefined) return <pre className={look}>{marked(only, mark)}</pre>;
  return (
    <>
      {pages.map((page, place) => (
        <pre
          // biome-ignore lint/suspicious/noArrayIndexKey: pages are only added
          key={place}
          className={look === undefined ? 'x-page' : `x-page ${look}`}
          style={{ containIntrinsicBlockSize: `auto ${heightOf(page) * LINE_HEIGHT}px` }}
        >
          {marked(page, mark)}
        </pre>
      ))}
    </>
  );
}

/** As the shell's styles have it. */
const LINE_HEIGHT = 18;

function marked(text: string, mark: string): string | readonly (string | ReactElement)[] {
  if (mark === '') return text;
  const parts: (string | ReactElement)[] = [];
  const plain = text.toLowerCase();
  const sought = mark.toLowerCase();
  let from = 0;
  for (let at = plain.indexOf(sought); at >= 0; at = plain.indexOf(sought, at + sought.length)) {
    parts.push(text.slice(from, at), <mark key={at}>{text.slice(at, at + sought.length)}</mark>);
    from = at + sought.length;
  }
  return from === 0 ? text : [...parts, text.slice(from)];
}
