import { type JsonNode, readJson } from '@muster/contract'
import { useState } from 'react'
import { useUnsaved } from '../../../kit/dialog/useUnsaved.ts'
import { t } from '../../../platform/texts.ts'
import { Button, TextInput } from '../../../ui/controls.ts'
import classes from './json.module.css'
import { parsed } from './jsonParts.ts'

interface NewPartProps {
  readonly node: Extract<JsonNode, { kind: 'object' | 'array' }>
  /** What it is added to: its own name; null: the document itself. */
  readonly to: string | null
  readonly add: (name: string, part: JsonNode) => void
}

/** A member that an object gets, or a part at the end of a list; its value is JSON, and an empty text unless said. */
export function NewPart({ node, to, add }: NewPartProps) {
  const [name, setName] = useState('')
  const [typed, setTyped] = useState('')
  const { node: read, fault } = parsed(typed, (text) => readJson(text.trim() === '' ? '""' : text))
  const isTwice = node.kind === 'object' && node.members.has(name)
  const isNamed = node.kind === 'array' || (name !== '' && !isTwice)
  // What is not added yet is not saved with the rest.
  useUnsaved(name !== '' || typed !== '')
  const place = to ?? t('json.theDocument')
  const take = () => {
    if (!isNamed || !read) return
    add(node.kind === 'array' ? String(node.items.length) : name, read)
    setName('')
    setTyped('')
  }
  const onKeyDown = ({ key }: { readonly key: string }) => {
    if (key === 'Enter') take()
  }
  return (
    <div className={classes.leaf}>
      {node.kind === 'object' ? (
        <TextInput
          aria-label={t('json.newName', { name: place })}
          placeholder={t('json.name')}
          dir="ltr"
          value={name}
          error={isTwice && t('json.twice', { name })}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      ) : (
        <span className={classes.name}>{node.items.length}</span>
      )}
      <TextInput
        aria-label={t('json.newValue', { name: place })}
        placeholder='""'
        dir="ltr"
        value={typed}
        error={fault?.message}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button
        size="compact-xs"
        variant="default"
        aria-label={t('json.addTo', { name: place })}
        disabled={!isNamed || !read}
        onClick={take}
      >
        {t('kit.add')}
      </Button>
    </div>
  )
}
