import { type ModelQuality, qualityDays, type ReplyOf, vendorQuality } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { saveSheet } from '../../../kit/download/saveSheet.ts'
import { usePage } from '../../../kit/page/page.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { formatNumber, nothing } from '../../../platform/format.ts'
import { direction, t } from '../../../platform/texts.ts'
import { BarChart } from '../../../ui/chart/BarChart.tsx'
import { Button, Group } from '../../../ui/controls.ts'
import { faultTexts } from '../../device/index.ts'
import classes from './detail.module.css'
import type { VendorTabProps } from './vendorTab.ts'

/** How well a vendor's terminals hold: tickets, tampering and batteries of the last year. */
export function QualityTab({ vendor: { id, code } }: VendorTabProps) {
  const { active } = usePage()
  const found = useQuery({
    ...query(vendorQuality.quality, { params: { id } }),
    subscribed: active,
  })
  return (
    <Loaded query={found} permission={vendorQuality.quality.permission}>
      {(quality) =>
        quality.models.length === 0 ? (
          <p className={classes.quiet}>{t('vendor.emptyModels')}</p>
        ) : (
          <Quality {...quality} code={code} />
        )
      }
    </Loaded>
  )
}

type QualityProps = ReplyOf<typeof vendorQuality.quality> & { readonly code: string }

function Quality({ models, faults, code }: QualityProps) {
  return (
    <>
      <Group justify="space-between" mb="sm">
        <p className={classes.quiet}>
          {t('vendor.quality.lead', { days: formatNumber(qualityDays) })}
        </p>
        <Button variant="default" size="xs" onClick={() => save(code, models)}>
          {t('vendor.quality.export')}
        </Button>
      </Group>
      <section className={classes.panel} aria-label={t('vendor.quality.byModel')}>
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                {titles().map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {models.map((model) => (
                <tr key={model.id}>
                  <th scope="row">
                    <a href={`#/device/list?modelId=${model.id}`} dir="auto">
                      {model.name}
                    </a>
                  </th>
                  {figuresOf(model).map((figure, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a figure has no other name than its column
                    <td key={at}>{figure === null ? nothing : formatNumber(figure)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      <section className={classes.panel} aria-label={t('vendor.quality.faults')}>
        <h2>{t('vendor.quality.faults')}</h2>
        {faults.length === 0 ? (
          <p className={classes.quiet}>{t('vendor.quality.noFaults')}</p>
        ) : (
          <BarChart
            bars={faults.map(({ fault, count }) => ({
              key: fault,
              label: t(faultTexts[fault]),
              value: count,
            }))}
            summary={t('vendor.quality.faults')}
            direction={direction}
            formatValue={formatNumber}
          />
        )}
      </section>
    </>
  )
}

const titles = (): string[] => [
  t('certificate.models'),
  t('vendor.active'),
  t('vendor.quality.repairs'),
  t('vendor.quality.perHundred'),
  t('vendor.quality.daysBetween'),
  t('vendor.quality.tampered'),
  t('vendor.quality.battery'),
]

/** A model's figures in the order of their columns. */
const figuresOf = (model: ModelQuality): readonly (number | null)[] => [
  model.active,
  model.repairs,
  model.perHundred,
  model.daysBetween,
  model.tampered,
  model.batteryHealth,
]

function save(code: string, models: readonly ModelQuality[]): void {
  const lines = models.map((model) => [
    model.name,
    ...figuresOf(model).map((figure) => (figure === null ? '' : String(figure))),
  ])
  saveSheet(`quality-${code}.csv`, titles(), lines)
}
