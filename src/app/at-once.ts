// What the page does before its own scripts have come. It is built as a classic script in the head, and stays small: the
// page waits for it.
import engineUrl from 'virtual:kubestep-engine';
import { isAttached } from '../session/attached.ts';
import { beginWorker } from '../session/begun-worker.ts';

/** Demos in pages of others have a page of their own; those that were copied before it was there ask for this one. */
const IS_DEMO = /[?&]embed(?:[&=]|$)/;

const { search, hash } = location;
// They began at once.
if (IS_DEMO.test(search)) location.replace(`embed.html${search}&embed.load=eager${hash}`);
else if (!isAttached(location)) beginWorker(engineUrl);
