import { Component, type ReactElement, type ReactNode } from 'react';
import type { ViewName } from '../../protocol/views.ts';
import { useFrameState } from '../public.ts';
import { useWords } from '../widgets/kit/words.ts';
import { shellWords } from './strings.ts';

interface Props {
  /** What is shown again after something else was chosen. */
  readonly of: unknown;
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
    return onClose === undefined ? <Failed reason={message} /> : <NotOpened reason={message} onClose={onClose} />;
  }
}

/** What stands in the place of a part that could not be computed or drawn. */
export function Failed({ reason }: { readonly reason: string }): ReactElement {
  const t = useWords(shellWords);
  return (
    <p className="failed-part" role="alert">
      {t('failedPart', { reason })}
    </p>
  );
}

function NotOpened({ reason, onClose }: { readonly reason: string; readonly onClose: () => void }): ReactElement {
  const t = useWords(shellWords);
  return (
    <div className="notice bad" role="alert">
      <p>{t('notOpened', { reason })}</p>
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
