import { useRef } from 'react'
import { formatBytes } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'
import { show } from '../notify.ts'

/** So long a text is taken from a file, in bytes. */
const mostBytes = 16 * 1024 ** 2

interface TextFileButtonProps {
  readonly label: string
  /** As an input takes it. */
  readonly accept: string
  readonly take: (text: string, name: string) => void
}

/** A button that asks for a file of text. One that is not UTF-8 is refused: letters that are guessed would be wrong ones. */
export function TextFileButton({ label, accept, take }: TextFileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File) => {
    const refuse = (text: string) => show({ kind: 'error', text })
    if (file.size > mostBytes)
      return refuse(t('kit.textTooLarge', { limit: formatBytes(mostBytes) }))
    const text = await textOf(file)
    if (text === null) refuse(t('kit.notUtf8'))
    else take(text, file.name)
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? []
          // The same file, mended and chosen again, must count as a choice.
          event.currentTarget.value = ''
          if (chosen) void read(chosen)
        }}
      />
      <Button variant="default" onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}

async function textOf(file: File): Promise<string | null> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch {
    return null
  }
}
