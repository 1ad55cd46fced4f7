export { FilterField, filterIn } from './FilterField.tsx'
export { filterOfList, leftText } from './listFilter.ts'
export { Preview } from './Preview.tsx'
export { useEstatePreview } from './usePreview.ts'
