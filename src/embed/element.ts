import { type Asked, type Command, embedAddress, type GoTo, LAST_STEP, SANDBOX } from '../protocol/embed/index.ts';
import { connect, type Demo, type DemoEvent } from './connect.ts';
import { followTheme, themeOf } from './host-theme.ts';
import { STYLE } from './style.ts';
import { WORDS } from './words.ts';

export interface DemoSite {
  /** The folder of a Kubestep, for elements that do not say it themselves. `{version}` stands for what they are pinned to. */
  readonly base?: string | undefined;
}

/** So much before it is scrolled to, a demo that loads when it is visible begins. */
const MARGIN = '200px';

/**
 * Makes `<kubestep-demo>` known. Its children are what stands there without scripts, in print and before it is loaded: a
 * poster, or a link.
 *
 * Promises: nothing is fetched before `load` allows it; neither focus nor scrolling is taken; events of the contract are
 * events of the element (`ready`, `step`, `error`, `check`, `link`, `height`, with the message as `detail`); it stops
 * playing when it is scrolled away.
 */
export function defineKubestepDemo(site: DemoSite = {}, view: Window & typeof globalThis = window): void {
  if (view.customElements.get('kubestep-demo') !== undefined) return;
  view.customElements.define('kubestep-demo', demoClass(site, view));
}

/** A click begins it, coming into sight does, or nothing has to. */
const LOADS = ['click', 'visible', 'eager'];

function demoClass(site: DemoSite, view: Window & typeof globalThis) {
  return class KubestepDemo extends view.HTMLElement implements KubestepDemoElement {
    static readonly observedAttributes = [
      'theme',
      'lang',
      'scale',
      'speed',
      'motion',
      'grain',
      'scope',
      'actor',
      'object',
    ];
    demo: Demo | undefined;
    #stops: (() => void)[] = [];
    #root = this.attachShadow({ mode: 'open' });

    connectedCallback(): void {
      this.#draw();
      const load = this.#load;
      if (load === 'eager') this.start();
      const seen = new view.IntersectionObserver(
        (entries) => {
          const isIn = entries.at(-1)?.isIntersecting === true;
          if (isIn && load === 'visible') this.start();
          if (!isIn && this.demo !== undefined) this.#tell({ type: 'pause' });
        },
        { rootMargin: MARGIN },
      );
      seen.observe(this);
      this.#stops.push(() => seen.disconnect());
    }

    disconnectedCallback(): void {
      for (const stop of this.#stops.splice(0)) stop();
      this.demo?.close();
      this.demo = undefined;
    }

    attributeChangedCallback(name: string, _: string | null, value: string | null): void {
      if (this.demo === undefined) return;
      if (name === 'theme' || name === 'lang' || name === 'scale')
        this.#tell({ type: 'look', ...looksOf(this.#asked) });
      else this.#tell({ type: 'set', [name]: name === 'speed' ? Number(value) : (value ?? '') } as Command);
    }

    /** Loads it now, whatever `load` says. */
    start(): void {
      if (this.demo !== undefined) return;
      const address = this.#address;
      if (address === undefined) return this.#say('noBase', {}, 'alert');
      this.#root.querySelector('button')?.remove();
      this.#say('loading', {}, 'status');
      const frame = this.ownerDocument.createElement('iframe');
      frame.className = 'coming';
      frame.title = this.title || WORDS[this.#language].title;
      frame.setAttribute('sandbox', SANDBOX);
      frame.referrerPolicy = 'no-referrer';
      frame.allow = 'clipboard-write';
      frame.src = address;
      this.#root.append(frame);
      this.demo = connect(frame);
      for (const type of EVENTS) this.demo.on(type, (event) => this.#hear(event));
      this.#stops.push(
        followTheme(this.ownerDocument, view, (theme) => this.#isAuto && this.#tell({ type: 'look', theme })),
      );
    }

    go(to: GoTo): Promise<string | undefined> {
      return this.send({ type: 'go', to });
    }

    send(command: Command): Promise<string | undefined> {
      this.start();
      return this.demo?.send(command) ?? Promise.reject(new Error(WORDS[this.#language].noBase));
    }

    /** What nobody waits for: one that is refused has changed nothing. */
    #tell(command: Command): void {
      this.demo?.send(command).catch(() => undefined);
    }

    #hear(event: DemoEvent): void {
      const frame = this.demo?.frame;
      if (event.type === 'height' && frame !== undefined && !this.hasAttribute('height'))
        frame.style.height = `${event.height}px`;
      if (event.type === 'ready' || event.type === 'error') this.#show(event);
      this.dispatchEvent(new view.CustomEvent(event.type, { detail: event }));
    }

    #show(event: DemoEvent): void {
      const { frame } = this.demo as Demo;
      const pinned = this.getAttribute('pinned');
      const build = event.type === 'ready' ? event.build : '';
      const isOther = event.type === 'ready' && pinned !== null && build !== pinned && !build.startsWith(`${pinned}+`);
      frame.className = '';
      this.#root.querySelector('.stand')?.setAttribute('hidden', '');
      if (isOther) this.#say('pinned', { pinned, build }, 'alert');
      else this.#root.querySelector('p')?.replaceChildren();
    }

    #draw(): void {
      const sheet = new view.CSSStyleSheet();
      sheet.replaceSync(STYLE);
      this.#root.adoptedStyleSheets = [sheet];
      const make = <T extends keyof HTMLElementTagNameMap>(name: T) => this.ownerDocument.createElement(name);
      const stand = make('div');
      stand.className = this.childElementCount === 0 ? 'stand bare' : 'stand';
      stand.append(make('slot'));
      if (this.#load === 'click') {
        const button = make('button');
        button.type = 'button';
        button.textContent = `▶ ${WORDS[this.#language].start}`;
        button.onclick = () => this.start();
        stand.append(button);
      }
      this.#root.replaceChildren(stand, make('p'));
    }

    #say(key: keyof typeof WORDS.en, values: { readonly [name: string]: string }, role: 'status' | 'alert'): void {
      const line = this.#root.querySelector('p');
      line?.setAttribute('role', role);
      line?.replaceChildren(WORDS[this.#language][key].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''));
    }

    get #load(): string {
      const load = this.getAttribute('load') ?? 'visible';
      return LOADS.includes(load) ? load : 'visible';
    }

    get #language(): 'en' | 'zh' {
      const lang = this.closest('[lang]')?.getAttribute('lang') ?? view.navigator.language;
      return /^zh/i.test(lang) ? 'zh' : 'en';
    }

    get #isAuto(): boolean {
      const theme = this.getAttribute('theme');
      return theme !== 'light' && theme !== 'dark';
    }

    get #address(): string | undefined {
      const link = this.getAttribute('src') ?? typedLink(this, site.base);
      return link === undefined ? undefined : new URL(embedAddress(link, this.#asked), this.ownerDocument.baseURI).href;
    }

    get #asked(): Asked {
      const text = (name: string) => this.getAttribute(name) ?? undefined;
      const number = (name: string) => (this.hasAttribute(name) ? Number(text(name)) : undefined);
      const [from, to] = [number('from'), number('to')];
      return {
        lang: this.#language,
        theme: this.#isAuto ? themeOf(this.ownerDocument, view) : (text('theme') as 'dark'),
        scale: number('scale'),
        grain: text('grain'),
        scope: text('scope'),
        actor: text('actor'),
        object: text('object'),
        speed: number('speed'),
        motion: text('motion'),
        range: from === undefined && to === undefined ? undefined : [from ?? 1, to ?? LAST_STEP],
        panels: text('panels')?.split(/[\s,]+/),
        edit: this.hasAttribute('edit'),
        // Whoever clicked, or scrolled here, waits for it.
        eager: this.#load !== 'visible',
        // A page without an origin that could be named, as a sandboxed one, is told apart by nobody.
        host: /^https?:/.test(view.location.origin) ? view.location.origin : undefined,
      } as Asked;
    }
  };
}

const EVENTS: readonly DemoEvent['type'][] = ['ready', 'step', 'error', 'check', 'link', 'height'];

function looksOf({ theme, lang, scale }: Asked) {
  return {
    ...(theme === undefined ? {} : { theme }),
    ...(lang === undefined ? {} : { lang }),
    ...(scale === undefined ? {} : { scale }),
  };
}

/** A link as one types it, from the attributes. */
function typedLink(element: Element, siteBase: string | undefined): string | undefined {
  const base = (element.getAttribute('base') ?? siteBase)?.replaceAll(
    '{version}',
    element.getAttribute('pinned') ?? '',
  );
  if (base === undefined) return undefined;
  const words = ['scenario', 'part', 'step'].flatMap((name) => {
    const value = element.getAttribute(name);
    return value === null ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  return `${base.replace(/\/?$/, '/')}?${words.join('&')}`;
}

/** The element, for whoever writes TypeScript. */
export interface KubestepDemoElement extends HTMLElement {
  /** Undefined before it is loaded. */
  readonly demo: Demo | undefined;
  start(): void;
  go(to: GoTo): Promise<string | undefined>;
  send(command: Command): Promise<string | undefined>;
}

declare global {
  interface HTMLElementTagNameMap {
    'kubestep-demo': KubestepDemoElement;
  }
}
