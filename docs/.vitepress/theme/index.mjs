import DefaultTheme from 'vitepress/theme';
import { Moment } from './moment.mjs';

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('Moment', Moment);
  },
};
