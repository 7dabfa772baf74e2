import { useData, withBase } from 'vitepress';
import { defineComponent, h, onMounted } from 'vue';
import './moment.css';

const WORDS = { en: 'Open it in the whole page', zh: '在整个页面中打开' };
const SCRIPT = 'kubestep-demo';

/** A moment of a scenario in the page around it: the element that is given to others. Before somebody asks for it, it is a picture. */
export const Moment = defineComponent({
  props: {
    scenario: { type: String, required: true },
    part: { type: Number, default: 1 },
    step: { type: Number, default: undefined },
    title: { type: String, required: true },
  },
  setup({ scenario, part, step, title }) {
    const { lang } = useData();
    onMounted(loadElement);
    return () => {
      const language = lang.value.startsWith('zh') ? 'zh' : 'en';
      const at = step === undefined ? [] : [step];
      const query = [
        `scenario=${scenario}`,
        `part=${part}`,
        ...at.map((one) => `step=${one}`),
        `lang=${language}`,
      ].join('&');
      const demo = {
        base: withBase('/app/'),
        scenario,
        part,
        step,
        lang: language,
        title,
        grain: 'beat',
        load: 'click',
      };
      const src = withBase(`/posters/${[scenario, part, ...at].join('-')}.${language}.svg`);
      const poster = h('img', { src, alt: title, width: 770, height: 705, loading: 'lazy' });
      const link = h('a', { href: withBase(`/app/index.html?${query}`), target: '_self' }, WORDS[language]);
      return h('figure', { class: 'moment' }, [
        h('kubestep-demo', demo, [poster]),
        h('figcaption', [`${title} · `, link]),
      ]);
    };
  },
});

/** Once for the whole site. */
function loadElement() {
  if (document.getElementById(SCRIPT) !== null) return;
  const script = document.createElement('script');
  script.id = SCRIPT;
  script.src = withBase('/app/kubestep-demo.js');
  document.head.append(script);
}
