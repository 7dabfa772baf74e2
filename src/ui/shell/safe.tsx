import { Component, type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import type { ViewName } from '../../protocol/views.ts';
import { useFrameState } from '../public.ts';
import { useWords } from '../widgets/kit/words.ts';
import { shellWords } from './strings.ts';

interface Props {
  /** What is shown again after something else was chosen; a part of the page, where nothing is said, with the next step. */
  readonly of?: unknown;
  /** What failed was to lie over the page: so does what is said of it, until it is closed. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}
interface State {
  readonly message: string | undefined;
}

/** One part that fails must not take the page with it. */
export class Safe extends Component<Props, State> {
  override state: State = { message: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override componentDidUpdate(before: Props): void {
    if (before.of !== this.props.of && this.state.message !== undefined) this.setState({ message: undefined });
  }

  override render(): ReactNode {
    const { message } = this.state;
    if (message === undefined) return this.props.children;
    const { onClose } = this.props;
    if (onClose !== undefined) return <NotOpened reason={message} onClose={onClose} />;
    return (
      <>
        <Failed reason={message} />
        <AtNextStep then={this.again} />
      </>
    );
  }

  private readonly again = () => this.setState({ message: undefined });
}

/** Looks at steps only while a part has failed: else every part would be asked about every step. */
function AtNextStep({ then }: { readonly then: () => void }): null {
  const seq = useFrameState((state) => state.frame?.seq);
  const failedAt = useRef(seq);
  useEffect(() => {
    if (seq !== failedAt.current) then();
  }, [seq, then]);
  return null;
}

/** As the browsers say that a script did not come, also to the engine. */
export const NOT_FETCHED = /imported module|module script|importScripts/i;

/** What stands in the place of a part that could not be computed, drawn or fetched. */
export function Failed({ reason }: { readonly reason: string }): ReactElement {
  return (
    <div className="failed-part" role="alert">
      <WhatFailed reason={reason} as="failedPart" />
    </div>
  );
}

function WhatFailed(props: { readonly reason: string; readonly as: 'failedPart' | 'notOpened' }): ReactElement {
  const t = useWords(shellWords);
  const { reason, as } = props;
  if (!NOT_FETCHED.test(reason)) return <p>{t(as, { reason })}</p>;
  return (
    <>
      <p>{t('notFetched')}</p>
      <button type="button" className="btn" onClick={() => location.reload()}>
        {t('reload')}
      </button>
    </>
  );
}

function NotOpened({ reason, onClose }: { readonly reason: string; readonly onClose: () => void }): ReactElement {
  const t = useWords(shellWords);
  return (
    <div className="notice bad" role="alert">
      <WhatFailed reason={reason} as="notOpened" />
      <button type="button" className="btn" onClick={onClose}>
        {t('close')}
      </button>
    </div>
  );
}

/** A view that could not be computed at the cursor is not shown as it was a step before. */
export function Viewed({ view, children }: { readonly view: ViewName; readonly children: ReactNode }): ReactNode {
  const reason = useFrameState((state) => state.failedViews[view]);
  return reason === undefined ? children : <Failed reason={reason} />;
}
