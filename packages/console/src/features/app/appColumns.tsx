import { type App, apps } from '@muster/contract'
import { Thumbnail } from '../../kit/image/Thumbnail.tsx'
import type { Columns } from '../../kit/list/columns.tsx'
import { statusColumn } from '../../kit/list/usualColumns.tsx'
import { Ltr, StatusBadge, Words } from '../../kit/page/values.tsx'
import { formatAll, formatNumber } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import classes from './app.module.css'
import { appPath } from './appPath.ts'
import { chargeTexts, osTexts, stateTexts, tones, typeTexts, visibilityTexts } from './appTexts.ts'

/** For which models it is: none named, all. */
export const modelsText = ({
  modelIds,
  modelNames,
}: Pick<App, 'modelIds' | 'modelNames'>): string =>
  modelIds.length === 0 ? t('app.allModels') : formatAll(modelNames)

/** What one looks for first stands first: on a phone the card shows no more than that. */
export const columns: Columns<App> = [
  {
    key: 'name',
    title: 'app.name',
    width: 156,
    sortable: true,
    render: ({ id, name, icon }) => (
      <Thumbnail name={icon}>
        <a className={classes.link} href={`#${appPath(id)}`}>
          {name}
        </a>
      </Thumbnail>
    ),
  },
  { key: 'appType', title: 'app.type', sortable: true, width: 84, words: typeTexts },
  {
    key: 'onlineVersion',
    title: 'app.online',
    width: 76,
    render: ({ onlineVersion }) => <Ltr>{onlineVersion}</Ltr>,
  },
  {
    key: 'installs',
    title: 'app.installs',
    width: 84,
    align: 'end',
    render: ({ installs }) => formatNumber(installs),
  },
  {
    key: 'package',
    title: 'app.package',
    width: 136,
    sortable: true,
    render: (app) => <Ltr>{app.package}</Ltr>,
  },
  {
    key: 'pendingVersion',
    title: 'app.pending',
    width: 172,
    file: [
      { key: 'pendingVersion', title: 'app.pending' },
      { key: 'pendingState', title: 'apk.state', words: stateTexts },
    ],
    render: ({ pendingVersion, pendingState }) => (
      <span className={classes.pending}>
        <Ltr>{pendingVersion}</Ltr>
        {pendingState && (
          <StatusBadge tone={tones[pendingState]}>{t(stateTexts[pendingState])}</StatusBadge>
        )}
      </span>
    ),
  },
  {
    key: 'charge',
    title: 'app.charge',
    sortable: true,
    width: 96,
    words: chargeTexts,
    file: [
      { key: 'charge', title: 'app.charge', words: chargeTexts },
      { key: 'price', title: 'app.price' },
      { key: 'currency', title: 'app.currency' },
    ],
  },
  {
    key: 'categoryNames',
    title: 'app.category',
    width: 120,
    render: ({ categoryNames }) => <Words>{formatAll(categoryNames)}</Words>,
  },
  {
    key: 'modelNames',
    title: 'app.models',
    width: 140,
    render: (app) => <Words>{modelsText(app)}</Words>,
  },
  { key: 'osKind', title: 'app.os', sortable: true, width: 82, words: osTexts },
  { key: 'developerName', title: 'app.developer', sortable: true, width: 92 },
  {
    key: 'visibility',
    title: 'app.visibility',
    sortable: true,
    width: 108,
    words: visibilityTexts,
  },
  statusColumn(apps),
]
