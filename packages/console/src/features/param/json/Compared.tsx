import { jsonDocuments } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import { CodeEditor } from '../../../ui/code/CodeEditor.tsx'
import classes from './json.module.css'
import { tidied } from './jsonParts.ts'

interface ComparedProps {
  readonly id: string
  /** Numbers of revisions; null: the draft. */
  readonly before: number
  readonly after: number | null
}

/** What one revision of a document, or its draft, says otherwise than an earlier one. */
export function Compared({ id, before, after }: ComparedProps) {
  const earlier = useQuery(contentOf(id, before))
  const later = useQuery({ ...contentOf(id, after), staleTime: 0 })
  const { permission } = jsonDocuments.content
  return (
    <Loaded query={earlier} permission={permission}>
      {(from) => (
        <Loaded query={later} permission={permission}>
          {(to) => {
            const [original, value] = [tidied(from.document), tidied(to.document)]
            return original === value ? (
              <p className={classes.quiet}>{t('json.sameText')}</p>
            ) : (
              <CodeEditor
                key={`${before} ${after}`}
                label={t('json.differences')}
                value={value}
                original={original}
              />
            )
          }}
        </Loaded>
      )}
    </Loaded>
  )
}

const contentOf = (id: string, revision: number | null) =>
  query(jsonDocuments.content, {
    params: { id },
    query: revision === null ? {} : { revision },
  })
