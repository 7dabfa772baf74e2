// Models pkg/controller/serviceaccount/tokens_controller.go syncSecret, generateTokenIfNeeded (v1.36)

import { isFailure } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Secret } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { base64 } from '../../../base/bytes/base64.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { upkeepSteps } from '../../../steps/controllers/upkeep.ts';
import { objectKey, splitKey } from '../../clientgo/index.ts';
import { subjectOfObject } from '../../ports/subject.ts';
import type { TokenParts } from './parts.ts';

const SECRETS = resourceOf('secrets');
const ACCOUNTS = resourceOf('serviceaccounts');
const ACCOUNT = 'kubernetes.io/service-account.name';
const ACCOUNT_UID = 'kubernetes.io/service-account.uid';

type Data = { readonly [key: string]: string };

export function* syncTokenSecret(ctx: Context, parts: TokenParts, key: string): Process<boolean> {
  const secret = parts.secrets.indexer.get(ctx, key);
  if (secret === undefined) return yield* unlist(ctx, parts, key);
  if (secret.metadata.deletionTimestamp !== undefined) return true;
  const name = secret.metadata.annotations?.[ACCOUNT] ?? '';
  const subject = subjectOfObject(SECRETS, secret);
  const looking = ctx.step(upkeepSteps.tokenSecret, subject, { account: name });
  const account = yield* accountFor(looking, parts, secret, name);
  if (account === 'unknown') return false;
  if (account !== undefined) return yield* fill(looking, parts, secret, account);
  const { namespace, name: own = '', uid } = secret.metadata;
  const preconditions = uid === undefined ? undefined : { preconditions: { uid } };
  const answer = yield* parts.client.delete(looking, SECRETS, namespace, own, preconditions);
  return !isFailure(answer) || answer.reason === 'NotFound' || answer.reason === 'Conflict';
}

/** Its ServiceAccount may have it in its list. Models removeSecretReference (v1.36) */
function* unlist(ctx: Context, { gone, client, accounts }: TokenParts, key: string): Process<boolean> {
  const annotations = gone.get(key);
  gone.delete(key);
  const { namespace, name } = splitKey(key);
  const account = annotations?.[ACCOUNT];
  if (account === undefined || accounts.indexer.get(ctx, `${namespace}/${account}`) === undefined) return true;
  const live = yield* client.get(ctx, ACCOUNTS, namespace, account);
  if (isFailure(live)) return true;
  const { secrets = [], ...rest } = live as KObject & { readonly secrets?: readonly { readonly name?: string }[] };
  const meant = annotations?.[ACCOUNT_UID] ?? '';
  const others = secrets.filter((each) => each.name !== name);
  if (others.length === secrets.length || (meant !== '' && meant !== live.metadata.uid)) return true;
  const next = others.length === 0 ? rest : { ...rest, secrets: others };
  const answer = yield* client.update(ctx, ACCOUNTS, next as KObject);
  return !isFailure(answer) || answer.reason === 'NotFound';
}

/** A live read before it is believed that there is none. */
function* accountFor(
  ctx: Context,
  { accounts, client }: TokenParts,
  { metadata }: Secret,
  name: string,
): Process<KObject | undefined | 'unknown'> {
  const { namespace, annotations } = metadata;
  const uid = annotations?.[ACCOUNT_UID] ?? '';
  const isMeant = (account: KObject): boolean => uid === '' || account.metadata.uid === uid;
  const known = accounts.indexer.get(ctx, `${namespace}/${name}`);
  if (known !== undefined && isMeant(known)) return known;
  const live = yield* client.get(ctx, ACCOUNTS, namespace, name);
  if (isFailure(live)) return live.reason === 'NotFound' ? undefined : 'unknown';
  return isMeant(live as KObject) ? (live as KObject) : undefined;
}

function* fill(ctx: Context, parts: TokenParts, known: Secret, account: KObject): Process<boolean> {
  const certificate = parts.rootCertificate(ctx);
  if (isComplete(known, certificate)) return true;
  const { namespace = '', name = '' } = known.metadata;
  const live = yield* parts.client.get(ctx, SECRETS, namespace, name);
  if (isFailure(live)) return live.reason === 'NotFound';
  const secret = live;
  if (secret.metadata.resourceVersion !== known.metadata.resourceVersion || isComplete(secret, certificate))
    return true;
  const { name: accountName = '', uid = '' } = account.metadata;
  const data: Data = secret.data ?? {};
  const token = data.token || base64(parts.issue({ namespace, serviceAccount: accountName, uid, secret: name }));
  const filled = {
    ...data,
    ...(certificate !== '' && { 'ca.crt': base64(certificate) }),
    namespace: data.namespace || base64(namespace),
    token,
  };
  const annotations = { ...secret.metadata.annotations, [ACCOUNT]: accountName, [ACCOUNT_UID]: uid };
  const next = { ...secret, metadata: { ...secret.metadata, annotations }, data: filled };
  const filling = ctx.step(upkeepSteps.tokenIssued, subjectOfObject(SECRETS, secret), { account: objectKey(account) });
  const answer = yield* parts.client.update(filling, SECRETS, next);
  // Who wrote in between makes the cache tell of it.
  return !isFailure(answer) || answer.reason === 'NotFound' || answer.reason === 'Conflict';
}

function isComplete({ data = {} }: Secret, certificate: string): boolean {
  const { token = '', namespace = '' } = data as Data;
  return token !== '' && namespace !== '' && (certificate === '' || (data as Data)['ca.crt'] === base64(certificate));
}
