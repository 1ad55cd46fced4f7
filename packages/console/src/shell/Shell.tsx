import { QueryClientProvider } from '@tanstack/react-query'
import { queries } from '../kit/queries.ts'
import { direction } from '../kit/texts.ts'
import { Provider } from '../ui/Provider.tsx'
import { Splash } from './Splash.tsx'

export function Shell() {
  return (
    <Provider direction={direction}>
      <QueryClientProvider client={queries}>
        <Splash />
      </QueryClientProvider>
    </Provider>
  )
}
