// What other forms of pushes are made of; loaded with them.
export { PushForm } from './PushForm.tsx'
export { emptyPush, type PushStart } from './pushStart.ts'
export { faultsIn, type FormSort, sharedField, targetsOf } from './pushValues.ts'
export type { PushFormHold } from './usePushForm.ts'
