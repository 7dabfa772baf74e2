import { resourceByGVR } from '../../api/scheme/scheme.ts';
import { type Chosen, chosenForm, PROTOBUF } from '../../cluster/apiserver/request/negotiation.ts';
import { requestInfo } from '../../cluster/apiserver/request/request-info.ts';
import type { ApiRequest, WatchFrame } from '../../cluster/ports/transport.ts';
import { frameText } from './json-text.ts';
import { encodeFrame } from './protobuf-encode.ts';

/** In which form the client gets what it asks for; only built-in resources and discovery have messages in protobuf. */
export function formOf(request: ApiRequest): Chosen | undefined {
  const { accept } = request.headers;
  if (accept === undefined || accept === '' || accept === 'application/json') return undefined;
  const { isResource, group, version, resource } = requestInfo(request);
  return chosenForm(accept, isResource && resourceByGVR(group, version, resource) === undefined);
}

/** How the events of a watch are written. */
export interface WatchForm {
  readonly type: string;
  frame(frame: Pick<WatchFrame, 'type' | 'object'>): string | Buffer;
}

const AS_JSON: WatchForm = { type: 'application/json', frame: frameText };
const AS_PROTOBUF: WatchForm = {
  type: `${PROTOBUF};stream=watch`,
  frame: (frame) => encodeFrame(frame) ?? Buffer.alloc(0),
};

/** Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/watch.go, serveWatchHandler (v1.36) */
export function watchForm(request: ApiRequest): WatchForm {
  return formOf(request)?.type === PROTOBUF ? AS_PROTOBUF : AS_JSON;
}
