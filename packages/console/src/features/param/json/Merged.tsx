import { heldDocuments, type MergedDocument } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Ltr } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { CodeEditor } from '../../../ui/code/CodeEditor.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import classes from './json.module.css'
import { levelTexts } from './jsonTexts.ts'

interface MergedProps {
  readonly deviceId: string
  readonly code: string
}

/** What a terminal gets of the documents of a code, and where each member of it comes from. */
export function Merged({ deviceId, code }: MergedProps) {
  const told = useQuery({
    ...query(heldDocuments.merged, { params: { deviceId, code } }),
    staleTime: 0,
  })
  return (
    <Loaded query={told} permission={heldDocuments.merged.permission}>
      {({ document, layers, members }) => (
        <div className={classes.column}>
          <PlainTable
            label={t('json.sources')}
            titles={[t('json.member'), t('json.source')]}
            rows={members.map(({ name, layers: from }) => ({
              key: name,
              cells: [
                <Ltr key="name">{name}</Ltr>,
                from.map((at) => sourceOf(layers[at])).join(' + '),
              ],
            }))}
          />
          {document === null ? (
            <p className={classes.quiet}>{t('json.hidden')}</p>
          ) : (
            <CodeEditor label={t('json.text')} value={document} />
          )}
        </div>
      )}
    </Loaded>
  )
}

function sourceOf(layer: MergedDocument['layers'][number] | undefined): string {
  if (!layer) return ''
  const { name, level, revision, targetName } = layer
  const said = { level: t(levelTexts[level]), revision: formatNumber(revision) }
  return name === null
    ? t('json.sourceElsewhere', said)
    : t('json.sourceOf', { ...said, name, target: targetName ?? '' })
}
