import { lazyPart } from '../../platform/lazyPart.tsx'

export { hoursText } from './detail/asked.ts'
export { cureText } from './detail/cures.ts'
export { itemColumns } from './detail/itemColumns.tsx'
export { stepText } from './detail/itemTexts.ts'
export { dayTexts } from './form/days.ts'
export { GiveGroupItems } from './GiveGroupItems.tsx'
export { GiveAppTask, GiveTask } from './GiveTask.tsx'
export { Progress as PushProgress } from './Progress.tsx'
export { stateTexts, stateTones } from './pushTexts.ts'

export const ParamPushes = lazyPart(async () => (await import('./ParamPushList.tsx')).ParamPushList)
