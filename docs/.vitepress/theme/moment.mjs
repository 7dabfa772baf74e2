import { useData, withBase } from 'vitepress';
import { defineComponent, h, onMounted } from 'vue';
import './moment.css';

const WORDS = { en: 'Open it in the whole page', zh: '在整个页面中打开' };
const SCRIPT = 'kubestep-demo';

/** A moment of a scenario in the page around it: the element that is given to others. Nothing runs before somebody asks for it. */
export const Moment = defineComponent({
  props: {
    scenario: { type: String, required: true },
    part: { type: Number, default: 1 },
    title: { type: String, required: true },
  },
  setup({ scenario, part, title }) {
    const { lang } = useData();
    onMounted(loadElement);
    return () => {
      const language = lang.value.startsWith('zh') ? 'zh' : 'en';
      const query = `scenario=${scenario}&part=${part}&lang=${language}`;
      const demo = { base: withBase('/app/'), scenario, part, lang: language, title, grain: 'beat', load: 'click' };
      const link = h('a', { href: withBase(`/app/index.html?${query}`), target: '_self' }, WORDS[language]);
      return h('figure', { class: 'moment' }, [h('kubestep-demo', demo), h('figcaption', [`${title} · `, link])]);
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
