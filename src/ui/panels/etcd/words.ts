import type { Dictionary } from '../../widgets/kit/words.ts';
import { panelWords } from '../words.ts';

const en = {
  'etcd.revision': 'Revision {revision}',
  'etcd.keys': 'Keys',
  'etcd.keysNote': '{count} keys; mod = revision of the last change',
  'etcd.keysFiltered': '{count} of {total} keys',
  'etcd.filter': 'Part of a key',
  'etcd.key': 'key',
  'etcd.created': 'created',
  'etcd.mod': 'mod',
  'etcd.version': 'version',
  'etcd.lease': 'lease',
  'etcd.noKey': 'No key contains this.',
  'etcd.log': 'Log',
  'etcd.logNote': 'newest first',
  'etcd.logRevision': 'revision',
  'etcd.logOp': 'what',
};
const zh: Record<keyof typeof en, string> = {
  'etcd.revision': '修订版本 {revision}',
  'etcd.keys': '键',
  'etcd.keysNote': '{count} 个键；mod 为最后更改的修订版本',
  'etcd.keysFiltered': '{total} 个键中的 {count} 个',
  'etcd.filter': '键的一部分',
  'etcd.key': '键',
  'etcd.created': '创建',
  'etcd.mod': 'mod',
  'etcd.version': '版本',
  'etcd.lease': '租约',
  'etcd.noKey': '没有键包含此文本。',
  'etcd.log': '日志',
  'etcd.logNote': '最新的在前',
  'etcd.logRevision': '修订版本',
  'etcd.logOp': '操作',
};

/** The words of this panel, and those that all panels share. */
export const etcdTableWords: Dictionary<keyof typeof en | keyof typeof panelWords.en> = {
  en: { ...panelWords.en, ...en },
  zh: { ...panelWords.zh, ...zh },
};
