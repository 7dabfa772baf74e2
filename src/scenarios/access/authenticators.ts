import type { Scenario } from '../scenario.ts';
import { asked, part, typed } from '../typed.ts';

const GET = '/api/v1/namespaces/default/pods';
const as = (user: string) => asked('GET', GET, undefined, user);

/** Who somebody is, by every way to say so. */
export const authenticators: Scenario = {
  id: 'authenticators',
  place: 2,
  topics: ['1.5', '1.4', '0.6'],
  title: { en: 'Who are you? Every authenticator with its answer', zh: '你是谁？逐个认证器的回答' },
  goal: {
    en: 'Authenticators are asked in order, and the first that says yes decides. Each error is kept, and told only if nobody says yes. What the rest of the server sees is a user with groups: the Authorization header is gone. In the access panel static tokens, OIDC and anonymous requests can be switched off; the same requests are made again on a server without them.',
    zh: '认证器按顺序被询问，第一个回答“是”的决定结果。错误会被收集，只有无人回答“是”时才报告。服务器其余部分看到的是带有组的用户：Authorization 头已被移除。在访问面板中可以关闭静态令牌、OIDC 和匿名请求；同样的请求会在没有它们的服务器上重新执行。',
  },
  cluster: { nodes: 1, latencies: 'realistic' },
  files: [],
  parts: [
    part(
      as('kubernetes-admin'),
      'access',
      'A client certificate: its common name is the user, its organizations are the groups.',
      '客户端证书：CN 是用户名，O 是组。',
    ),
    part(as('sam'), 'access', 'A bearer token out of the server’s token file.', '服务器令牌文件中的 bearer 令牌。'),
    part(
      as('olga'),
      'access',
      'An ID token of an identity provider (OIDC). Static tokens, ServiceAccounts and bootstrap tokens have nothing to say to it; oidc says yes.',
      '身份提供方（OIDC）的 ID 令牌。静态令牌、ServiceAccount 和引导令牌的认证器都不认识它；oidc 认证器认出了它。',
    ),
    part(
      as('ben'),
      'access',
      'User name and password: gone since v1.19. Nobody reads the header, so ben is anonymous.',
      '用户名和密码：自 v1.19 起移除。无人读取该头，因此 ben 是匿名用户。',
    ),
    part(
      as('anonymous'),
      'access',
      'Nothing at all: system:anonymous in the group system:unauthenticated.',
      '什么都没有：system:anonymous，属于组 system:unauthenticated。',
    ),
    part(
      typed('kubectl get --raw /api --user=sam --token=made-up'),
      'access',
      'A token that nobody knows: 401. All were asked, all said no; the client hears only Unauthorized.',
      '无人认识的令牌：401。所有认证器都被询问且都否定；客户端只得到 Unauthorized。',
    ),
    part(
      typed('kubectl auth whoami --user=olga'),
      'access',
      'What the server thinks who olga is.',
      '服务器眼中的 olga。',
    ),
  ],
};
