import { paramKinds, paramPushes } from '@muster/contract'
import { serve } from '../../../kit/serve.ts'
import { pushHandlers, pushScope } from '../../device/index.ts'

/** Values of parameters and documents on their way to terminals. */
export const paramPushRoutes = serve(paramPushes, pushScope, pushHandlers(paramKinds))
