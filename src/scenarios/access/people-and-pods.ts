import type { Scenario } from '../scenario.ts';
import { part, typed } from '../typed.ts';

const FILE = 'client.yaml';
const CLIENT = `apiVersion: v1
kind: Pod
metadata:
  name: client
spec:
  containers:
  - name: main
    image: nginx:1.27
`;
const MOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';
const inPod = (script: string) => typed(`kubectl exec client -- sh -c '${script}'`);
const BEARER = `-H "Authorization: Bearer $(cat ${MOUNT}/token)"`;

/** Two kinds of users: people, whom the cluster does not keep, and ServiceAccounts, which are objects. */
export const peopleAndPods: Scenario = {
  id: 'people-and-pods',
  place: 5,
  topics: ['0.6', '1.5'],
  title: { en: 'A person by certificate, a Pod by its token', zh: '用户凭证书，Pod 凭令牌' },
  goal: {
    en: 'There is no object for a person: whoever has a certificate of the cluster’s authority, or a token that the server trusts, is the user that it names. A ServiceAccount is an object in a namespace, and a Pod that runs as one finds three files: its token, the authority’s certificate, and its namespace. With them it asks the API server, which sees who it is.',
    zh: '用户没有对应的对象：谁持有集群 CA 签发的证书或服务器信任的令牌，谁就是其中所写的用户。ServiceAccount 则是命名空间中的对象，以它运行的 Pod 会得到三个文件：令牌、CA 证书和命名空间。凭此访问 API 服务器，服务器就知道它是谁。',
  },
  cluster: { nodes: 1, latencies: 'realistic' },
  files: [{ name: FILE, text: CLIENT }],
  parts: [
    part(
      typed('kubectl auth whoami'),
      'access',
      'A person with a client certificate: the common name is the user, the organization the group.',
      '持客户端证书的用户：CN 是用户名，O 是组。',
    ),
    part(
      typed('kubectl get serviceaccounts'),
      'object',
      'Every namespace has a ServiceAccount default; the controller for it made it.',
      '每个命名空间都有名为 default 的 ServiceAccount，由其控制器创建。',
      { subject: 'serviceaccounts/default/default' },
    ),
    part(
      typed(`kubectl apply -f ${FILE}`, { [FILE]: CLIENT }),
      'access',
      'The manifest names no account. The admission plugin ServiceAccount puts in default and a projected volume; the kubelet asks for a token that is bound to this Pod.',
      '清单没有指定账号。准入插件 ServiceAccount 填入 default 和一个 projected 卷；kubelet 申请一个绑定到此 Pod 的令牌。',
    ),
    part(
      typed(`kubectl exec client -- ls ${MOUNT}`),
      'node',
      'Three files. The node panel shows what the kubelet mounted.',
      '三个文件。节点面板显示 kubelet 挂载的内容。',
      { node: 'node-1', section: 'account-files' },
    ),
    part(
      typed(`kubectl exec client -- cat ${MOUNT}/namespace`),
      'node',
      'The namespace, for who has to name it in a path.',
      '命名空间，供需要在路径中写它的程序使用。',
      { node: 'node-1', section: 'account-files' },
    ),
    part(
      typed(`kubectl exec client -- cat ${MOUNT}/token`),
      'node',
      'The token: three parts with dots between. The second holds claims in base64: issuer, audience, account, Pod, node, and when it ends: the Pod was promised 3607 seconds, the server honours it for a year.',
      '令牌：由点分隔的三段。第二段是 base64 编码的声明：签发者、受众、账号、Pod、节点及到期时间。向 Pod 承诺的是 3607 秒，服务器则承认一年。',
      { node: 'node-1', section: 'account-files' },
    ),
    part(
      inPod(`curl -sk ${BEARER} https://kubernetes.default.svc/api/v1/namespaces/default/pods`),
      'access',
      'From inside the Pod: the name is resolved, the token sent. The server knows system:serviceaccount:default:default, and refuses: nobody gave it a role.',
      '从 Pod 内部：解析名称，发送令牌。服务器识别出 system:serviceaccount:default:default 并拒绝：没有人给它角色。',
    ),
    part(
      typed('kubectl create rolebinding client-views --clusterrole=view --serviceaccount=default:default'),
      'object',
      'A binding of the cluster role view, in this namespace only.',
      '仅在此命名空间绑定集群角色 view。',
      { subject: 'rolebindings.rbac.authorization.k8s.io/default/client-views' },
    ),
    part(
      inPod(`curl -sk ${BEARER} https://kubernetes.default.svc/api/v1/namespaces/default/pods?limit=1`),
      'access',
      'The same question again: allowed by the binding client-views.',
      '同样的请求：由绑定 client-views 放行。',
    ),
    part(
      typed('TOKEN=$(kubectl create token default --bound-object-kind=Pod --bound-object-name=client)'),
      'access',
      'A second token that is bound to the same Pod, this time in the hands of a person.',
      '绑定到同一个 Pod 的第二个令牌，这次在人的手里。',
    ),
    part(
      typed('kubectl delete pod client --now'),
      'step',
      'The Pod goes, and the mounted files with it. The second token is still there.',
      'Pod 被删除，挂载的文件也随之消失。第二个令牌还在。',
    ),
    part(
      typed('curl -k --header "Authorization: Bearer $TOKEN" https://10.123.0.1:6443/api/v1/namespaces/default/pods'),
      'access',
      'It died with the Pod: it is bound to the Pod’s uid, and the server looks whether that Pod is there. 401.',
      '它已随 Pod 失效：它绑定于该 Pod 的 uid，服务器会检查该 Pod 是否还在。401。',
    ),
  ],
};
