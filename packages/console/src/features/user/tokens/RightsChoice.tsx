import { type RightNode, tokens } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { Awaited } from '../../../kit/page/Awaited.tsx'
import { query } from '../../../kit/queries.ts'
import type { FieldHold } from '../../../ui/form/fields.tsx'
import { RightsTree } from '../role/index.ts'
import styles from '../PersonalCenter.module.css'
import classes from './tokens.module.css'

/** Some of the rights that the user holds, named by their codes. */
export function RightsChoice({ value, onChange, error, label }: FieldHold) {
  const { data } = useQuery(query(tokens.rights, {}))
  if (!data) return <Awaited as="rows" />
  const leaves = data.flatMap(leavesOf)
  const codes: readonly unknown[] = Array.isArray(value) ? value : []
  const granted = new Set(leaves.filter(({ code }) => codes.includes(code)).map(({ id }) => id))
  return (
    <fieldset className={classes.rights}>
      <legend className={styles['hidden']}>{label}</legend>
      <RightsTree
        nodes={data}
        granted={granted}
        onChange={(next) =>
          onChange(leaves.filter(({ id }) => next.has(id)).map(({ code }) => code))
        }
        isReadOnly={false}
      />
      {error && <p role="alert">{error}</p>}
    </fieldset>
  )
}

const leavesOf = (node: RightNode): readonly RightNode[] =>
  node.children.length === 0 ? [node] : node.children.flatMap(leavesOf)
