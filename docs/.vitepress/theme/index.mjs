import DefaultTheme from 'vitepress/theme';
import { Moment } from './moment.mjs';
import './site.css';

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('Moment', Moment);
  },
};
