import type { Scenario } from '../scenario.ts';
import { part, typed } from '../typed.ts';

const SAM = 'sam.kubeconfig';
const OLD = 'old.kubeconfig';
const configOf = (user: string, credentials: string): string => `apiVersion: v1
kind: Config
clusters:
- name: kubestep
  cluster:
    server: https://10.123.0.1:6443
users:
- name: ${user}
  user:
${credentials}
contexts:
- name: ${user}@kubestep
  context: {cluster: kubestep, user: ${user}}
current-context: ${user}@kubestep
`;
const FILES: { readonly [name: string]: string } = {
  [SAM]: configOf('sam', '    token: sam-in-the-token-file'),
  [OLD]: configOf('ben', '    username: ben\n    password: secret'),
};

/** Where a client finds who it is, and what of it leaves the machine. */
export const clients: Scenario = {
  id: 'clients',
  place: 1,
  topics: ['1.4', '1.5', '2.10'],
  title: { en: 'Which kubeconfig, and what leaves the client', zh: '使用哪个 kubeconfig，客户端发出什么' },
  goal: {
    en: 'kubectl takes the file of --kubeconfig, else the one in $KUBECONFIG, else ~/.kube/config; flags such as --user and --token go over what it says. Then each kind of credential leaves in its own way: a certificate inside TLS, tokens and OpenID tokens as a Bearer header, name and password as a Basic header that no server reads since v1.19.',
    zh: 'kubectl 先看 --kubeconfig 指定的文件，其次是 $KUBECONFIG，最后是 ~/.kube/config；--user、--token 等标志会覆盖其中内容。每种凭据以不同方式发出：证书在 TLS 中，令牌与 OpenID 令牌放在 Bearer 头中，用户名和密码放在 Basic 头中，而自 v1.19 起已没有服务器读取它。',
  },
  cluster: { nodes: 1, latencies: 'realistic' },
  files: Object.entries(FILES).map(([name, text]) => ({ name, text })),
  parts: [
    part(
      typed('kubectl config view --minify'),
      'step',
      'No flag, no variable: ~/.kube/config. Its current context names cluster and user.',
      '没有标志也没有变量：使用 ~/.kube/config。其当前上下文指明集群和用户。',
    ),
    part(
      typed('kubectl auth whoami'),
      'access',
      'The certificate travels inside TLS: no header tells of it.',
      '证书随 TLS 传送：没有任何头包含它。',
    ),
    part(
      typed(`KUBECONFIG=${SAM} kubectl auth whoami`, FILES),
      'access',
      'The variable comes before the home directory: sam, by the token in that file.',
      '环境变量优先于主目录：以该文件中的令牌成为 sam。',
    ),
    part(
      typed(`KUBECONFIG=${SAM} kubectl auth whoami --kubeconfig=${OLD}`, FILES),
      'access',
      'The flag comes before the variable: ben, by name and password. The header is sent and nobody reads it: anonymous.',
      '标志优先于变量：ben，使用用户名和密码。该头虽被发送但无人读取：匿名用户。',
    ),
    part(
      typed('kubectl auth whoami --user=olga'),
      'access',
      'Another user of the same file: an OpenID token, fetched beforehand, sent as a Bearer header.',
      '同一文件中的另一个用户：预先取得的 OpenID 令牌，作为 Bearer 头发送。',
    ),
    part(
      typed('kubectl auth whoami --user=sam -v=9'),
      'step',
      'What leaves, header by header. The token is masked in the print, not on the wire.',
      '逐个头查看发出的内容。打印中令牌被遮盖，线路上则没有。',
    ),
  ],
};
