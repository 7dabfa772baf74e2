import type { Dictionary } from '../widgets/kit/words.ts';

const en = {
  notObject: 'a document must be an object with apiVersion, kind and metadata',
  nameMissing: 'metadata.name is missing',
  nameText: 'metadata.name must be a text',
  elsewhere: 'no kind "{kind}" in "{version}"; there is one in {versions}',
  unknownKind: 'no matches for kind "{kind}" in version "{version}", unless a CustomResourceDefinition makes it',
  repeated: 'mapping key "{key}" already defined at line {line}: kubectl says nothing and keeps the last one',
};
const zh: Record<keyof typeof en, string> = {
  notObject: '每个文档都必须是带有 apiVersion、kind 和 metadata 的对象',
  nameMissing: '缺少 metadata.name',
  nameText: 'metadata.name 必须是文本',
  elsewhere: '"{version}" 中没有 "{kind}" 这一 kind；{versions} 中有',
  unknownKind: '版本 "{version}" 中没有 "{kind}" 这一 kind，除非由 CustomResourceDefinition 定义',
  repeated: '键 "{key}" 已在第 {line} 行定义：kubectl 不作提示，只保留最后一个',
};

/** What the checker says of itself; what kubectl and its parser say stays in their own words. */
export const checkWords: Dictionary<keyof typeof en> = { en, zh };
