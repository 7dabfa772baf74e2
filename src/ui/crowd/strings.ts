import type { PodGlyph } from '../../protocol/views.ts';
import type { Dictionary, Say } from '../widgets/kit/words.ts';

type Key =
  | `glyph.${PodGlyph}`
  | `by.${'district' | 'load' | 'name'}`
  | 'head'
  | 'square'
  | 'find'
  | 'findHint'
  | 'found'
  | 'onePod'
  | 'somePods'
  | 'oneNode'
  | 'someNodes'
  | 'looked'
  | 'lookedAlone'
  | 'lookedUnbound'
  | 'lookedNone'
  | 'nothing'
  | 'next'
  | 'order'
  | 'label'
  | 'keys'
  | 'larger'
  | 'smaller'
  | 'fit'
  | 'shade'
  | 'andMore'
  | 'notReady'
  | 'apart'
  | 'failing'
  | 'result'
  | 'states'
  | 'nodeAt'
  | 'pod'
  | 'noDistrict'
  | 'district'
  | 'nodes'
  | 'pods'
  | 'wrong'
  | 'unbound'
  | 'asText'
  | 'waiting';

const en: Record<Key, string> = {
  head: '{nodes} nodes, {pods} Pods',
  square: 'one square a node',
  find: 'Find in the picture',
  findHint: 'name or label=value',
  found: '{pods} on {nodes}, outlined',
  onePod: '1 Pod',
  somePods: '{count} Pods',
  oneNode: '1 node',
  someNodes: '{count} nodes',
  looked: '{name}: {pods} on {nodes}, outlined',
  lookedAlone: '{name} is outlined',
  lookedUnbound: '{name}: {pods} on no node',
  lookedNone: 'Nothing of {name} is in the picture',
  nothing: 'nothing found',
  next: 'next',
  order: 'Order of the nodes',
  'by.district': 'By zone',
  'by.load': 'By load',
  'by.name': 'By name',
  label: 'Picture of all nodes and Pods',
  keys: 'Arrows go from node to node, + and - zoom, Home shows all, Enter opens the node.',
  larger: 'Zoom in (+)',
  smaller: 'Zoom out (-)',
  fit: 'Show all (Home)',
  shade: 'Pods on the node',
  andMore: '{from} or more',
  notReady: 'NotReady, {count}',
  apart: 'cordoned or silent, {count}',
  failing: 'has failing Pods',
  result: 'search result',
  states: 'Pods by state',
  nodeAt: '{name}, {district}: {pods} of {capacity} Pods{states}',
  pod: '{name}: {state}, on {node}',
  noDistrict: 'no zone',
  district: 'zone',
  nodes: 'nodes',
  pods: 'Pods',
  wrong: 'in trouble',
  unbound: 'on no node',
  asText: 'The picture as a table',
  waiting: 'The picture is on its way.',
  'glyph.failed': 'failed',
  'glyph.backoff': 'backing off',
  'glyph.unschedulable': 'unschedulable',
  'glyph.unknown': 'unknown',
  'glyph.terminating': 'terminating',
  'glyph.pending': 'pending',
  'glyph.creating': 'being created',
  'glyph.running-not-ready': 'running, not ready',
  'glyph.running': 'running',
  'glyph.succeeded': 'succeeded',
};

const zh: Record<Key, string> = {
  head: '{nodes} 个节点，{pods} 个 Pod',
  square: '每格一个节点',
  find: '在图中查找',
  findHint: '名称或 标签=值',
  found: '{nodes}上的 {pods}，已框出',
  onePod: '1 个 Pod',
  somePods: '{count} 个 Pod',
  oneNode: '1 个节点',
  someNodes: '{count} 个节点',
  looked: '{name}：{nodes}上的 {pods}，已框出',
  lookedAlone: '{name} 已框出',
  lookedUnbound: '{name}：{pods} 未绑定节点',
  lookedNone: '图中没有 {name} 的任何内容',
  nothing: '没有找到',
  next: '下一个',
  order: '节点的排列',
  'by.district': '按可用区',
  'by.load': '按负载',
  'by.name': '按名称',
  label: '全部节点与 Pod 的全景图',
  keys: '方向键在节点间移动，+ 和 - 缩放，Home 显示全部，Enter 打开节点。',
  larger: '放大 (+)',
  smaller: '缩小 (-)',
  fit: '显示全部 (Home)',
  shade: '节点上的 Pod 数',
  andMore: '{from} 及以上',
  notReady: 'NotReady，{count} 个',
  apart: '已封锁或失联，{count} 个',
  failing: '有出错的 Pod',
  result: '查找结果',
  states: '各状态的 Pod',
  nodeAt: '{name}，{district}：{pods}/{capacity} 个 Pod{states}',
  pod: '{name}：{state}，位于 {node}',
  noDistrict: '无可用区',
  district: '可用区',
  nodes: '节点',
  pods: 'Pod',
  wrong: '出错',
  unbound: '未绑定节点',
  asText: '表格形式',
  waiting: '全景图正在传来。',
  'glyph.failed': '失败',
  'glyph.backoff': '退避中',
  'glyph.unschedulable': '无法调度',
  'glyph.unknown': '未知',
  'glyph.terminating': '正在终止',
  'glyph.pending': '待定',
  'glyph.creating': '正在创建',
  'glyph.running-not-ready': '运行中，未就绪',
  'glyph.running': '运行中',
  'glyph.succeeded': '已完成',
};

export const crowdWords: Dictionary<Key> = { en, zh };

export type CrowdSay = Say<Key>;
