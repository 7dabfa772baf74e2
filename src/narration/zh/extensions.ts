import type { extensions as kinds } from '../../steps/extensions.ts';
import type { Texts } from '../text.ts';

export const extensions: Texts<typeof kinds> = {
  namesChecked: {
    say: ({ accepted, message }) =>
      accepted
        ? '**{subject}** 的名字在它的组里都没有被占用：复数、单数、短名、kind 和列表 kind 都被**接受**。'
        : `**{subject}** 的一个名字已被占用：**${message}**。`,
    why: '同一个组里的两个定义可能想要同一个名字。命名控制器把这里要求的名字与别人已有的名字比较，把结论写进状态。名字被接受之前什么都不会提供。',
  },
  established: {
    say: '**{subject}** 已**建立**：从现在起 {resource} 就是一种普通的资源。',
    why: '定义的状态里有一个状况说明服务器已经提供它。有多个 API 服务器时会先等五秒，让大家都知道。kubectl 等客户端会等待这个状况。',
  },
  served: {
    say: 'API 服务器开始提供 **{path}**，版本 **{versions}**，使用定义里的 schema、列和子资源。',
    why: '这里没有加载任何代码：一个通用的处理器读取 schema，完成内置类型由生成代码完成的事。它在 etcd 里有自己的前缀，有自己的监视缓存，前面经过同样的过滤器。',
  },
  withdrawn: {
    say: '定义已经不在：**{path}** 不再提供，它的监视也随之结束。',
    why: '现在再来请求只会得到纯文本的 404，和任何没人提供的路径一样。发现接口也不再列出这种资源。',
  },
  waited: {
    say: '定义还不满两秒：这次创建要等 **{seconds} 秒**。',
    why: '别的 API 服务器可能还不知道这个定义，读取新对象时会回答 404。等待给了它时间。',
  },
  instancesCounted: {
    say: 'finalizer 控制器找到 {subject} 的 **{instances}** 个对象，分布在 {namespaces} 个命名空间：它们都要先删除。',
    why: '一个 finalizer 把定义留到最后一个对象消失：没有了定义，就没人能读取或删除这些对象，它们会永远留在 etcd 里。',
  },
  instanceRemoved: {
    say: ({ removed }) =>
      removed ? '**{subject}** 随它的定义一起删除。' : '**{subject}** 被标记为删除：它自己的 finalizer 还留着它。',
    why: 'API 服务器内部的控制器直接在存储中删除，所以审计日志里看不到。带 finalizer 的对象要等其所有者移除 finalizer，定义也一直等着。',
  },
  registered: {
    say: ({ wanted }) =>
      wanted
        ? '有定义提供 **{groupVersion}**：为它登记一个 **APIService**。'
        : '不再有人提供 **{groupVersion}**：删除它的 **APIService**。',
    why: '聚合层是同一个进程里三个服务器中最外面的一个。它按照组和版本的 APIService 转发请求；内置资源和自定义资源都指向这同一个服务器。',
  },
  converted: {
    say: '**{subject}** 以 **{from}** 存储，请求的是 **{to}**：用 **{strategy}** 转换。',
    why: '自定义资源的各个版本都是同一个存储对象的视图。策略 None 只改写 apiVersion；策略 Webhook 由作者的服务转换字段。',
  },
  availability: {
    say: ({ available, reason }) =>
      available
        ? '**{subject}** 的聚合服务器有应答：这个 APIService **可用**。'
        : `APIService **{subject}** **不可用**：${reason}。`,
    why: '聚合层检查 Service 是否存在、有没有这个端口、有没有就绪的地址，然后向那个服务器请求发现文档。在这些都满足之前，对这个组的请求都会得到 503。',
  },
  proxied: {
    say: '聚合层把请求转给 **{service}**，带着 X-Remote-User: {user} 和 X-Remote-Group: {groups}；应答是 **{code}**。',
    why: '用户已在这里通过认证；请求头里带着用户名和组，只有持有 front-proxy 证书的一方才能设置这些请求头。对方服务器再反过来询问授权。',
  },
};
