import './network.css';
import { type ReactElement, useLayoutEffect, useRef, useState } from 'react';
import type { MapPacket } from '../../../protocol/network-view.ts';
import { useWords } from '../../widgets/kit/words.ts';
import { packetInWords } from './rule-words.ts';
import { networkWords } from './strings.ts';

const TRAVEL_MS = 420;
const OUTSIDE = 'client';

/** About what a sign takes beside a Pod. */
const SIGN_WIDTH = 84;

interface Spot {
  readonly x: number;
  readonly y: number;
  /** What of the sign is there, where it is not its middle. */
  readonly by?: 'start' | 'end';
}

interface Placed {
  readonly from: Spot;
  readonly to: Spot;
}

/** The packet of the current step where it is: at whoever sends, on a node, at a Pod; the line is the wire that it came by. */
export function PacketOnMap(props: {
  readonly packet: MapPacket;
  /** 1 is as fast as people can follow; 0 does not move. */
  readonly speed: number;
}): ReactElement {
  const { packet, speed } = props;
  const t = useWords(networkWords);
  const frame = useRef<HTMLDivElement>(null);
  const sign = useRef<HTMLSpanElement>(null);
  const [placed, setPlaced] = useState<Placed>();
  useLayoutEffect(() => {
    const place = () => setPlaced(frame.current === null ? undefined : placesOf(frame.current, packet));
    place();
    addEventListener('resize', place);
    return () => removeEventListener('resize', place);
  }, [packet]);
  useLayoutEffect(() => {
    if (placed === undefined || speed <= 0) return;
    const { from, to } = placed;
    if (from.x === to.x && from.y === to.y) return;
    const motion = [{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: 'none' }];
    sign.current?.animate?.(motion, { duration: TRAVEL_MS / speed, easing: 'cubic-bezier(.45,.05,.25,1)' });
  }, [placed, speed]);
  return (
    <div className="n-map" ref={frame} aria-hidden="true">
      {placed !== undefined && (
        <>
          {/* biome-ignore lint/a11y/noSvgWithoutTitle: the whole layer is hidden from readers, the sentence says it */}
          <svg>
            <line x1={placed.from.x} y1={placed.from.y} x2={placed.to.x} y2={placed.to.y} />
          </svg>
          <span
            className={`n-pkt by-${placed.to.by ?? 'middle'}`}
            ref={sign}
            style={{ left: placed.to.x, top: placed.to.y }}
          >
            <b>{t('packetShort')}</b> {packetInWords(packet.label, t)}
          </span>
        </>
      )}
    </div>
  );
}

function placesOf(frame: HTMLElement, { from, to }: MapPacket): Placed | undefined {
  const stage = frame.closest('.stage');
  if (stage === null) return undefined;
  const origin = stage.getBoundingClientRect();
  const spot = (host: string): Spot | undefined => {
    const element = elementOf(stage, host);
    if (element === undefined) return undefined;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    if (host === OUTSIDE) return { x: left - origin.left + 30, y: bottom - origin.top + 14 };
    if (host.includes('/') && roomBeside(element) > SIGN_WIDTH)
      return { x: right - origin.left - 3, y: (top + bottom) / 2 - origin.top, by: 'start' };
    // Where no words stand: the lower corner of a node, the end of the last line of a Pod.
    const [inset, above] = host.includes('/') ? [2, 10] : [6, 14];
    return { x: right - origin.left - inset, y: bottom - origin.top - above, by: 'end' };
  };
  const goal = spot(to);
  return goal === undefined ? undefined : { from: spot(from) ?? goal, to: goal };
}

/** Pixels between a Pod's tile and what stands next to it on its node. */
function roomBeside(tile: Element): number {
  const { right, top, bottom } = tile.getBoundingClientRect();
  const node = tile.closest('.dist');
  const others = [...(node?.querySelectorAll('.tile') ?? [])].map((other) => other.getBoundingClientRect());
  const next = others.filter((other) => other.left >= right && other.top < bottom && other.bottom > top);
  return Math.min(node?.getBoundingClientRect().right ?? 0, ...next.map(({ left }) => left)) - right;
}

/** A host on the map: a Pod has its tile, a node its district; whoever is outside is the person. */
function elementOf(stage: Element, host: string): Element | undefined {
  const slash = host.indexOf('/');
  const starts = (selector: string, attribute: string, text: string) =>
    [...stage.querySelectorAll(selector)].find((each) => each.getAttribute(attribute)?.startsWith(text));
  if (slash >= 0) return starts('.tile', 'title', `${host.slice(slash + 1)}:`);
  const node =
    [...stage.querySelectorAll('.dist')].find((each) => each.getAttribute('aria-label') === host) ??
    starts('.dist-small', 'aria-label', `${host}:`);
  return node ?? (host === OUTSIDE ? (stage.querySelector('.plate') ?? undefined) : undefined);
}
