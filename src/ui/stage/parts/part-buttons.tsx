import { memo, type ReactElement } from 'react';
import { type Part, partId } from '../../../protocol/part-view.ts';
import type { VehicleView } from '../../../protocol/views.ts';
import { type TextKey, type Translate, useText } from '../../i18n/words.ts';
import { shortActor } from '../../widgets/kit/actors.ts';
import type { StageLayout } from '../layout.ts';
import { stationName } from '../station-name.ts';
import { type PartBox, partBoxes, vehicleBoxes } from './part-boxes.ts';

/** Over the drawing lie buttons that are not seen: what is drawn itself cannot have the focus. */
export const PartButtons = memo(function PartButtons({ layout }: { readonly layout: StageLayout }): ReactElement {
  return (
    <>
      {partBoxes(layout).map((box) => (
        <PartButton key={partId(box.part)} box={box} />
      ))}
      {layout.plates.map(({ lane, x, y }) => (
        <span
          key={lane.id}
          data-points-to={partId(
            lane.id === 'others'
              ? { sort: 'line', of: 'others' }
              : { sort: 'actor', of: lane.lines[0]?.actor ?? lane.id },
          )}
          style={{ left: x + 21, top: y - 36, width: 18, height: lane.id === 'others' ? 54 : 34 }}
        />
      ))}
    </>
  );
});

/** The same for what travels. */
export function VehicleButtons(props: {
  readonly layout: StageLayout;
  readonly vehicles: readonly VehicleView[];
}): ReactElement {
  return (
    <>
      {vehicleBoxes(props.layout, props.vehicles).map((box) => (
        <PartButton key={partId(box.part)} box={box} />
      ))}
    </>
  );
}

const PartButton = memo(
  function PartButton({ box }: { readonly box: PartBox }): ReactElement {
    const t = useText();
    const { part, x, y, width, height, round } = box;
    return (
      <button
        type="button"
        tabIndex={-1}
        data-part={partId(part)}
        className={round ? 'round' : undefined}
        style={{ left: x, top: y, width, height }}
        aria-label={nameOfPart(part, t)}
      />
    );
  },
  ({ box: a }, { box: b }) =>
    partId(a.part) === partId(b.part) && a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height,
);

/** What a part is called where its card is not open. */
function nameOfPart({ sort, of }: Part, t: Translate): string {
  switch (sort) {
    case 'server':
      return 'kube-apiserver';
    case 'station':
      return stationName(t(`station.${of}` as TextKey));
    case 'line':
      return of === 'others' ? t('part.others') : t('part.line', { name: shortActor(of) });
    case 'request':
      return t('part.request', { name: shortActor(of) });
    case 'event':
      return t('part.event', { name: shortActor(of) });
    case 'told':
      return t('part.told');
    case 'actor':
      return shortActor(of);
    default:
      return of;
  }
}
