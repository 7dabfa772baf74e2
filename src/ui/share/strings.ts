import type { Dictionary } from '../widgets/kit/words.ts';

const en = {
  title: 'Share this moment',
  link: 'Link to this step',
  linkNote: 'Who opens it stands where you stand, and goes on from there. Nothing of theirs is lost.',
  long: 'The whole run is in this link, which makes it long ({count} characters); some programs cut such links. “Save this run…” in the menu of the manifests makes a file of it.',
  embed: 'For a page of your own',
  embedNote:
    'Map, sentence and controls, standing at this step. It takes neither focus nor scrolling, and follows the page’s dark or light scheme.',
  build: 'Put it together…',
  copy: 'Copy',
  copied: 'Copied.',
  notCopied: 'The browser does not allow it: it is selected, to copy by hand.',
};
const zh: Record<keyof typeof en, string> = {
  title: '分享此刻',
  link: '到这一步的链接',
  linkNote: '打开链接的人会停在你现在的位置，并可从那里继续。对方原有的内容不会丢失。',
  long: '整个运行都包含在此链接中，因此很长（{count} 个字符）；有些程序会截断这样的链接。用清单菜单中的“保存此次运行…”可存成文件。',
  embed: '放进你自己的网页',
  embedNote: '包含地图、解说和控制按钮，停在这一步。它不会抢走焦点或滚动，并跟随网页的深浅配色。',
  build: '动手组合…',
  copy: '复制',
  copied: '已复制。',
  notCopied: '浏览器不允许自动复制：文字已选中，请手动复制。',
};

export const shareWords: Dictionary<keyof typeof en> = { en, zh };
