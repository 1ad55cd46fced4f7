import { type UpgradeVersion, upgradeVersions, versionStandings } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Ltr } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { formatDateTime, formatNumber, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Tabs } from '../../../ui/controls.ts'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import classes from '../upgrade.module.css'
import { VersionFacts } from './VersionFacts.tsx'
import { useNewPlan } from './useNewPlan.ts'
import { stateTexts, titleOf } from './versionTexts.ts'
import { DeviceLink } from '../../device/index.ts'

const tabs = ['facts', 'ON', 'BEHIND', 'trail'] as const

const tabTexts = {
  facts: 'upgradeVersion.tab.facts',
  ON: 'upgradeVersion.tab.ON',
  BEHIND: 'upgradeVersion.tab.BEHIND',
  trail: 'upgradeVersion.tab.trail',
} as const

/** Everything about one version: what it is, which terminals run it or could, and what became of it. */
export function VersionDetail({ dialog }: { readonly dialog: Dialog<UpgradeVersion> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame
      looksOnly
      isOpen={isOpen}
      close={close}
      title={record ? titleOf(record) : ''}
      size="lg"
    >
      {record && isOpen && (
        <Tabs defaultValue="facts" keepMounted={false}>
          <Tabs.List>
            {tabs.map((tab) => (
              <Tabs.Tab key={tab} value={tab}>
                {t(tabTexts[tab])}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="facts" className={classes.panel}>
            <CurrentFacts id={record.id} />
          </Tabs.Panel>
          {versionStandings.map((standing) => (
            <Tabs.Panel key={standing} value={standing} className={classes.panel}>
              {standing === 'BEHIND' && <NewPlan version={record} />}
              <Terminals id={record.id} standing={standing} />
            </Tabs.Panel>
          ))}
          <Tabs.Panel value="trail" className={classes.panel}>
            <Trail id={record.id} />
          </Tabs.Panel>
        </Tabs>
      )}
    </DialogFrame>
  )
}

/** Read anew: people may be deciding about it now. */
function CurrentFacts({ id }: { readonly id: string }) {
  const found = useQuery(query(upgradeVersions.detail, { params: { id } }))
  return (
    <Loaded query={found} permission={upgradeVersions.detail.permission}>
      {(version) => <VersionFacts version={version} />}
    </Loaded>
  )
}

/** The way to bring it to them. */
function NewPlan({ version }: { readonly version: UpgradeVersion }) {
  const begin = useNewPlan(version)
  if (begin === null) return null
  return (
    <div>
      <Button size="xs" variant="default" onClick={begin}>
        {t('upgradeVersion.newPlan')}
      </Button>
    </div>
  )
}

const pageSize = 20

interface TerminalsProps {
  readonly id: string
  readonly standing: (typeof versionStandings)[number]
}

function Terminals({ id, standing }: TerminalsProps) {
  const [pageNum, setPage] = useState(1)
  const found = useQuery(
    query(upgradeVersions.devices, {
      params: { id },
      query: { standing, pageNum: String(pageNum), pageSize: String(pageSize) },
    }),
  )
  const titles = ['terminal', 'model', 'organization', 'running'] as const
  return (
    <Loaded query={found} permission={upgradeVersions.devices.permission}>
      {({ list, total }) =>
        total === 0 ? (
          <p className={classes.hint}>{t('upgradeVersion.noTerminals')}</p>
        ) : (
          <>
            <PlainTable
              label={t(tabTexts[standing])}
              titles={titles.map((title) => t(`upgradeVersion.${title}`))}
              rows={list.map((one) => ({
                key: one.id,
                cells: [
                  <DeviceLink key="sn" id={one.id} sn={one.sn} />,
                  <bdi key="model">{one.modelName}</bdi>,
                  <bdi key="org">{one.orgName}</bdi>,
                  <Ltr key="running">{one.running ?? nothing}</Ltr>,
                ],
              }))}
            />
            <Pager {...{ pageNum, total, setPage }} />
          </>
        )
      }
    </Loaded>
  )
}

interface PagerProps {
  readonly pageNum: number
  readonly total: number
  readonly setPage: (page: number) => void
}

function Pager({ pageNum, total, setPage }: PagerProps) {
  const last = Math.max(1, Math.ceil(total / pageSize))
  return (
    <div className={classes.pager}>
      <Button
        variant="default"
        size="xs"
        disabled={pageNum <= 1}
        onClick={() => setPage(pageNum - 1)}
      >
        {t('upgradeVersion.previous')}
      </Button>
      <span>
        {t('upgradeVersion.pageOf', { page: formatNumber(pageNum), last: formatNumber(last) })}
      </span>
      <Button
        variant="default"
        size="xs"
        disabled={pageNum >= last}
        onClick={() => setPage(pageNum + 1)}
      >
        {t('upgradeVersion.following')}
      </Button>
    </div>
  )
}

function Trail({ id }: { readonly id: string }) {
  const trail = useQuery(query(upgradeVersions.trail, { params: { id } }))
  return (
    <Loaded query={trail} permission={upgradeVersions.trail.permission}>
      {(entries) => (
        <ol className={classes.trail}>
          {entries.map(({ id: key, after, at, by, reason }) => (
            <li key={key}>
              <span>{t(stateTexts[after])}</span>
              {reason && <span dir="auto">{reason}</span>}
              <small>
                {t('upgradeVersion.trailBy', {
                  name: by ?? t('upgradeVersion.platform'),
                  time: formatDateTime(at),
                })}
              </small>
            </li>
          ))}
        </ol>
      )}
    </Loaded>
  )
}
