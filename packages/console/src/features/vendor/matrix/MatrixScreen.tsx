import { features, models, vendorFeatureSheet, vendors } from '@muster/contract'
import { RecordPicker } from '../../../kit/form/RecordPicker.tsx'
import { statusFilter } from '../../../kit/filters/filterFields.ts'
import { RecordScreen } from '../../../kit/list/RecordScreen.tsx'
import { usePage } from '../../../kit/page/page.ts'
import { Screen } from '../../../kit/page/Screen.tsx'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { Tabs } from '../../../ui/controls.ts'
import { kindTexts } from '../../device/index.ts'
import classes from './matrix.module.css'
import { columns } from './matrixColumns.tsx'
import { supportTexts } from './matrixTexts.ts'
import { matrixRows } from './matrixRows.ts'
import { MatrixView } from './MatrixView.tsx'

const MatrixForm = lazyDialog(() => import('./MatrixForm.tsx').then((file) => file.MatrixForm))

const views = { list: 'vendorFeature.view.list', matrix: 'vendorFeature.view.matrix' } as const

/** MANUFACTURER_FEATURES: which features the agents and firmwares of the vendors support. */
export function MatrixScreen() {
  const { query, setQuery } = usePage()
  const view = query['tab'] === 'matrix' ? 'matrix' : 'list'
  return (
    <div className={classes.views}>
      <Tabs value={view} onChange={(key) => setQuery(key ? { tab: key } : {})}>
        <Tabs.List aria-label={t('vendorFeature.title')}>
          {(['list', 'matrix'] as const).map((key) => (
            <Tabs.Tab key={key} value={key}>
              {t(views[key])}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      {view === 'list' ? <MatrixList /> : <MatrixOfOne />}
    </div>
  )
}

/** All rows of all matrices. */
export function MatrixList() {
  return (
    <RecordScreen
      of={matrixRows}
      title="vendorFeature.title"
      emptyText="vendorFeature.empty"
      columns={columns}
      filters={{
        vendorId: { label: 'vendorFeature.vendor', of: vendors },
        modelId: { label: 'vendorFeature.model', of: models },
        featureId: { label: 'vendorFeature.feature', of: features },
        kind: { label: 'vendorFeature.kind', options: kindTexts },
        support: { label: 'vendorFeature.support', options: supportTexts },
        status: statusFilter,
      }}
      keyword={['vendorFeature.feature', 'vendorFeature.code']}
      sheet={vendorFeatureSheet}
      Form={MatrixForm}
    />
  )
}

function MatrixOfOne() {
  const { query, setQuery } = usePage()
  const vendorId = query['of'] ?? null
  return (
    <Screen title="vendorFeature.title">
      <div className={classes.vendor}>
        <RecordPicker
          of={vendors}
          label={t('vendorFeature.vendor')}
          value={vendorId}
          onChange={(id) => setQuery({ tab: 'matrix', ...(id && { of: id }) })}
        />
      </div>
      {vendorId ? (
        <MatrixView key={vendorId} vendorId={vendorId} />
      ) : (
        <p className={classes.quiet}>{t('vendorFeature.chooseVendor')}</p>
      )}
    </Screen>
  )
}
