import { Component, type ReactNode } from 'react';

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
    return message === undefined ? this.props.children : <p className="failed-part">{message}</p>;
  }
}
