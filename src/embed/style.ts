/** A sheet that is constructed is no inline style: the strictest content policy of a page takes it. */
export const STYLE = `
:host { display: block; position: relative; min-height: 120px; contain: layout style; }
:host([hidden]) { display: none; }
.stand { position: relative; display: grid; }
.stand ::slotted(*) { max-width: 100%; margin: 0; }
iframe { display: block; width: 100%; height: 640px; border: 0; color-scheme: normal; }
.stand[hidden], iframe[hidden] { display: none; }
iframe.coming { position: absolute; inset: 0; opacity: 0; pointer-events: none; }
button { position: absolute; left: 50%; top: 50%; transform: translate(-50%, -50%); min-height: 44px; padding: 0 20px;
  border: 2px solid #15171c; border-radius: 6px; background: #ffd02e; color: #15171c; cursor: pointer;
  font: 600 16px/1.2 system-ui, sans-serif; white-space: nowrap; }
button:focus-visible { outline: 3px solid #0b57d0; outline-offset: 2px; }
p { margin: 0; padding: 8px 12px; font: 14px/1.4 system-ui, sans-serif; }
p:empty { display: none; }
p[role=alert] { border-left: 4px solid #b3261e; }
.bare { min-height: 320px; border: 1px solid #8884; align-content: center; justify-items: center; }
@media print { button { display: none; } }
`;
