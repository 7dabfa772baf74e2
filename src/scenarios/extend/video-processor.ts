import type { Scenario } from '../scenario.ts';
import { asked, etcdctl, part, typed } from '../typed.ts';
import { VIDEO_PROCESSOR as DEFINITION } from './video-processor-definition.ts';

const FILE = 'video-processor-definition.yaml';
const PATH = '/apis/media.example.com/v1/namespaces/default/videoprocessors';

const HOLIDAY = 'holiday.yaml';
const REPLACED = `apiVersion: media.example.com/v1
kind: VideoProcessor
metadata:
  name: holiday
spec:
  source: s3://films/holiday.mov
`;

const video = (name: string, spec: object): object => ({
  apiVersion: 'media.example.com/v1',
  kind: 'VideoProcessor',
  metadata: { name },
  spec,
});

/** A custom resource as a program uses it: by plain requests, each checked against the schema and stored in etcd. */
export const videoProcessor: Scenario = {
  id: 'video-processor',
  place: 5,
  topics: ['3.1', '1.8', '2.8'],
  title: { en: 'A program and its objects: VideoProcessor', zh: '程序与它的对象：VideoProcessor' },
  goal: {
    en: 'Programs need no kubectl: GET, POST and PUT to the paths of a custom resource are enough. Each body is checked against the schema, defaulted, stored under a key of its own, and answered with the revision that it got.',
    zh: '程序不需要 kubectl：对自定义资源的路径发送 GET、POST、PUT 就够了。每个请求体都会按模式校验、填充默认值、存入自己的键，并在响应中给出得到的版本。',
  },
  cluster: { nodes: 1, latencies: 'realistic' },
  files: [
    { name: FILE, text: DEFINITION },
    { name: HOLIDAY, text: REPLACED },
  ],
  parts: [
    part(
      typed(`kubectl apply -f ${FILE}`, { [FILE]: DEFINITION }),
      'object',
      'The schema: source is required, resolution is one of four, bitrate at least 100.',
      '模式：source 必填，resolution 四选一，bitrate 至少为 100。',
      { subject: 'customresourcedefinitions.apiextensions.k8s.io/videoprocessors.media.example.com' },
    ),
    part(
      typed('kubectl wait --for=condition=Established crd/videoprocessors.media.example.com'),
      'step',
      'The API server adds the paths by itself.',
      'API 服务器会自行添加这些路径。',
    ),
    part(
      asked('POST', PATH, video('holiday', { source: 's3://films/holiday.mov', resolution: '1080p' })),
      'api',
      '201: the object came back with uid, resourceVersion and managedFields.',
      '201：返回的对象带有 uid、resourceVersion 和 managedFields。',
    ),
    part(
      asked('POST', PATH, video('wrong', { source: 's3://films/wrong.mov', resolution: '8k' })),
      'api',
      '422: the schema knows no 8k, and says what it knows.',
      '422：模式中没有 8k，并列出允许的取值。',
    ),
    part(
      asked('GET', `${PATH}/holiday`),
      'api',
      'Read back: a get of one object is answered by etcd, so that it is the newest there is.',
      '读回：对单个对象的 get 由 etcd 应答，因此总是最新的。',
    ),
    part(
      asked('PUT', `${PATH}/holiday`, video('holiday', { source: 's3://films/holiday.mov' })),
      'api',
      'A PUT of a custom resource must say which version it replaces: 422 without.',
      '对自定义资源的 PUT 必须说明替换的是哪个版本：没有则为 422。',
    ),
    part(
      typed(`kubectl replace -f ${HOLIDAY}`, { [HOLIDAY]: REPLACED }),
      'object',
      'kubectl reads the version first and puts it in. A PUT replaces all: resolution was left out, so the default 720p takes its place.',
      'kubectl 先读取版本再写入 PUT。PUT 替换全部内容：未写 resolution，于是填入默认值 720p。',
      { subject: 'videoprocessors.media.example.com/default/holiday' },
    ),
    part(asked('GET', `${PATH}?limit=10`), 'api', 'A list, in chunks of ten at most.', '列表，每块最多十个。'),
    part(
      etcdctl('get /registry/media.example.com --prefix'),
      'etcd',
      'The key: /registry, group, resource, namespace, name. The value is the object.',
      '键：/registry、组、资源、命名空间、名称。值就是对象。',
      { etcdKey: '/registry/media.example.com/videoprocessors/default/holiday' },
    ),
    part(
      typed('kubectl get vp'),
      'step',
      'And kubectl reads what the program wrote.',
      'kubectl 也能读到程序写入的内容。',
    ),
  ],
};
