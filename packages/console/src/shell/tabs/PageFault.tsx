import { Component, type ReactNode } from 'react'
import { t } from '../../platform/texts.ts'
import { Button, Stack, Title } from '../../ui/controls.ts'
import { ChunkLoadError } from '../../platform/chunk.ts'
import { reloadOnce } from '../session/update/reload.ts'
import { firstPageDrawn } from './firstPage.ts'
import { isUnsaved, mountAnew } from './store.ts'

interface Props {
  readonly tabId: string
  readonly children: ReactNode
}

/** Keeps the fault of one page from taking the others with it. */
export class PageFault extends Component<Props, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  /** Once, and never over unsaved work in another tab: then the page waits for its button. */
  override componentDidCatch(error: unknown) {
    firstPageDrawn()
    if (error instanceof ChunkLoadError && !isUnsaved()) reloadOnce()
  }

  override render() {
    if (this.state.error === null) return this.props.children
    return (
      <Stack align="center" py={60} role="alert">
        <Title order={2} size="h3">
          {t('shell.fault.title')}
        </Title>
        <Button onClick={() => recover(this.props.tabId, this.state.error)}>
          {t('shell.fault.retry')}
        </Button>
      </Stack>
    )
  }
}

/** Code that a newer version of the console replaced is found only by loading the console anew. */
function recover(tabId: string, error: unknown): void {
  if (error instanceof ChunkLoadError) location.reload()
  else mountAnew(tabId)
}
