import { type JsonNode, writeJson } from '@muster/contract'
import { useState } from 'react'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button, TextInput } from '../../../ui/controls.ts'
import classes from './json.module.css'
import { parsed, tidied, withPart } from './jsonParts.ts'
import { NewPart } from './NewPart.tsx'

/** Parts that are shown of one value. */
const mostShown = 200

interface JsonTreeProps {
  readonly text: string
  readonly onChange: (text: string) => void
}

/** A document part by part: what is single is changed in its place. */
export function JsonTree({ text, onChange }: JsonTreeProps) {
  const { node, fault } = parsed(text)
  if (!node) return <p className={classes.quiet}>{t('json.noTree', { fault: fault.message })}</p>
  const change = (path: readonly string[], part: JsonNode | undefined) =>
    onChange(tidied(writeJson(withPart(node, path, part))))
  return (
    <section className={classes.tree} aria-label={t('json.tree')}>
      <Parts node={node} path={[]} change={change} />
    </section>
  )
}

interface PartsProps {
  readonly node: JsonNode
  readonly path: readonly string[]
  readonly change: (path: readonly string[], part: JsonNode | undefined) => void
}

function partsOf(node: JsonNode): readonly (readonly [string, JsonNode])[] {
  if (node.kind === 'object') return [...node.members]
  return node.kind === 'array' ? node.items.map((item, at) => [String(at), item] as const) : []
}

const isHolder = (node: JsonNode): node is Extract<JsonNode, { kind: 'object' | 'array' }> =>
  node.kind === 'object' || node.kind === 'array'

function Parts({ node, path, change }: PartsProps) {
  const parts = partsOf(node)
  return (
    <ul>
      {parts.slice(0, mostShown).map(([name, part]) => {
        const Part = isHolder(part) ? Branch : Leaf
        return (
          <li key={name}>
            <Part name={name} node={part} path={[...path, name]} change={change} />
          </li>
        )
      })}
      {isHolder(node) && (
        <li>
          <NewPart
            node={node}
            to={path.at(-1) ?? null}
            add={(name, part) => change([...path, name], part)}
          />
        </li>
      )}
      {parts.length > mostShown && (
        <li className={classes.quiet}>
          {t('json.moreParts', { count: formatNumber(parts.length - mostShown) })}
        </li>
      )}
    </ul>
  )
}

type PartProps = PartsProps & { readonly name: string }

/** Its parts are drawn once it is opened. */
function Branch({ name, ...of }: PartProps) {
  const [isOpen, setOpen] = useState(of.path.length < 2)
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className={classes.name}>{name}</span>{' '}
        <span className={classes.quiet}>
          {of.node.kind === 'array' ? '[ ]' : '{ }'} {formatNumber(partsOf(of.node).length)}
        </span>
      </summary>
      {isOpen && <Parts {...of} />}
    </details>
  )
}

function Leaf({ name, node, path, change }: PartProps) {
  const written = writeJson(node)
  const [typed, setTyped] = useState<string | null>(null)
  const { node: read, fault } = parsed(typed ?? written)
  const take = () => {
    if (typed === null || typed === written || !read) return
    setTyped(null)
    change(path, read)
  }
  return (
    <div className={classes.leaf}>
      <span className={classes.name}>{name}</span>
      <TextInput
        aria-label={t('json.valueOf', { name })}
        dir="ltr"
        value={typed ?? written}
        error={fault?.message}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take()
        }}
      />
      <Button
        size="compact-xs"
        variant="default"
        aria-label={t('json.takeAway', { name })}
        onClick={() => change(path, undefined)}
      >
        {t('kit.remove')}
      </Button>
    </div>
  )
}
