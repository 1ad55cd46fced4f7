import type { Call } from '@muster/contract'
import { addressOf, type RawCall } from './testApp.ts'

/** What a well-meant request of any call is made of. */
export interface Sample {
  /** The record that the call is about. */
  readonly id: string
  /** What an update writes, beside id and version. */
  readonly fields?: Readonly<Record<string, unknown>>
}

/** A request of a call about one record, good enough to get past the schemas. */
export function sampleRequest(call: Call, { id, fields = {} }: Sample): RawCall {
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const params = Object.fromEntries(names.map((name) => [name, paramOf(name, { id, fields })]))
  const { body: asked } = call.schemas
  const json = asked ? bodyOf(call.path, { id, fields }) : undefined
  const body = call.bytes ? new Uint8Array(1) : json
  const query = queryOf(call.path, id)
  return { method: call.method, ...addressOf(call, { params, query, body }) }
}

function queryOf(path: string, id: string): Readonly<Record<string, string>> | undefined {
  if (path.endsWith('/batch/download')) return { ids: id }
  const day = { from: '2026-05-01T00:00:00.000Z', until: '2026-05-02T00:00:00.000Z' }
  if (path.includes('/location/track/export/')) return { ...day, format: 'csv' }
  if (path.includes('/location/track/')) return day
  if (path.endsWith('/global/impact')) return { key: 'sample', level: 'DEVICE', deviceId: id }
  if (path.endsWith('/member/why/{id}')) return { deviceId: id }
  if (path.endsWith('/device/unknown')) return { sns: 'NOBODY-1' }
  if (path.endsWith('/param/templates')) return { appId: id }
  if (path.endsWith('/{appId}/diff')) return { otherAt: '2026-01-01T00:00:00.000Z' }
  if (path.endsWith('/values/export')) return { templateRevId: id }
  if (path.endsWith('/param/search')) return { pid: 'host', value: 'x' }
  if (path.endsWith('/ending/device/page')) return { valueId: '1' }
  if (path.endsWith('/past-delivery/page')) return { deviceId: id, appId: id }
  if (path.endsWith('/past-delivery/export'))
    return { deviceId: id, appId: id, columns: JSON.stringify([['state', 'x']]) }
  if (path.endsWith('/dicts/pattern')) return { pattern: '[a-z]', text: 'a' }
  if (path.endsWith('/version/path')) return { modelId: id }
  if (path.endsWith('/moment/{id}')) return { time: '10:02' }
  if (path.endsWith('/tally/{id}')) return { text: 'x' }
  return path.endsWith('/location/cluster') ? { bbox: '-180,-85,180,85', zoom: '1' } : undefined
}

/** Parts of addresses that name no record. */
const words: Readonly<Record<string, string>> = {
  status: '1',
  event: 'SUSPEND',
  state: 'TRIAGED',
  act: 'pause',
  n: '0',
  part: 'website',
  page: 'terms',
  on: '1',
  pinned: '1',
  suspended: '1',
  standing: 'MISSING',
  code: 'en',
  to: 'DEPRECATED',
  rev: '0',
  revision: '1',
  rev1: '0',
  rev2: '0',
}

function paramOf(name: string, { id, fields }: Required<Sample>): string {
  if (name === 'parentId' && typeof fields['parentId'] === 'string') return fields['parentId']
  if (name === 'orgId' && typeof fields['orgId'] === 'string') return fields['orgId']
  return words[name] ?? id
}

/** What a move of a terminal's life takes; null: it is none. */
function moveOf(path: string, { id, fields }: Required<Sample>): object | null {
  const many = path.includes('/batch/') ? { ids: [id] } : {}
  if (/\/(suspend|lost|repair)(\/|$)/.test(path)) return { ...many, reason: 'x' }
  if (/\/scrap(\/|$)/.test(path)) return { ...many, reason: 'x', keysErased: true }
  if (/\/(resume|found|repaired)(\/|$)/.test(path)) return many
  if (/\/move(\/|$)/.test(path)) return { ...many, orgId: fields['orgId'] ?? id }
  if (path.includes('/swap/')) return { newSn: 'NEXT-00001', reason: 'x' }
  if (path.endsWith('/tags')) return { ids: [id], add: ['x'] }
  if (path.includes('/batch/group/')) return { ...many, groupId: id }
  if (path.includes('/batch/label/')) return { ...many, classificationId: id }
  return path.includes('/impact/') ? { ids: [id] } : null
}

/** What calls about repair tickets take; null: none of their own. */
function repairBodyOf(path: string): object | null {
  if (path.endsWith('/repair/receive')) return { sn: 'NOBODY-1' }
  if (path.includes('/scrap/')) return { reason: 'x', keysErased: true }
  if (path.includes('/swap/')) return { newSn: 'NEXT-00001', reason: 'x' }
  if (path.includes('/comment/')) return { text: 'x' }
  if (path.includes('/custody/')) return { holder: 'COURIER', holderName: 'x' }
  if (path.includes('/checks/')) return { checks: [{ check: 'POWER', outcome: 'PASSED' }] }
  if (path.includes('/photos/')) return { photoIds: [] }
  return /\/(assign|transition|cost)\//.test(path) ? {} : null
}

/** What calls about terminals take; null: it is none with a body of its own. */
function estateBodyOf(path: string, { id, fields }: Required<Sample>): object | null {
  if (path.includes('/device/v1/device/')) return moveOf(path, { id, fields })
  if (path.includes('/device/v1/repair/')) return repairBodyOf(path)
  if (path.endsWith('/station/geocode')) return { text: 'Baghdad' }
  if (path.endsWith('/station/merge')) return { keepId: id, ids: [id] }
  if (path.endsWith('/merge/preview')) return { ids: [id] }
  if (/\/station\/(bind|unbind)$/.test(path)) return { stationId: id, sns: ['NOBODY-1'] }
  if (path.endsWith('/bind/impact')) return { stationId: id, sns: ['NOBODY-1'], to: 'HERE' }
  if (path.endsWith('/move/impact/{id}')) return { orgId: id }
  if (/\/(features|functional)\/impact\/rows$/.test(path)) return { ids: [id], holds: false }
  if (path.includes('/apply/impact/')) return {}
  if (path.includes('/model/keys/impact/')) return { keySlots: [] }
  if (path.endsWith('/geofence/whitelist')) return { stationId: id, sns: [] }
  if (path.endsWith('/geofence/impact/{id}')) return { fence: null }
  if (path.endsWith('/geofence/{id}')) return { version: 1, fence: null }
  if (/\/group\/member\/(?!import)/.test(path)) return { groupId: id, sns: ['SAMPLE-1'] }
  if (path.endsWith('/group/copy/{id}'))
    return { name: `Copy ${Math.random().toString(36).slice(2, 10)}` }
  if (path.endsWith('/group/preview'))
    return { orgId: id, filter: { field: 'status', op: 'in', values: ['1'] } }
  if (path.endsWith('/classify/bind')) return { classificationId: id, sns: ['SAMPLE-1'] }
  if (path.includes('/apply/reject/')) return { reason: 'x' }
  if (/\/apply\/(assign|execute)\//.test(path)) return {}
  if (path.endsWith('/apply/update'))
    return { id, version: 1, kind: 'DECOMMISSION', sns: ['NOBODY-1'], reason: 'x' }
  return null
}

/** What calls about developers take; null: it is none with a body of its own. */
function developerBodyOf(path: string, id: string): object | null {
  if (path.includes('/track/device/')) return { sns: ['NOBODY-1'] }
  if (path.includes('/track/start/')) return { apkId: id }
  if (path.endsWith('/track/update')) return { id, version: 1, name: 'Sample', appId: id }
  if (path.includes('/member/save/')) return { accountId: id, role: 'MEMBER' }
  if (path.includes('/developer/review/')) return { result: 'START' }
  if (path.includes('/developer/agree/')) return { agreementVersion: '1' }
  if (path.includes('/developer/message/')) return { subject: 'x', text: 'x' }
  if (/\/developer\/(suspend|close)\//.test(path)) return { reason: 'x' }
  if (/\/setting(\/(review|package))?$/.test(path)) return { version: 0 }
  return /\/(secret|publish)\//.test(path) ? {} : null
}

/** What calls about versions of applications take; null: it is none with a body of its own. */
function apkBodyOf(path: string, id: string): object | null {
  if (path.endsWith('/apk/parse')) return { fileId: id }
  if (path.includes('/orgapk/release/{id}'))
    return path.includes('{act}') ? null : { apkId: id, steps: [100] }
  if (path.endsWith('/orgapk/copy')) return { fromOrgId: id, orgIds: [id] }
  if (path.endsWith('/apk/update'))
    return { id, version: 1, appId: id, fileId: id, releaseNotes: 'x' }
  if (path.includes('/apk/review/')) return { result: 'START' }
  if (path.includes('/apk/templates/')) return { version: 1, paramTemplateIds: [] }
  if (path.includes('/apk/offline/')) return { reason: 'x' }
  return path.includes('/apk/publish/') ? {} : null
}

/** A version for upgrades as a form writes it. */
const versionOf = (id: string) => ({
  orgId: id,
  name: 'Sample',
  kind: 'FIRMWARE',
  vendorId: id,
  modelIds: [id],
  versionName: '1.0',
  fileId: id,
  releaseNotes: 'x',
})

/** What calls about upgrades take; null: it is none with a body of its own. */
function upgradeBodyOf(path: string, id: string): object | null {
  if (path.endsWith('/version/parse')) return { fileId: id }
  if (path.endsWith('/version/update')) return { ...versionOf(id), id, version: 1 }
  if (path.includes('/version/review/'))
    return { result: 'APPROVED', version: 1, versionName: '1', sha256: '0'.repeat(64) }
  if (path.includes('/version/labtest/')) return { evidence: 'x' }
  if (/\/version\/(suspend|offline|recall)\//.test(path)) return { reason: 'x' }
  if (path.endsWith('/result/togroup')) return { groupId: id, ids: [id] }
  return path.includes('/result/batch/') ? { ids: [id] } : null
}

/** What calls about pushes take; null: it is none with a body of its own. */
function pushBodyOf(path: string, { id, fields }: Required<Sample>): object | null {
  if (path.includes('/stop/') || path.includes('/reject/')) return { reason: 'x' }
  if (path.includes('/retry/')) return {}
  if (path.includes('/rate/')) return { ratePerMinute: null }
  if (path.endsWith('/item/cancel')) return { ids: [id] }
  if (path.endsWith('/halt')) return { orgId: fields['orgId'] ?? id, reason: 'x' }
  if (path.endsWith('/template/add')) return { name: 'Sample', want: { cmd: 'SYNC' } }
  if (path.endsWith('/template/update'))
    return { id, version: 1, name: `Sample ${id}`, want: { cmd: 'SYNC' } }
  if (/\/(update|precheck)\/\{id\}$/.test(path))
    return { version: 1, targets: { sns: ['NOBODY-1'] } }
  return /\/(add|precheck)$/.test(path)
    ? { want: wantOf(path, id), targets: { sns: ['NOBODY-1'] } }
    : null
}

const wantOf = (path: string, id: string): object =>
  path.includes('/v1/apk/') ? { action: 'UNINSTALL', appId: id } : { cmd: 'SYNC' }

/** What calls about templates of parameters take; null: it is none with a body of its own. */
function templateBodyOf(path: string, { id, fields }: Required<Sample>): object | null {
  if (path.includes('/content/')) return { version: 1, content: {} }
  if (path.includes('/publish/')) return { version: 1 }
  if (path.includes('/copy/')) {
    const code = `copy-${Math.random().toString(36).slice(2, 10)}`
    return { name: code, code, orgId: fields['orgId'] ?? id }
  }
  if (path.endsWith('/{rev1}/{rev2}')) return { ids: [id] }
  if (path.includes('/migrate/')) return { from: 0, to: 0 }
  if (path.includes('/preview/')) return { values: {} }
  if (path.endsWith('/import/params')) return { params: [] }
  return path.endsWith('/import') ? { source: 'JSON_SCHEMA', text: '{"properties":{}}' } : null
}

/** What calls about assignments of parameters take; null: it is none with a body of its own. */
function assignmentBodyOf(path: string, { id, fields }: Required<Sample>): object | null {
  if (path.endsWith('/device/push')) return { of: [{ deviceId: id, appId: id }] }
  if (path.includes('/copy/')) return { level: 'ORG', targetIds: [fields['orgId'] ?? id] }
  if (path.includes('/draft/')) return { version: 1, values: {}, secrets: {}, keptSecrets: [] }
  if (path.includes('/activate/')) return { version: 1, count: 0 }
  if (path.includes('/revoke/')) return { version: 1 }
  return path.endsWith('/revert/{id}/{revision}') ? { version: 1 } : null
}

/** What calls about JSON documents take; null: it is none with a body of its own. */
function jsonBodyOf(path: string, { id, fields }: Required<Sample>): object | null {
  const said = { document: '{}' }
  if (path.includes('/content/')) return { version: 1, ...said }
  if (path.endsWith('/validate')) return said
  if (path.includes('/publish/')) return { version: 1, count: 0 }
  if (/\/(rollback|withdraw)\//.test(path)) return { version: 1 }
  const code = `copy-${Math.random().toString(36).slice(2, 10)}`
  return path.includes('/copy/')
    ? { name: code, code, level: 'ORG', orgId: fields['orgId'] ?? id }
    : null
}

/** What calls about plans take; null: it is none with a body of its own. */
function planBodyOf(path: string, { id, fields }: Required<Sample>): object | null {
  const orgId = fields['orgId'] ?? id
  const aim = { versionIds: [id], targets: { orgId } }
  if (/\/precheck(\/leftout)?$/.test(path)) return aim
  if (path.endsWith('/forecast'))
    return { versionIds: [id], waveKind: 'SINGLE', waves: [{}], options: {}, eligible: 1 }
  if (path.endsWith('/add')) return { ...aim, orgId, name: 'Sample', waves: [{}] }
  if (path.endsWith('/update'))
    return { ...aim, orgId, name: 'Sample', waves: [{}], id, version: 1 }
  if (path.includes('/approve/')) return { version: 1 }
  if (path.includes('/plan/reject/')) return { reason: 'x', version: 1 }
  if (path.includes('/stop/')) return { reason: 'x' }
  if (path.includes('/rate/')) return { ratePerMinute: null }
  if (path.includes('/extend/')) return { endAt: null }
  if (path.includes('/exclude/')) return { sns: ['NOBODY-1'] }
  return path.includes('/retry/') ? {} : null
}

/** What calls about logs of terminals take; null: it is none with a body of its own. */
function logBodyOf(path: string, id: string): object | null {
  if (path.includes('/retain/')) return { days: 1 }
  if (path.includes('/attach/')) return { ticketNo: 'x' }
  if (path.endsWith('/trace/start')) return { deviceId: id, kinds: ['SYSTEM'], reason: 'x' }
  return /\/file\/(pull|precheck)$/.test(path) ? { args: {}, targets: { sns: ['NOBODY-1'] } } : null
}

const dictItem = () => {
  const pid = `sample.${Math.random().toString(36).slice(2, 10)}`
  return { pid, title: 'x', dataType: 'BOOL' }
}

const reportOf = (path: string, id: string): object => {
  const report = { name: 'Sample', timeZone: 'UTC', readerIds: [id] }
  return path.endsWith('/add')
    ? { ...report, path: '/admin/device/v1/device/page', wish: {} }
    : { ...report, id, version: 1 }
}

function bodyOf(path: string, { id, fields }: Required<Sample>): object {
  const ofLog = /\/(devicelog|log)\/v1\//.test(path) ? logBodyOf(path, id) : null
  if (ofLog) return ofLog
  const ofPlan = path.includes('/upgrade/v1/plan/') ? planBodyOf(path, { id, fields }) : null
  if (ofPlan) return ofPlan
  const ofApk = path.includes('/app/v1/') ? apkBodyOf(path, id) : null
  if (ofApk) return ofApk
  const ofUpgrade = path.includes('/upgrade/v1/') ? upgradeBodyOf(path, id) : null
  if (ofUpgrade) return ofUpgrade
  if (/\/appstore\/v1\/\w+\/sort$/.test(path)) return { id, version: 1, before: null }
  const ofTemplate = path.includes('/param/v1/template/')
    ? templateBodyOf(path, { id, fields })
    : null
  if (ofTemplate) return ofTemplate
  const ofAssignment = path.includes('/param/v1/param/')
    ? assignmentBodyOf(path, { id, fields })
    : null
  if (ofAssignment) return ofAssignment
  if (path.endsWith('/dicts/import/xml'))
    return { text: '<Schema><Parameters><Parameter><PID>x</PID></Parameter></Parameters></Schema>' }
  if (/\/dicts\/import\/(json|compare)$/.test(path)) return { items: [dictItem()] }
  const ofJson = path.includes('/param/v1/json/') ? jsonBodyOf(path, { id, fields }) : null
  if (ofJson) return ofJson
  const ofDeveloper = path.includes('/developer/v1/') ? developerBodyOf(path, id) : null
  if (ofDeveloper) return ofDeveloper
  const ofPush = /\/(?:mqtt|param\/v1\/push)\//.test(path) ? pushBodyOf(path, { id, fields }) : null
  if (ofPush) return ofPush
  if (path.endsWith('/batch/org')) return { ids: [id], orgId: fields['orgId'] ?? id }
  if (path.endsWith('/batch/role')) return { ids: [id], roleId: fields['roleId'] ?? id }
  if (path.endsWith('/alarm/close/{id}')) return { note: 'x' }
  if (path.endsWith('/alarm/batch/mute')) return { ids: [id], minutes: 60, reason: 'x' }
  if (path.endsWith('/batch/command')) return { ids: [id], command: { cmd: 'SPEED_TEST' } }
  if (path.endsWith('/batch/message')) return { ids: [id], args: { title: 'x', text: 'x' } }
  const ofEstate = path.includes('/device/v1/') ? estateBodyOf(path, { id, fields }) : null
  if (ofEstate) return ofEstate
  if (path.includes('/batch/') || path.includes('/apply/claim/')) return { ids: [id] }
  return otherBodyOf(path, { id, fields })
}

function otherBodyOf(path: string, { id, fields }: Required<Sample>): object {
  if (path.includes('/platform/review/')) return { result: 'REJECTED', reason: 'x', version: 1 }
  if (path.includes('/stat/v1/report/')) return reportOf(path, id)
  if (path.endsWith('/audit/pack'))
    return { from: '2026-05-01T00:00:00.000Z', to: '2026-05-02T00:00:00.000Z' }
  if (path.endsWith('/login/ban/add')) return { kind: 'SN', value: 'NOBODY-1', reason: 'x' }
  if (path.includes('/platform/impersonate/')) return { reason: 'x' }
  if (path.includes('/platform/link/')) return { orgId: id, roleIds: [id], version: 1 }
  if (/\/customize\/(website|pwd)$/.test(path)) return { id, version: 1 }
  if (/\/org\/(website|pwd)\//.test(path)) return { version: 0 }
  if (path.includes('/functional/publish/')) return { version: 1, count: 0 }
  if (path.includes('/functional/rollback/')) return { version: 1, count: 0, revision: 1 }
  if (path.endsWith('/update')) return { ...fields, id, version: 1 }
  if (path.includes('/mail/test/')) return { to: 'someone@example.com' }
  if (path.includes('/command/')) return { cmd: 'REBOOT' }
  if (path.endsWith('/menu/{id}')) return { version: 1, menuIds: [] }
  if (path.includes('/client/rotate/')) return {}
  if (path.includes('/menu/frame/sign/')) return { isSigned: true }
  if (/\/(role|client)\/data\//.test(path)) return { version: 1, kind: 'SELF' }
  if (path.includes('/user/data/')) return { version: 1, scope: null }
  if (path.includes('/user/org/')) return { orgId: fields['orgId'] ?? id }
  if (path.endsWith('/user/token')) return { name: 'Sample', reach: 'READ', days: 1 }
  if (path.endsWith('/user/invite') || path.includes('/user/tokens/')) return { ids: [id] }
  if (path.endsWith('/vendor/invite/{id}'))
    return {
      userName: `guest.${Math.random().toString(36).slice(2, 10)}`,
      realName: 'x',
      email: 'guest@example.org',
      orgId: id,
      roleIds: [id],
    }
  if (path.includes('/role/copy/')) {
    const { code = 'copied', name = 'Copied', orgId = id } = fields
    return { code, name, orgId }
  }
  if (path.endsWith('/named')) return { kind: 'WEBHOOK', alias: 'sample' }
  if (path.includes('/org/html/')) return { language: 'en', html: '', version: 0 }
  if (/\/org\/(config|quota)\//.test(path)) return { version: 0 }
  return path.includes('/keys/') ? {} : fields
}

/** Whether a call is about records that its caller names. */
export const namesRecords = ({ path }: Call): boolean =>
  /\{(?:id|logId|uploadId|deviceId)\}/.test(path) ||
  path.includes('/batch/') ||
  path.includes('/apply/claim/') ||
  /\/group\/member\/(?:add|remove|exclude)$/.test(path) ||
  path.endsWith('/device/tags') ||
  path.endsWith('/item/cancel') ||
  path.endsWith('/result/togroup') ||
  path.endsWith('/invite') ||
  path.endsWith('/banner/sort') ||
  path.endsWith('/values/export') ||
  path.includes('/past-delivery/') ||
  path.endsWith('/param/v1/param/device/push') ||
  /\/station\/(bind|bind\/impact|unbind|merge|merge\/preview|geofence\/whitelist)$/.test(path) ||
  path.endsWith('/update') ||
  /\/customize\/(website|pwd)$/.test(path)
