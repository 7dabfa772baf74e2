// `kubestep-demo.js`: one file that a page loads with a script element, and that lies beside the Kubestep that it shows.
import { defineKubestepDemo } from './element.ts';

const own = document.currentScript;
defineKubestepDemo({ base: own instanceof HTMLScriptElement ? new URL('.', own.src).href : undefined });
