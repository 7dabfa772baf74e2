// Models pkg/kubelet/images/image_manager.go, staging/src/k8s.io/client-go/util/flowcontrol/backoff.go (v1.36)

import { Backoff } from '../../clientgo/backoff.ts';

/** Images that one pod or another could not have, and how long it must wait before the next try. */
export class ImageFailures {
  private readonly backoff = new Backoff();
  private readonly known = new Map<string, { readonly error: string; readonly at: number }>();

  note(key: string, error: string, now: number): void {
    this.backoff.next(key, now, now);
    this.known.set(key, { error, at: now });
  }

  /** Why the last try failed, while it is too early for another. */
  tooEarly(key: string, now: number): string | undefined {
    const failure = this.known.get(key);
    if (failure === undefined || this.backoff.remaining(key, failure.at, now) === 0) return undefined;
    return failure.error;
  }

  succeeded(key: string): void {
    this.known.delete(key);
  }

  forget(uid: string): void {
    this.backoff.forget(`${uid}/`);
    for (const key of [...this.known.keys()]) if (key.startsWith(`${uid}/`)) this.known.delete(key);
  }
}
