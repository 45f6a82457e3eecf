export { inLayerOrder } from '../state/layer-order.ts';
export type { ModeStart, ModeSwitch } from '../state/shared-permission-mode.ts';
