import { Component, type ReactElement, type ReactNode } from 'react';
import type { ViewName } from '../../protocol/views.ts';
import { useFrameState } from '../public.ts';
import { useWords } from '../widgets/kit/words.ts';
import { shellWords } from './strings.ts';

interface Props {
  /** What is shown again after something else was chosen. */
  readonly of: string;
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
    return message === undefined ? this.props.children : <Failed reason={message} />;
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

/** A view that could not be computed at the cursor is not shown as it was a step before. */
export function Viewed({ view, children }: { readonly view: ViewName; readonly children: ReactNode }): ReactNode {
  const reason = useFrameState((state) => state.failedViews[view]);
  return reason === undefined ? children : <Failed reason={reason} />;
}
