import { useData, withBase } from 'vitepress';
import { defineComponent, h, ref } from 'vue';
import './moment.css';

const WORDS = {
  en: { show: 'Show it here', open: 'Open it in the whole page' },
  zh: { show: '在此显示', open: '在整个页面中打开' },
};

/** A moment of a scenario in the page around it. Nothing of it is fetched before somebody asks for it. */
export const Moment = defineComponent({
  props: {
    scenario: { type: String, required: true },
    part: { type: Number, default: 1 },
    lang: { type: String, default: 'en' },
    title: { type: String, required: true },
  },
  setup({ scenario, part, lang, title }) {
    const { isDark } = useData();
    const isShown = ref(false);
    const words = WORDS[lang];
    const query = `scenario=${scenario}&part=${part}&lang=${lang}`;
    const frame = () =>
      h('iframe', {
        src: withBase(
          `/app/embed.html?${query}&embed&theme=${isDark.value ? 'dark' : 'light'}&embed.grain=beat&embed.load=eager`,
        ),
        title,
        loading: 'lazy',
        sandbox: 'allow-scripts allow-popups allow-popups-to-escape-sandbox',
        referrerpolicy: 'no-referrer',
      });
    const ask = () => {
      isShown.value = true;
    };
    const button = () => h('button', { type: 'button', onClick: ask }, `▶ ${words.show}: ${title}`);
    const link = h('a', { href: withBase(`/app/index.html?${query}`), target: '_self' }, words.open);
    return () =>
      h('figure', { class: 'moment' }, [isShown.value ? frame() : button(), h('figcaption', [`${title} · `, link])]);
  },
});
