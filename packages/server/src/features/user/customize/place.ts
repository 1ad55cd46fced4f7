import { customizes } from '@muster/contract'
import { organizationsBy } from '../../../kit/scope.ts'

/** Path that the consoles' caches know white labels by, and whose a caller may touch. */
export const customizePath = customizes.page.path.replace('/page', '')
export const customizeScope = organizationsBy('orgId')
