import { Fragment, type ReactNode } from 'react'

interface PhraseProps {
  /** A text with `{name}` placeholders that are still open. */
  readonly text: string
  readonly parts: Readonly<Record<string, ReactNode>>
}

/** A sentence with elements in its places, in the order of its language. */
export function Phrase({ text, parts }: PhraseProps) {
  return text.split(/\{(\w+)\}/).map((piece, index) => (
    // Pieces of one text never change their order.
    <Fragment key={index}>{index % 2 === 0 ? piece : parts[piece]}</Fragment>
  ))
}
