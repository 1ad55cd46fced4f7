import { Loader } from '../../ui/controls.ts'

/** Stands in the place of a tab until its code is here. */
export const AwaitedPart = () => <Loader m="xl" />
