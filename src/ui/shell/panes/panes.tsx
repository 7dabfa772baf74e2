import './panes.css';

export { Bare } from './bare.tsx';
export { Edge, Edges } from './edges.tsx';
export { PanesMenu } from './panes-menu.tsx';
