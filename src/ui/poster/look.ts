import type { Family } from '../widgets/kit/actors.ts';

/** The colours of the page that a poster uses, by their tokens, light and dark; a test holds them to `theme/tokens.css`. */
export const COLOURS: { readonly [token: string]: readonly [light: string, dark: string] } = {
  paper: ['#ffffff', '#131519'],
  panel: ['#f6f6f3', '#1a1d22'],
  rule: ['#dcdcd6', '#30353d'],
  'rule-2': ['#b4b5af', '#545b66'],
  ink: ['#15171c', '#edeef0'],
  'ink-2': ['#42474f', '#c2c7ce'],
  'ink-3': ['#5f656e', '#9ba2ac'],
  bed: ['#ebebe6', '#23272d'],
  quiet: ['#d3d3cc', '#3a4048'],
  'quiet-2': ['#7e848c', '#7c848f'],
  now: ['#ffd02e', '#ffd02e'],
  'now-ring': ['#15171c', '#131519'],
  'on-c': ['#ffffff', '#131519'],
  ok: ['#1a6b3a', '#73c991'],
  bad: ['#b3261e', '#ff9387'],
  'c-you': ['#15171c', '#edeef0'],
  'c-dep': ['#1b53b5', '#7daef7'],
  'c-rs': ['#007d74', '#4dbfb2'],
  'c-sched': ['#5c2d9e', '#b798ec'],
  'c-kubelet': ['#b04e00', '#e59a57'],
  'c-proxy': ['#a8155f', '#ea88b9'],
  'c-eps': ['#626f00', '#b3bf52'],
  'c-other': ['#445665', '#9db0c0'],
};

/** Which of these a line has, by the family of who travels it. */
const FAMILIES: { readonly [family in Family]: string } = {
  you: 'c-you',
  dep: 'c-dep',
  rs: 'c-rs',
  sched: 'c-sched',
  kubelet: 'c-kubelet',
  proxy: 'c-proxy',
  eps: 'c-eps',
  other: 'c-other',
};

export type PosterTheme = 'auto' | 'light' | 'dark';

/** In print, in a feed and on GitHub there is no other style than this one. */
export function styleOf(theme: PosterTheme): string {
  const set = (which: 0 | 1) =>
    Object.entries(COLOURS)
      .map(([token, pair]) => `--${token}:${pair[which]}`)
      .join(';');
  const dark = theme === 'auto' ? `@media (prefers-color-scheme:dark){svg{${set(1)}}}@media print{svg{${set(0)}}}` : '';
  const families = Object.entries(FAMILIES).map(([family, token]) => `.${family}{--k:var(--${token})}`);
  return `svg{${set(theme === 'dark' ? 1 : 0)}}${dark}${families.join('')}${RULES}`;
}

const RULES = `text{font-family:"IBM Plex Sans Condensed","Arial Narrow","Roboto Condensed","PingFang SC","Noto Sans SC","Noto Sans CJK SC","Microsoft YaHei",sans-serif;fill:var(--ink);font-size:12px}
.say{font:500 17px "IBM Plex Sans","Helvetica Neue",Arial,"PingFang SC","Noto Sans SC","Noto Sans CJK SC",sans-serif}
.why{font:14px "IBM Plex Sans","Helvetica Neue",Arial,"PingFang SC","Noto Sans SC","Noto Sans CJK SC",sans-serif;fill:var(--ink-2)}
.c{text-anchor:middle}.b{font-weight:700}.s{font-size:11.5px;fill:var(--ink-2)}.q{fill:var(--ink-3)}.e{text-anchor:end}.t{font-size:14px;font-weight:600}
.paper{fill:var(--paper)}.panel{fill:var(--panel);stroke:var(--rule)}.bed{fill:var(--bed)}.sign{fill:var(--ink)}.on{fill:var(--paper);font-weight:600}
.lq{fill:none;stroke:var(--quiet);stroke-width:2}.lt{fill:none;stroke:var(--quiet-2);stroke-width:2}.ld{fill:none;stroke:var(--ink);stroke-width:4}
.way{fill:none;stroke:var(--k,var(--ink));stroke-width:13;stroke-linecap:round;opacity:.25}.done{fill:none;stroke:var(--k);stroke-width:5}.ahead{fill:none;stroke:var(--k);stroke-width:2;stroke-dasharray:2 5}
.badge{fill:var(--k);stroke:var(--paper);stroke-width:1.4}.letter{fill:var(--on-c);font-weight:700;text-anchor:middle}
.cap{fill:var(--paper);stroke:var(--ink);stroke-width:2.2}.cq{fill:var(--paper);stroke:var(--quiet-2);stroke-width:1.6}.lit{fill:var(--now);stroke:var(--now-ring);stroke-width:3}.bad{fill:var(--bad);stroke:var(--bad)}.badt{fill:var(--bad);font-weight:600}
.stop{fill:var(--paper);stroke:var(--quiet-2);stroke-width:2}.link{fill:none;stroke:var(--ink);stroke-width:1.6}.rule{stroke:var(--rule-2)}.num{fill:var(--ink)}.numt{fill:var(--paper);font-size:10px;font-weight:700;text-anchor:middle}
.ok{fill:var(--ok)}.okl{fill:none;stroke:var(--ok);stroke-width:1.8}.inkl{fill:none;stroke:var(--ink-2);stroke-width:1.6}.badl{fill:none;stroke:var(--bad);stroke-width:1.8}.tick{fill:none;stroke:var(--k)}.kt{fill:var(--k);font-weight:700}`;
