import type { upkeepSteps } from '../../steps/upkeep.ts';
import type { Texts } from '../text.ts';

export const upkeep: Texts<typeof upkeepSteps> = {
  mirrored: {
    say: '**{subject}** 是人工写入的：它的 EndpointSlice 将新建 {created} 个、修改 {updated} 个、删除 {deleted} 个。',
    why: '没有选择算符的 Service 可以把流量送到任何地方：有人把地址写进同名的 Endpoints 对象。节点只读 EndpointSlice，所以控制器把写入的内容复制过去。',
  },
};
