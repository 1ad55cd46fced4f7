export { SortHandle } from './SortHandle.tsx'
export { type DropTarget, useRowDrag } from './useRowDrag.ts'
