import {
  appKinds,
  paramKinds,
  type ReplyOf,
  type ScreenKey,
  type search,
  type SearchedKind,
} from '@muster/contract'
import { commandText } from '../../../features/device/index.ts'
import { addressText, navigate } from '../../../platform/address.ts'
import type { Route } from '../../menu/routes.ts'
import { type AskedAct, actsOf } from './acts.ts'
import type { Suggestion } from './suggestions.ts'

type Found = ReplyOf<typeof search>

interface Records {
  readonly found: Found | undefined
  readonly routes: readonly Route[]
  /** What shall be done to the terminals that were found. */
  readonly act: AskedAct | null
}

const nothing: Found = {
  devices: [],
  users: [],
  organizations: [],
  models: [],
  apps: [],
  policies: [],
  banners: [],
  tasks: [],
  records: [],
}

/** Records lead to pages that the user has; where he has none, they are not offered. */
export function recordsOf({ found = nothing, routes, act }: Records): readonly Suggestion[] {
  const screen = (key: ScreenKey, isOne = false) =>
    routes.find(({ item, path }) => item.frontComponent === key && path.includes(':id') === isOne)
  const device = screen('DEVICE', true)
  const place = screen('ORGANIZATION', true)
  const models = screen('DEVICE_MODEL')
  const users = screen('USER')
  const app = screen('APPLICATION_DETAIL', true)
  const policies = screen('ORGANIZATION_APK')
  const banners = screen('APPSTORE_BANNER')
  return [
    ...(device && act ? actsOf(act, found.devices, (id) => ofOne(device, id)) : []),
    ...(device ? devicesAt(device, found) : []),
    ...(place ? placesAt(place, found) : []),
    ...(models ? modelsAt(models, found) : []),
    ...(users ? usersAt(users, found) : []),
    ...(app ? appsAt(app, found) : []),
    ...(policies ? policiesAt(policies, found) : []),
    ...(banners ? bannersAt(banners, found) : []),
    ...namedAt((kind) => screen(screensOf[kind]), screen('MANUFACTURER_DETAIL', true), found),
    ...tasksAt(
      {
        tasks: screen('MQTT_TASK'),
        appTasks: screen('MQTT_APK'),
        paramPushes: screen('PARAM_LOG'),
      },
      found,
    ),
  ]
}

/** The list in which a record stands that has no search of its own. */
const screensOf = {
  station: 'STATION',
  group: 'DEVICE_GROUP',
  plan: 'PLAN',
  version: 'VERSION',
  template: 'PARAM_TEMPLATE',
  repair: 'REPAIR',
  vendor: 'VENDOR',
} as const satisfies Readonly<Record<SearchedKind, ScreenKey>>

/** The address of one record's own page. */
const ofOne = ({ path }: Route, id: string): string => path.replace(':id', id)

/** Goes to a list with a word sought in it. */
const seek =
  ({ path }: Route, keyword: string) =>
  () =>
    navigate(addressText({ path, query: { keyword } }))

const devicesAt = (page: Route, { devices }: Found) =>
  devices.map(({ id, sn, name, orgName }) => ({
    id: ofOne(page, id),
    group: 'device' as const,
    kind: 'device' as const,
    text: sn,
    detail: [name, orgName].filter(Boolean).join(' · '),
    icon: 'power' as const,
    menuIcon: page.item.menuIcon || 'terminal',
    choose: () => navigate(ofOne(page, id)),
  }))

const placesAt = (page: Route, { organizations }: Found) =>
  organizations.map(({ id, name, code }) => ({
    id: ofOne(page, id),
    group: 'organization' as const,
    kind: 'organization' as const,
    text: name,
    detail: code,
    icon: 'menu' as const,
    menuIcon: page.item.menuIcon || 'tree',
    choose: () => navigate(ofOne(page, id)),
  }))

const modelsAt = (page: Route, { models }: Found) =>
  models.map(({ id, name, vendorName }) => ({
    id: `model:${id}`,
    group: 'model' as const,
    kind: 'model' as const,
    text: name,
    detail: vendorName,
    icon: 'menu' as const,
    menuIcon: page.item.menuIcon || 'terminal',
    choose: seek(page, name),
  }))

const usersAt = (page: Route, { users }: Found) =>
  users.map(({ id, userName, realName, orgName }) => ({
    id: `user:${id}`,
    group: 'user' as const,
    kind: 'user' as const,
    text: realName || userName,
    detail: [userName, orgName].join(' · '),
    icon: 'user' as const,
    choose: seek(page, userName),
  }))

const appsAt = (page: Route, { apps }: Found) =>
  apps.map(({ id, name, package: named, orgName }) => ({
    id: ofOne(page, id),
    group: 'app' as const,
    kind: 'app' as const,
    text: name,
    detail: [named, orgName].join(' · '),
    icon: 'menu' as const,
    menuIcon: page.item.menuIcon || 'grid',
    choose: () => navigate(ofOne(page, id)),
  }))

const policiesAt = (page: Route, { policies }: Found) =>
  policies.map(({ id, name, appName, orgName }) => ({
    id: `policy:${id}`,
    group: 'policy' as const,
    kind: 'policy' as const,
    text: name,
    detail: [appName, orgName].join(' · '),
    icon: 'menu' as const,
    menuIcon: page.item.menuIcon,
    choose: seek(page, name),
  }))

const bannersAt = (page: Route, { banners }: Found) =>
  banners.map(({ id, title, orgName }) => ({
    id: `banner:${id}`,
    group: 'banner' as const,
    kind: 'banner' as const,
    text: title,
    detail: orgName,
    icon: 'menu' as const,
    menuIcon: page.item.menuIcon,
    choose: seek(page, title),
  }))

/** A vendor has a page of its own, where one may open it; the others stand in their lists. */
const namedAt = (
  listOf: (kind: SearchedKind) => Route | undefined,
  vendorPage: Route | undefined,
  { records }: Found,
) =>
  records.flatMap(({ kind, id, name, detail }) => {
    const page = listOf(kind)
    if (!page) return []
    const own = kind === 'vendor' && vendorPage ? ofOne(vendorPage, id) : null
    return [
      {
        id: own ?? `${kind}:${id}`,
        group: kind,
        kind,
        text: name,
        detail,
        icon: 'menu' as const,
        menuIcon: page.item.menuIcon,
        choose: own ? () => navigate(own) : seek(page, kind === 'plan' ? detail : name),
      },
    ]
  })

interface TaskPages {
  readonly tasks: Route | undefined
  readonly appTasks: Route | undefined
  readonly paramPushes: Route | undefined
}

/** A task opens over the list in which it stands. */
const tasksAt = (pages: TaskPages, { tasks }: Found) =>
  tasks.flatMap(({ id, taskNo, title, kind, orgName }) => {
    const isApp = appKinds.some((one) => one === kind)
    const isParam = paramKinds.some((one) => one === kind)
    const page = isApp ? pages.appTasks : isParam ? pages.paramPushes : pages.tasks
    if (!page) return []
    const query = { ...(isParam && { tab: 'pushes' }), push: id }
    const open = () => navigate(addressText({ path: page.path, query }))
    return [
      {
        id: `push:${id}`,
        group: 'push' as const,
        kind: 'push' as const,
        text: taskNo,
        detail: [title || commandText(kind), orgName].join(' · '),
        icon: 'menu' as const,
        menuIcon: page.item.menuIcon,
        choose: open,
      },
    ]
  })
