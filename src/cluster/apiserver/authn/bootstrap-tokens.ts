import type { KObject } from '../../../api/types/meta.ts';
import { parseTime } from '../../../api/values/time.ts';
import { fromBase64url } from '../../../base/bytes/base64.ts';
import { AUTHENTICATED, type UserInfo } from './user.ts';

const FORM = /^([a-z0-9]{6})\.([a-z0-9]{16})$/;
const TYPE = 'bootstrap.kubernetes.io/token';
const GROUP = /^system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]$/;

interface SecretView extends KObject {
  readonly type?: string;
  readonly data?: { readonly [key: string]: string };
}

/** `id.secret` of a Secret in kube-system named bootstrap-token-<id>: how a new node asks for its certificate. A text says why not. */
// Models plugin/pkg/auth/authenticator/token/bootstrap/bootstrap.go (v1.36)
export function bootstrapUser(
  token: string,
  now: number,
  secretNamed: (name: string) => KObject | undefined,
): UserInfo | string | undefined {
  const [, id, secret] = FORM.exec(token) ?? [];
  if (id === undefined) return undefined;
  const found = secretNamed(`bootstrap-token-${id}`) as SecretView | undefined;
  if (found === undefined || found.metadata.deletionTimestamp !== undefined || found.type !== TYPE) return undefined;
  const data = (key: string): string => plain(found.data?.[key] ?? '');
  if (data('token-id') !== id || data('token-secret') !== secret) return undefined;
  const expires = parseTime(data('expiration'));
  if (expires !== undefined && expires <= now) return undefined;
  if (data('usage-bootstrap-authentication') !== 'true') return undefined;
  const groups = data('auth-extra-groups')
    .split(',')
    .filter((group) => group !== '');
  if (groups.some((group) => !GROUP.test(group))) return undefined;
  return {
    name: `system:bootstrap:${id}`,
    uid: '',
    groups: ['system:bootstrappers', ...groups, AUTHENTICATED],
    extra: {},
  };
}

function plain(base64: string): string {
  return fromBase64url(base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')) ?? '';
}
