import {
  type Call,
  devices,
  type FigureList,
  type Filter,
  type InputOf,
  statGrains,
  type StatGrain,
} from '@muster/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { addressText, type Query } from '../../../platform/address.ts'
import { usePage } from '../../../kit/page/page.ts'
import { query } from '../../../kit/queries.ts'
import { pathOfScreen } from '../../../kit/pathOfScreen.ts'
import { can, useCan, useSession } from '../../../kit/session.ts'
import { textsOf } from '../../../kit/textsOf.ts'
import { daysOf } from './span.ts'

/** Which terminals figures are about, as an address says. */
export interface EstateFilter {
  readonly orgId?: string
  readonly vendorId?: string
  readonly modelId?: string
}

export const filterOf = ({ orgId, vendorId, modelId }: Query): EstateFilter => ({
  ...(orgId && { orgId }),
  ...(vendorId && { vendorId }),
  ...(modelId && { modelId }),
})

/** What the address of a page of statistics asks for: which terminals, which days, in which steps. */
export function useStat() {
  const { query: asked } = usePage()
  const grain: StatGrain | undefined = statGrains.find((one) => one === asked['grain'])
  return { filter: filterOf(asked), days: daysOf(asked), ...(grain && { grain }) }
}

/** The same as texts, as a document of the page is asked for it. */
export function useStatQuery(): Readonly<Record<string, string>> {
  const { filter, days, grain } = useStat()
  const asked = Object.entries({ ...filter, ...days, grain })
  return Object.fromEntries(
    asked.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}

interface ReadOptions {
  /** What the user may not see is not asked for. */
  readonly isAllowed?: boolean
  /** Seconds between two readings; 0: only when asked. */
  readonly refresh?: number
}

/** Figures of a block, kept while others are on their way. */
export function useFigures<C extends Call>(
  c: C,
  input: InputOf<C>,
  { isAllowed = true, refresh = 0 }: ReadOptions = {},
) {
  const { active } = usePage()
  return useQuery({
    ...query(c, input),
    placeholderData: keepPreviousData,
    subscribed: active,
    enabled: isAllowed,
    refetchInterval: refresh > 0 && refresh * 1000,
  })
}

const deviceList = '/device/list'

/** Where the list is shown that a figure opens; undefined: not for this user, or there is none. */
export function useFigureLink(): (list: FigureList | null) => string | undefined {
  const { menu } = useSession()
  return (list) => {
    if (list === null || !can(list.call.permission)) return undefined
    const path = list.screen === 'DEVICE_LIST' ? deviceList : pathOfScreen(menu, list.screen)
    return path === null ? undefined : `#${addressText({ path, query: textsOf(list.query) })}`
  }
}

/** Where the list of terminals shows what a figure counts; undefined: not for this user. */
export function useDeviceLink(
  filter: EstateFilter,
): (more?: Query, tree?: Filter) => string | undefined {
  const isAllowed = useCan(devices.page.permission)
  return (more = {}, tree) =>
    isAllowed
      ? `#${addressText({
          path: deviceList,
          query: { ...filter, ...more, ...(tree && { tree: JSON.stringify(tree) }) },
        })}`
      : undefined
}

/** Of a list with figures above it: what cuts the figures, too. */
export const cutOf = (
  filter: Readonly<Record<string, string>>,
  names: readonly string[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(names.flatMap((name) => (filter[name] ? [[name, filter[name]]] : [])))
