import { defaultLogDays, type figureDocuments, type ParsedOf } from '@muster/contract'
import { loginTrend } from '../login/login.queries.ts'
import { loginFailures } from '../login/suspect.queries.ts'
import type { FigurePage } from './figures.ts'

type Query = ParsedOf<(typeof figureDocuments)['login']>['query']

const dayMs = 86_400_000

/** STATISTICS_DEVICE_LOGIN_LOG's figures as tables. */
export const loginPage: FigurePage<Query> = {
  title: 'deviceLogin.title',
  name: 'sign-ins',
  usualDays: defaultLogDays,
  tables: async (ctx, { from, to, orgId, modelId }, words) => {
    const { t, word } = words
    const query = { from, to, orgId, modelId }
    const { grain, points, ends, open } = await loginTrend(ctx, query)
    const failed = await loginFailures(ctx, query)
    const [first, second] = failed.points
    const isDaily = first && second && Date.parse(second.at) - Date.parse(first.at) >= dayMs
    return [
      {
        title: t(grain === 'DAY' ? 'deviceLogin.perDay' : 'deviceLogin.perHour'),
        columns: [t('deviceLogin.when'), t('deviceLogin.connects')],
        rows: points.map(({ at, connects }) => [words.step(at, grain), connects]),
        chart: { lines: [1] },
      },
      {
        title: t('deviceLogin.ends'),
        columns: [t('deviceLogin.reason'), t('deviceLogin.connects')],
        rows: [
          ...ends.map(({ reason, count }) => [word('device.reason', reason), count]),
          ...(open > 0 ? [[t('deviceLogin.reason.OPEN'), open]] : []),
        ],
        chart: 'BARS',
      },
      {
        title: t('deviceLogin.failures'),
        columns: [t('deviceLogin.cause'), t('deviceLogin.count')],
        rows: failed.causes.map(({ cause, count }) => [word('deviceLogin.cause', cause), count]),
        chart: 'BARS',
      },
      {
        title: t(isDaily ? 'deviceLogin.failuresPerDay' : 'deviceLogin.failuresPerHour'),
        columns: [t('deviceLogin.when'), t('deviceLogin.count')],
        rows: failed.points.map(({ at, count }) => [
          words.step(at, isDaily ? 'DAY' : 'HOUR'),
          count,
        ]),
        chart: { lines: [1] },
      },
    ]
  },
}
