import { useState } from 'react'
import { t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'
import { copyText } from './copyText.ts'

export interface CopyButtonProps {
  /** What the text is, for those who cannot see what the button stands beside. */
  readonly label: string
  readonly text: string
}

/** Copies a text at a press, and then says that it did. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const [copied, setCopied] = useState<string | null>(null)
  const word = t(copied === text ? 'kit.copied' : 'kit.copy')
  const copy = async () => {
    if (await copyText(text)) setCopied(text)
  }
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={`${word}: ${label}`}
      onClick={() => void copy()}
    >
      {word}
    </Button>
  )
}
