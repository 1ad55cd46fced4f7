import type { TextKey } from '@muster/contract'
import type { ReactNode } from 'react'
import { t } from '../../platform/texts.ts'
import { Button, Group } from '../../ui/controls.ts'
import { Callout } from '../../ui/form/Callout.tsx'
import { CopyLine } from './CopyLine.tsx'

interface SecretOnceProps {
  readonly title: TextKey
  readonly text: TextKey
  /** The secret by what it is called, and whose it is where that is needed to use it. */
  readonly lines: readonly { readonly label: TextKey; readonly text: string }[]
  /** How it is used. */
  readonly children?: ReactNode
  /** Without it the secret stands where it is until its page is left. */
  readonly close?: () => void
  readonly closeText?: TextKey
}

/** A secret that has just been made and that no one can read again. */
export function SecretOnce(props: SecretOnceProps) {
  const { title, text, lines, children, close, closeText = 'kit.close' } = props
  return (
    <>
      <Callout title={t(title)}>{t(text)}</Callout>
      {lines.map((line) => (
        <CopyLine key={line.label} label={t(line.label)} text={line.text} />
      ))}
      {children}
      {close && (
        <Group justify="flex-end" mt="lg">
          <Button onClick={close}>{t(closeText)}</Button>
        </Group>
      )}
    </>
  )
}
