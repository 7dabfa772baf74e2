import type { Process } from '../../../engine/index.ts';
import type { WatchFrame } from '../../ports/transport.ts';
import type { Options } from '../argv.ts';
import { pathOf } from '../discovery.ts';
import { type Failure, failureOf } from '../errors.ts';
import type { Query, Session } from '../session.ts';
import type { Target } from '../target.ts';
import { namespaceFor } from './get-query.ts';

/**
 * After a list, everything that happens from its revision on. A single object is watched from what the server has, which
 * repeats the object once: that frame is dropped.
 *
 * Models staging/src/k8s.io/kubectl/pkg/cmd/get/get.go watch (v1.36)
 */
export function* watchTarget(
  session: Session,
  { resource, names }: Target,
  revision: string,
  options: Options,
  accept: string,
  show: (frame: WatchFrame) => void,
): Process<number | Failure> {
  const [name] = names;
  const field = name === undefined ? options.text('field-selector') : `metadata.name=${name}`;
  const labels = options.text('selector');
  const query: Query = [
    ...(field === undefined ? [] : [['fieldSelector', field] as const]),
    ...(labels === undefined ? [] : [['labelSelector', labels] as const]),
    ['resourceVersion', name === undefined ? revision : '0'],
    ['watch', 'true'],
  ];
  const path = pathOf(resource, namespaceFor(session, options));
  const response = yield* session.call({ method: 'GET', path, query, accept });
  if (response.stream === undefined) return failureOf(response.code, response.body);
  let isRepeated = name !== undefined;
  for (;;) {
    const frame = yield* session.nextFrame(response.stream);
    if (frame === undefined) return 0;
    if (frame.type === 'ERROR') return failureOf(500, frame.object);
    if (frame.type !== 'BOOKMARK' && !isRepeated) show(frame);
    isRepeated = false;
  }
}
