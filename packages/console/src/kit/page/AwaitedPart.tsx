import { Awaited } from './Awaited.tsx'

/** Stands in the place of a tab until its code is here. */
export const AwaitedPart = () => <Awaited />
