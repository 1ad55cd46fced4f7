import { type MatrixCell, models, supports, vendorFeatures } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { RecordPicker } from '../../../kit/form/RecordPicker.tsx'
import { RowButton } from '../../../kit/list/buttons.tsx'
import { usePage } from '../../../kit/page/page.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Ltr, StatusBadge } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { MenuIcon } from '../../../ui/MenuIcon.tsx'
import { kindTexts } from '../../device/index.ts'
import { namesOf } from './commandNames.ts'
import classes from './matrix.module.css'
import { confirmMatrix } from './confirmMatrix.ts'
import { supportTexts, supportTones } from './matrixTexts.ts'

const CopyDialog = lazyDialog(() => import('./CopyDialog.tsx').then((file) => file.CopyDialog))

/** Every feature and whether a vendor supports it: on all of its models, or on the one that is chosen. */
export function MatrixView({ vendorId }: { readonly vendorId: string }) {
  const { active } = usePage()
  const [modelId, setModel] = useState<string | null>(null)
  const copy = useDialog<never>()
  const asked = { params: { vendorId }, query: modelId ? { modelId } : {} }
  const matrix = useQuery({ ...query(vendorFeatures.matrix, asked), subscribed: active })
  return (
    <>
      <div className={classes.line}>
        <div className={classes.model}>
          <RecordPicker
            of={models}
            label={t('vendorFeature.effective')}
            placeholder={t('vendorFeature.allModels')}
            value={modelId}
            onChange={setModel}
          />
        </div>
        <RowButton code={vendorFeatures.copy.permission} onClick={() => copy.open()}>
          {t('vendorFeature.copy')}
        </RowButton>
      </div>
      <Loaded query={matrix} permission={vendorFeatures.matrix.permission}>
        {(cells) => <Cells cells={cells} vendorId={vendorId} modelId={modelId} />}
      </Loaded>
      <CopyDialog dialog={copy} vendorId={vendorId} modelId={modelId} />
    </>
  )
}

interface CellsProps {
  readonly cells: readonly MatrixCell[]
  readonly vendorId: string
  readonly modelId: string | null
}

function Cells({ cells, vendorId, modelId }: CellsProps) {
  const send = useSend(vendorFeatures)
  const set = async (featureId: string, value: string) => {
    const support = supports.find((known) => known === value) ?? null
    const modelIds = modelId === null ? [] : [modelId]
    if (!(await confirmMatrix({ vendorId, featureId, modelIds, support }))) return
    await outcomeOf(
      send(vendorFeatures.setCell, { body: { vendorId, featureId, modelId, support } }),
    )
  }
  return [...Map.groupBy(cells, ({ kind }) => kind)].map(([kind, rows]) => (
    <section key={kind} className={classes.group} aria-label={t(kindTexts[kind])}>
      <h2>{t(kindTexts[kind])}</h2>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('vendorFeature.feature')}</th>
              <th scope="col">{t('vendorFeature.support')}</th>
              <th scope="col">{t('vendorFeature.minAgent')}</th>
              <th scope="col">{t('vendorFeature.minFirmware')}</th>
              <th scope="col">{t('vendorFeature.command')}</th>
              <th scope="col">{t('vendorFeature.source')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((cell) => (
              <Row
                key={cell.featureId}
                cell={cell}
                modelId={modelId}
                onChoose={(value) => void set(cell.featureId, value)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  ))
}

interface AnswerProps {
  readonly cell: MatrixCell
  readonly onChoose: (value: string) => void
}

type RowProps = AnswerProps & Pick<CellsProps, 'modelId'>

const Row = ({ cell, modelId, onChoose }: RowProps) => (
  <tr>
    <th scope="row">
      <FeatureName cell={cell} />
    </th>
    <td>
      <Answer cell={cell} onChoose={onChoose} />
    </td>
    <td>
      <Ltr>{cell.minAgent}</Ltr>
    </td>
    <td>
      <Ltr>{cell.minFirmware}</Ltr>
    </td>
    <td>{namesOf(cell.commands)}</td>
    <td>{sourceText(cell, modelId)}</td>
  </tr>
)

function FeatureName({ cell: { icon, name, code } }: { readonly cell: MatrixCell }) {
  return (
    <span className={classes.feature}>
      {icon && <MenuIcon name={icon} />}
      <bdi>{name}</bdi>
      <Ltr>{code}</Ltr>
    </span>
  )
}

function sourceText({ entryId, isOfModel, otherwise }: MatrixCell, modelId: string | null): string {
  if (modelId === null && otherwise > 0) return t('vendorFeature.otherwise', { count: otherwise })
  if (entryId === null) return t('vendorFeature.source.none')
  return t(isOfModel ? 'vendorFeature.source.model' : 'vendorFeature.source.vendor')
}

/** What is said of one feature; who may, says otherwise at once. */
function Answer({ cell: { name, support }, onChoose }: AnswerProps) {
  const mayEdit = useCan(vendorFeatures.setCell.permission)
  if (!mayEdit)
    return support ? (
      <StatusBadge tone={supportTones[support]}>{t(supportTexts[support])}</StatusBadge>
    ) : (
      t('vendorFeature.unknown')
    )
  return (
    <select
      className={classes.answer}
      data-tone={support ? supportTones[support] : 'neutral'}
      aria-label={t('vendorFeature.supportOf', { feature: name })}
      value={support ?? ''}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      <option value="">{t('vendorFeature.unknown')}</option>
      {supports.map((value) => (
        <option key={value} value={value}>
          {t(supportTexts[value])}
        </option>
      ))}
    </select>
  )
}
