import type { InnerRoom } from './inner-room.ts';

// The parts of the page, from the bottom up. Widgets, theme, editor, panels and the frame are rooms of their own.
export const UI_ROOMS: readonly InnerRoom[] = [
  { folder: 'i18n', uses: {} },
  { folder: 'branches', uses: {} },
  { folder: 'breakpoints', uses: {} },
  { folder: 'cluster', uses: {} },
  { folder: 'crowd', uses: {} },
  { folder: 'find', uses: {} },
  { folder: 'help', uses: {} },
  { folder: 'terminal', uses: {} },
  { folder: 'three-way', uses: {} },
  { folder: 'time', uses: {} },
  { folder: 'twin', uses: {} },
  { folder: 'why', uses: {} },
  { folder: 'scenarios', uses: {} },
  { folder: 'narration', uses: { i18n: 'names that sentences are made with' } },
  {
    folder: 'stage',
    uses: {
      i18n: 'the labels of the map',
      narration: 'sentences, where what they tell of happens',
      crowd: 'very many nodes are one picture in the place of the map',
    },
  },
  { folder: 'timeline', uses: { i18n: 'labels of the line', narration: 'what scenes and beats are called' } },
  { folder: 'transport', uses: { i18n: 'labels of its keys' } },
  { folder: 'notebook', uses: { stage: 'moves to a pinned moment as the map does' } },
  {
    folder: 'poster',
    uses: { i18n: 'labels of the picture', narration: 'the sentence below it', stage: 'where things are on the map' },
  },
  {
    folder: 'share',
    uses: {
      narration: 'the sentence of the moment that is shared',
      poster: 'the picture of it',
      scenarios: 'a link names the scenario',
      stage: 'how wide a picture of the map is',
    },
  },
  { folder: 'workspace', uses: { scenarios: 'the guide of one', terminal: 'the column has room for both' } },
  {
    folder: 'hosting',
    uses: {
      i18n: 'the title of the first story',
      narration: 'words come with the language',
      stage: 'parts take turns as the map moves',
    },
  },
  {
    folder: 'embed',
    uses: {
      hosting: 'lives as the whole page does',
      narration: 'words for what is shown',
      poster: 'what stands there in print',
      scenarios: 'begins with one',
      stage: 'shows the map',
      timeline: 'shows the line',
      transport: 'shows the keys',
      why: 'opens the question why',
    },
  },
];
